// The normal form in which the oracle compares definitions with remote resources: defaults filled in,
// shorthands expanded, as canonical JSON text. It has its own table of defaults, taken from the
// interface, and imports nothing of src/engine.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The defaults of fields that definitions may leave out. */
const parameterDefaults: JsonObject = {
  responseFormat: "TEXT",
  temperature: 1,
  topP: 1,
  topK: null,
  frequencyPenalty: 0,
  presencePenalty: 0,
  maxTokens: null,
  seed: null,
  toolChoice: null,
  stream: false,
  parallelToolCalls: true,
};
const evaluationDefaults: JsonObject = {
  variables: {},
  appendedMessages: [],
  weight: 1,
  threshold: 1,
};
const matching: JsonObject = { weight: 1, jsonPath: "$", ignoreCase: false, negate: false };
const assertionDefaults: { readonly [type: string]: JsonObject } = {
  EXACT_MATCH: matching,
  STARTS_WITH: matching,
  CONTAINS_ALL: matching,
  CONTAINS_ANY: matching,
  COST: { weight: 1 },
  LATENCY: { weight: 1 },
  TOOL_CALLED: { weight: 1 },
  TOOL_CALLED_WITH: { weight: 1, ignoreCase: false, negate: false },
};

/** JSON text with sorted keys: two texts are equal if and only if the values are equal. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "number") return String(value + 0);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join()}}`;
}

/** The value with defaults for fields that are absent or null. */
function withDefaults(value: JsonObject, defaults: JsonObject): JsonObject {
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries([...Object.entries(defaults), ...fields]);
}

/** How a service returns fields: as they were sent, with all defaults, or with null for some defaults. */
export type ResponseStyle = "asWritten" | "withDefaults" | "nulls";

/** The same parameters, evaluation (without assertions) or assertion, in a response style. */
export function inResponseStyle(
  value: JsonObject,
  type: "parameters" | "evaluation" | "assertion",
  responseStyle: ResponseStyle,
): JsonObject {
  const defaults = {
    parameters: parameterDefaults,
    evaluation: evaluationDefaults,
    assertion: assertionDefaults[String(value["type"])] ?? {},
  };
  if (responseStyle === "asWritten") return value;
  const all = withDefaults(value, defaults[type]);
  const isNull = (key: string, each: Json): boolean =>
    responseStyle === "nulls" &&
    ["$", "{}"].includes(typeof each === "string" ? each : canonical(each)) &&
    ["jsonPath", "variables"].includes(key);
  return Object.fromEntries(
    Object.entries(all).map(([key, each]) => [key, isNull(key, each) ? null : each]),
  );
}

/** The canonical text of a tool. */
export function canonicalTool({ name, description, parameters }: JsonObject): string {
  return canonical([name!, description!, parameters!]);
}

/** The canonical text of a prompt. `tools` are tokens for its tools; their order does not matter. */
export function canonicalPrompt(prompt: JsonObject, tools: readonly string[]): string {
  const parameters = withDefaults(prompt["parameters"] as JsonObject, parameterDefaults);
  const messages = normalizedMessages(prompt["messages"]!);
  return canonical([prompt["name"]!, parameters, messages, [...new Set(tools)].sort()]);
}

/** The fields of an evaluation without its assertions, in normal form. */
export function normalizedEvaluation(own: JsonObject): JsonObject {
  const { variables, appendedMessages, weight, threshold } = withDefaults(own, evaluationDefaults);
  const messages = normalizedMessages(appendedMessages!);
  return {
    variables: variables!,
    appendedMessages: messages,
    weight: weight!,
    threshold: threshold!,
  };
}

/** The canonical text of an assertion. */
export function canonicalAssertion(value: JsonObject): string {
  return canonical(withDefaults(value, assertionDefaults[String(value["type"])]!));
}

function normalizedMessages(messages: Json): Json {
  return (messages as readonly JsonObject[]).map(({ role, content }) => [
    role!,
    blocksOf(content!).map(normalizedBlock),
  ]);
}

function blocksOf(content: Json): readonly JsonObject[] {
  return typeof content === "string"
    ? [{ type: "TEXT", text: content }]
    : (content as readonly JsonObject[]);
}

/** Arguments of tool calls that are JSON are compared as JSON, others as text. */
function normalizedBlock(block: JsonObject): Json {
  return withArguments(block, (value) => {
    if (typeof value !== "string") return canonical(value);
    try {
      return canonical(JSON.parse(value) as Json);
    } catch {
      return value;
    }
  });
}

function withArguments(block: JsonObject, change: (value: Json) => Json): JsonObject {
  if (block["type"] !== "TOOL_CALL") return block;
  const toolCall = block["toolCall"] as JsonObject;
  const called = toolCall["function"] as JsonObject;
  const changed = { ...called, arguments: change(called["arguments"]!) };
  return { ...block, toolCall: { ...toolCall, function: changed } };
}

/** Messages as a service stores them: without shorthands. */
export function storedMessages(messages: Json): readonly JsonObject[] {
  const asText = (value: Json): Json =>
    typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return (messages as readonly JsonObject[]).map(({ role, content }) => ({
    role: role!,
    content: blocksOf(content!).map((block) => withArguments(block, asText)),
  }));
}
