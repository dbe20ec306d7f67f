// OpenAI: prompt objects, in the fields of the Responses API, evals with their runs and rows, and lines
// of batch files.
import { isObject, type JsonObject } from "../../engine/model/json.ts";
import { variablesOf } from "../../engine/render/template.ts";
import { evaluationAsSent } from "../convert/assertions.ts";
import { collect, partsOf } from "../convert/collect.ts";
import { type Importer, type ImportedPrompt, RefusedPart } from "../convert/imported.ts";
import { evalOf, evalPrompt, type EvalParts, takesRows } from "./openai-evals.ts";
import { openaiRequest } from "./openai-chat.ts";
import { responsesContent, responsesLists } from "./openai-responses.ts";
import { refuseEmpty, textsOf } from "../convert/messages.ts";
import { isChatRequest, refuseOtherApi } from "../convert/request-apis.ts";
import { fileTitle } from "../convert/requests.ts";
import {
  nodeAt,
  carry,
  fieldsOf,
  ignoreFields,
  isAt,
  itemsOf,
  leave,
  markSent,
  markUnsent,
  rootOf,
  type SourceNode,
  nameAt,
} from "../convert/source-node.ts";
import { asPlaceholders } from "../convert/template-syntax.ts";

/** Reads prompt objects, evals, runs, rows of runs, and lines of batch files, from any of the files. */
export const importOpenai: Importer = (documents, context) => {
  const { model } = context;
  const roots = documents.map(rootOf);
  const all = roots.flatMap(partsOf).flatMap(itemsOfPage);
  const has = (node: SourceNode, key: string): boolean => nodeAt(node, key).value !== undefined;
  const evals = all.filter((node) => has(node, "testing_criteria"));
  const runs = all.filter((node) => has(node, "data_source"));
  const rows = all.filter((node) => isObject(nodeAt(node, "item").value));
  const data: EvalParts = { evals, runs, rows };
  for (const node of [...evals, ...runs]) ignoreRecord(node);
  if (!runs.some(takesRows))
    for (const row of rows) leave(row, "No run takes rows from other files.");
  return collect(
    roots,
    all.filter((node) => !rows.includes(node)),
    (node) => {
      if (!isObject(node.value)) throw new RefusedPart(node, "It is not a JSON object.");
      if (isBatchLine(node)) return [openaiRequest(node, context)];
      if (runs.includes(node)) return [evalPrompt(node, data, model)];
      if (!evals.includes(node)) return [promptObject(node, model)];
      if (runs.some((run) => evalOf(run, data) === node)) return [];
      throw new RefusedPart(node, "It has no run with messages and a model. Import a run with it.");
    },
  );
};

/** What the API says of the object itself, and of the result of a run. */
const recordFields = [
  "object",
  "created_at",
  "created_by",
  "status",
  "error",
  "report_url",
  "result_counts",
  "per_model_usage",
  "per_testing_criteria_results",
  "completed_at",
  "data_source_config",
  "share_with_openai",
  // of a response
  "billing",
  "incomplete_details",
  "output",
  "output_text",
  "usage",
];

/** What is no content of the prompt is not listed. */
function ignoreRecord(node: SourceNode): void {
  ignoreFields(node, recordFields);
  nodeAt(node, "metadata"); // it is known, so {} is not listed
}

/** Whether it is a line of a batch file. */
function isBatchLine(node: SourceNode): boolean {
  return isObject(nodeAt(node, "body").value);
}

/** The items of a page of a list, as the API returns it. */
function itemsOfPage(node: SourceNode): SourceNode[] {
  if (nodeAt(node, "object").value !== "list") return [node];
  ignoreFields(node, ["object", "first_id", "last_id"]);
  if (!isAt(node, "has_more", false))
    leave(nodeAt(node, "has_more"), "The list has more pages. Import their files too.");
  return itemsOf(nodeAt(node, "data"));
}

/** A prompt object, or a request or a response of the Responses API. */
function promptObject(node: SourceNode, model: string | undefined): ImportedPrompt {
  refuseOtherApi(node, isChatRequest(node.value) ? ["openai"] : ["openai", "openai-chat"]);
  const isRecord = nodeAt(node, "object").value !== undefined;
  ignoreRecord(node);
  markSent(node);
  for (const variables of variablesIn(node)) markUnsent(variables);
  const name =
    nameAt(node, "name") ?? nameAt(node, "prompt", "id") ?? nameAt(node, "id") ?? fileTitle(node);
  const metadata = notesOf(node);
  leaveReference(node);
  const content = responsesContent(node, asPlaceholders, { model, isRecord });
  const { messages } = content;
  const lists = responsesLists.map((key) => nodeAt(node, key));
  refuseEmpty(messages, node, lists, "It has no instructions, messages or input.");
  const values = valuesOf(node, messages);
  return {
    name,
    source: node,
    metadata,
    ...content,
    evaluations: evaluationAsSent(values),
  };
}

/** What describes a prompt object, kept as notes. */
function notesOf(node: SourceNode): JsonObject {
  const notes = ["id", "version", "description"].flatMap((key) => {
    const field =
      nodeAt(node, key).value === undefined ? nodeAt(node, "prompt", key) : nodeAt(node, key);
    return field.value === undefined ? [] : [[key, carry(field)!] as const];
  });
  const metadata = nodeAt(node, "metadata");
  const own = isObject(metadata.value) && Object.keys(metadata.value).length > 0;
  return { ...Object.fromEntries(notes), ...(own && { metadata: carry(metadata)! }) };
}

function variablesIn(node: SourceNode): readonly SourceNode[] {
  return [nodeAt(node, "variables"), nodeAt(node, "prompt", "variables")];
}

/** Lists the id of a prompt whose texts a request does not have. */
function leaveReference(node: SourceNode): void {
  const isRequest = nodeAt(node, "object").value === undefined;
  const hasTexts = nodeAt(node, "instructions").value !== undefined;
  if (isRequest && !hasTexts)
    leave(nodeAt(node, "prompt", "id"), "The texts of this prompt are at OpenAI, not in the file.");
}

/** The values of variables that the messages use. */
function valuesOf(node: SourceNode, messages: readonly JsonObject[]): Map<string, string> {
  const used = new Set(textsOf(messages).flatMap(variablesOf));
  const values = new Map<string, string>();
  for (const variables of variablesIn(node))
    for (const [name, field] of fieldsOf(variables)) {
      const given = ["text", "default"].map((key) => nodeAt(field, key));
      const value = given.find((each) => each.value !== undefined) ?? field;
      if (!used.has(name)) leave(field, "No message uses the variable.");
      else if (typeof value.value === "string") {
        values.set(name, carry(value) as string);
        for (const type of ["input_text", "string"]) isAt(field, "type", type);
      } else leave(field, "The value is no text.");
    }
  return values;
}
