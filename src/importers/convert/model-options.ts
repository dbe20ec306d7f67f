// Model options of definitions, from the fields of requests and of the settings of other tools: reply
// schema, effort, stop sequences, strict tools, the API, and other fields of the request.
import type { ApiFacts } from "../../engine/providers/api-facts.ts";
import { thinkingOff } from "../../engine/providers/known-models.ts";
import { type Effort, efforts } from "../../engine/providers/model-settings.ts";
import { providerFacts } from "../../engine/providers/provider-facts.ts";
import type { JsonObject, Path } from "../../engine/model/json.ts";
import { jsonEquals, objectOf, withOrder } from "../../engine/model/json.ts";
import type { ModelOptions, ModelParameters } from "../../generated/types.ts";
import { replyFormatOf } from "./reply-format.ts";
import { extraFields } from "./extra-fields.ts";
import { carry, expect, leave, nodeAt, type SourceNode } from "./source-node.ts";
import { type StrictTools, strictToolsOf } from "./strict-tools.ts";

/** Where the options are; the first field of each that has a value counts. */
interface OptionFields {
  readonly format: readonly Path[];
  readonly effort: readonly Path[];
  readonly stop: readonly Path[];
}

/** Where requests have them, by their API. */
const requestFields: { readonly [api in ApiFacts["id"]]: OptionFields } = {
  chat: {
    format: [["response_format"]],
    effort: [["reasoning_effort"]],
    stop: [["stop"]],
  },
  responses: {
    format: [["text", "format"]],
    effort: [["reasoning", "effort"]],
    stop: [],
  },
  messages: {
    format: [["output_config", "format"], ["output_format"]],
    effort: [["output_config", "effort"]],
    stop: [["stop_sequences"]],
  },
};

/** Where the settings of other tools have them, which use the names of several APIs. */
const settingFields: OptionFields = {
  format: [["response_format"], ["text", "format"], ["output_config", "format"], ["output_format"]],
  effort: [
    ["reasoning_effort"],
    ["reasoningEffort"],
    ["reasoning", "effort"],
    ["output_config", "effort"],
    ["effort"],
  ],
  stop: [["stop"], ["stop_sequences"], ["stopSequences"]],
};

export interface OptionSource {
  readonly api: ApiFacts;
  /** The provider and the name of the model. */
  readonly model: Pick<ModelParameters, "provider" | "name">;
  /** The tools as the source has them. */
  readonly tools: readonly SourceNode[];
  /** Where the format of replies is, if it is not among the fields. */
  readonly format?: SourceNode | undefined;
  /** The schema of replies, if no field has it as requests do. */
  readonly schema?: JsonObject | undefined;
  /**
   * Unknown fields of a request are sent as they are. Objects of the API, and the settings of other tools, have
   * fields of their own: of them, only known fields of requests are sent.
   */
  readonly source: "request" | "record" | "settings";
}

/** The format of replies and the options; call it when all other fields of the request are read. */
export function modelOptions(
  node: SourceNode,
  { api, model, tools, format, schema, source }: OptionSource,
): { readonly responseFormat?: "JSON" | undefined; readonly options?: JsonObject | undefined } {
  const fields = source === "settings" ? settingFields : requestFields[api.id];
  const reply = replyFormatOf(format ?? firstAt(node, fields.format), model.provider);
  const options: { readonly [name in keyof ModelOptions]: ModelOptions[name] | undefined } = {
    responseSchema: reply.responseSchema ?? (schema && withOrder(schema)),
    reasoningEffort: effortAt(node, firstAt(node, fields.effort), { api, model }),
    stopSequences: stopSequencesOf(firstAt(node, fields.stop)),
    strictTools: strictToolsOf(tools, toolRules[api.id]),
    api: api.id === "responses" ? "responses" : undefined,
    extra: extraFields(node, api, source === "request"),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return {
    responseFormat: reply.responseFormat,
    options: given.length > 0 ? (Object.fromEntries(given) as JsonObject) : undefined,
  };
}

const toolRules: { readonly [api in ApiFacts["id"]]: StrictTools } = {
  chat: "optional",
  responses: "where-possible",
  messages: "none",
};

/** The first field with a value; the others stay, and are listed. */
function firstAt(node: SourceNode, paths: readonly Path[]): SourceNode | undefined {
  const nodes = paths.map((path) => peekAt(node, path));
  return nodes.find((each) => each?.value !== undefined);
}

/** The field, without looking for it in objects that are none. */
function peekAt(node: SourceNode, path: Path): SourceNode | undefined {
  const [parent] = path.length > 1 ? [objectOf(node.value)[String(path[0])]] : [node.value];
  return parent === undefined || parent === null ? undefined : nodeAt(node, ...path);
}

/** The effort that a field has. At Anthropic, no thinking is the effort none. */
function effortAt(
  node: SourceNode,
  field: SourceNode | undefined,
  { api, model }: Pick<OptionSource, "api" | "model">,
): ModelOptions["reasoningEffort"] | undefined {
  const isMessages = api.id === "messages";
  const isTaken = (each: Effort): boolean =>
    providerFacts[model.provider].efforts.some(({ takes }) => takes.includes(each));
  const known = efforts.filter((each) => isTaken(each) && !(isMessages && each === "none"));
  if (field === undefined) return isMessages && thinksNot(node, model) ? "none" : undefined;
  const effort = known.find((each) => each === field.value);
  if (effort === undefined) leave(field, `Definitions have the efforts ${known.join(", ")}.`);
  else carry(field);
  return effort;
}

/** Whether the request turns thinking off in the way in which definitions do. */
function thinksNot(node: SourceNode, { provider, name }: OptionSource["model"]): boolean {
  const { thinking } = objectOf(node.value);
  const off = thinkingOff(provider, name);
  if (!off || !jsonEquals(thinking, off)) return false;
  carry(nodeAt(node, "thinking"));
  return true;
}

/** One text or a list of texts. */
function stopSequencesOf(field: SourceNode | undefined): string[] | undefined {
  if (field === undefined) return undefined;
  const { value } = field;
  const texts = Array.isArray(value) ? value : [value];
  if (texts.length === 0) return undefined;
  if (texts.every((each) => typeof each === "string" && each !== "")) {
    carry(field);
    return texts as string[];
  }
  expect(field, "a text or a list of texts, none of them empty");
  return undefined;
}
