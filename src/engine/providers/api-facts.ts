// The APIs of the providers, and which fields of their requests promptctl writes, as data: rows of the
// table of providers. The model option `extra` cannot set those fields.
import type { Path } from "../model/json.ts";
import type { Refused } from "./model-refusals.ts";
import type { Setting, SettingRange } from "./model-settings.ts";

/** By the path of a field of a request, the setting of a prompt that decides about it. */
type WrittenFields = readonly (readonly [field: string, setting: string])[];

export interface ApiFacts {
  /** A value of the option `api`, at a provider with several. */
  readonly id: "messages" | "chat" | "responses";
  /** The name in messages. */
  readonly title: string;
  /** The field of a request with the messages. */
  readonly messages: "messages" | "input";
  /** Fields that only some prompts have, such as `tools`, are not in the list. */
  readonly fields: WrittenFields;
  /** What it refuses of every model; it has no such fields. */
  readonly refused?: readonly Refused[];
  /** The values that it accepts, where they differ from those of the provider. */
  readonly settings?: { readonly [name in Setting]?: SettingRange };
  /** Where `refused` and `settings` were read. */
  readonly sources?: readonly string[];
}

const options = "parameters.options";

/** The fields that all APIs have. */
const common: WrittenFields = [
  ["model", "parameters.name"],
  ["temperature", "parameters.temperature"],
  ["top_p", "parameters.topP"],
  ["stream", "parameters.stream"],
];

/** The fields of the format of replies in the APIs of OpenAI. */
function formatFields(format: string, schema: string): WrittenFields {
  return [
    [`${format}.type`, `${options}.responseSchema or parameters.responseFormat`],
    [`${schema}.name`, "name"],
    [`${schema}.schema`, `${options}.responseSchema`],
    [`${schema}.strict`, `${options}.responseSchema`],
  ];
}

/** The Messages API of Anthropic. */
export const messagesApi: ApiFacts = {
  id: "messages",
  title: "Messages API",
  messages: "messages",
  fields: [
    ...common,
    ["max_tokens", "parameters.maxTokens"],
    ["system", "messages"],
    ["messages", "messages"],
    ["top_k", "parameters.topK"],
    ["stop_sequences", `${options}.stopSequences`],
    ["output_config.effort", `${options}.reasoningEffort`],
    ["output_config.format", `${options}.responseSchema`],
    ["output_format", `${options}.responseSchema`],
  ],
};

/** The Chat Completions API of OpenAI. */
export const chatApi: ApiFacts = {
  id: "chat",
  title: "Chat Completions API",
  messages: "messages",
  fields: [
    ...common,
    ["messages", "messages"],
    ...formatFields("response_format", "response_format.json_schema"),
    ["max_completion_tokens", "parameters.maxTokens"],
    ["max_tokens", "parameters.maxTokens"],
    ["frequency_penalty", "parameters.frequencyPenalty"],
    ["presence_penalty", "parameters.presencePenalty"],
    ["seed", "parameters.seed"],
    ["stop", `${options}.stopSequences`],
    ["reasoning_effort", `${options}.reasoningEffort`],
    ["parallel_tool_calls", "parameters.parallelToolCalls"],
  ],
};

/** The Responses API of OpenAI. */
export const responsesApi: ApiFacts = {
  id: "responses",
  title: "Responses API",
  messages: "input",
  fields: [
    ...common,
    ["input", "messages"],
    ...formatFields("text.format", "text.format"),
    ["max_output_tokens", "parameters.maxTokens"],
    ["reasoning.effort", `${options}.reasoningEffort`],
    ["parallel_tool_calls", "parameters.parallelToolCalls"],
  ],
  refused: ["seed", "frequencyPenalty", "presencePenalty", "stopSequences"],
  settings: { maxTokens: { min: 16, isWhole: true } },
  sources: [
    "https://developers.openai.com/api/reference/resources/responses/methods/create",
    "https://github.com/earendil-works/pi/issues/6265",
  ],
};

/**
 * The setting that decides about the field at a path, or about a field within it; undefined for a field
 * that only `extra` sets. `isObject`: whether the value at the path is an object, whose fields count.
 */
export function settingOfField(
  { fields }: ApiFacts,
  path: Path,
  isObject: boolean,
): string | undefined {
  const name = path.join(".");
  const found = fields.find(
    ([field]) => field === name || (!isObject && field.startsWith(`${name}.`)),
  );
  return found?.[1];
}
