// What requests to both providers have in common: batch files, names, and the evaluation with the
// literal placeholders.
import type { JsonObject } from "../../engine/model/json.ts";
import { evaluationAsSent } from "./assertions.ts";
import {
  type ImportContext,
  type ImportedPrompt,
  type ImportedTool,
  RefusedPart,
} from "./imported.ts";
import { refuseEmpty } from "./messages.ts";
import { refuseOtherApi, type RequestApi } from "./request-apis.ts";
import { nodeAt, carry, markSent, type SourceNode, nameAt } from "./source-node.ts";
import { requestTranslate, type Translate } from "./template-syntax.ts";

export interface RequestContent {
  readonly parameters: JsonObject;
  readonly tools: readonly ImportedTool[];
  readonly messages: readonly JsonObject[];
}

/** How requests of an API are read. */
export interface RequestFormat {
  /** Whose requests it reads. */
  readonly apis: readonly RequestApi[];
  /** Where a line of a batch file has the request, beside its `custom_id`. */
  readonly body: string;
  /** Where a request has its messages; one of them without others is no request. */
  readonly lists: readonly string[];
  /** `model`: the model of requests that name none. */
  readonly read: (
    request: SourceNode,
    translate: Translate,
    model: string | undefined,
  ) => RequestContent;
}

/** The prompt of a request or of a line of a batch file. Throws a RefusedPart without messages. */
export function requestPrompt(
  part: SourceNode,
  { apis, body: bodyField, lists, read }: RequestFormat,
  { placeholders, model }: Pick<ImportContext, "placeholders" | "model">,
): ImportedPrompt {
  refuseOtherApi(part, apis);
  const body = nodeAt(part, bodyField);
  const values = new Map<string, string>();
  const request = body.value === undefined ? part : body;
  const fields = lists.map((key) => nodeAt(request, key));
  if (fields.every(({ value }) => value === undefined)) {
    const { value: url } = nodeAt(part, "url");
    const endpoint = typeof url === "string" ? ` Its url is ${url}.` : "";
    throw new RefusedPart(request, `It has no messages.${endpoint}`);
  }
  markSent(request);
  const name = nameAt(part, "custom_id") ?? fileTitle(part);
  const content = read(request, requestTranslate(placeholders, values), model);
  refuseEmpty(content.messages, request, fields);
  for (const key of ["method", "url"]) if (body.value !== undefined) carry(nodeAt(part, key));
  return { name, source: part, ...content, evaluations: evaluationAsSent(values) };
}

/** The name of the file, without folders and ending; of `promptfooconfig`, that of its folder. */
export function fileTitle({ record }: SourceNode): string {
  const [, parent = ""] = record.source.file.split(/[/\\]/).toReversed();
  const { folder = parent } = record.source;
  const title = baseName(record.source.file);
  const isNamed = title !== "" && (title !== "promptfooconfig" || /^\.*$/.test(folder));
  return isNamed ? title : folder || "unnamed";
}

/** The name of a file, without folders and ending. */
export function baseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  return name.replace(/(?:\.prompt)?\.\w+$/, "");
}
