// What a written value means, by a table of our own made from the interface: the oracle's normal
// form. Imports nothing of the engine.

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** resolved.md, "Defaults the definitions may leave out" and "The eight assertion variants". */
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

/** Text that is equal exactly for equal JSON values: key order means nothing, 1 is 1.0. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "number") return String(value + 0);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`;
}

/** The value with what is absent or null taken from the defaults. */
function filled(value: JsonObject, defaults: JsonObject): JsonObject {
  const said = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries([...Object.entries(defaults), ...said]);
}

/** How a service may answer: as it was written, with every default, or with null where that is one. */
export type Spelling = "asWritten" | "filled" | "nulls";

/** The same parameters, own fields of an evaluation, or assertion, in another spelling. */
export function spelled(
  value: JsonObject,
  what: "parameters" | "evaluation" | "assertion",
  spelling: Spelling,
): JsonObject {
  const defaults = {
    parameters: parameterDefaults,
    evaluation: evaluationDefaults,
    assertion: assertionDefaults[String(value["type"])] ?? {},
  };
  if (spelling === "asWritten") return value;
  const all = filled(value, defaults[what]);
  const isNull = (key: string, each: Json): boolean =>
    spelling === "nulls" &&
    ["$", "{}"].includes(typeof each === "string" ? each : canonical(each)) &&
    ["jsonPath", "variables"].includes(key);
  return Object.fromEntries(
    Object.entries(all).map(([key, each]) => [key, isNull(key, each) ? null : each]),
  );
}

export function toolMeaning({ name, description, parameters }: JsonObject): string {
  return canonical([name!, description!, parameters!]);
}

/** `tools`: what stands for each of its tools; a set. */
export function promptMeaning(prompt: JsonObject, tools: readonly string[]): string {
  const parameters = filled(prompt["parameters"] as JsonObject, parameterDefaults);
  const messages = messagesMeaning(prompt["messages"]!);
  return canonical([prompt["name"]!, parameters, messages, [...new Set(tools)].sort()]);
}

/** The four fields of an evaluation's own, by name. */
export function evaluationMeaning(own: JsonObject): JsonObject {
  const { variables, appendedMessages, weight, threshold } = filled(own, evaluationDefaults);
  const messages = messagesMeaning(appendedMessages!);
  return {
    variables: variables!,
    appendedMessages: messages,
    weight: weight!,
    threshold: threshold!,
  };
}

export function assertionMeaning(value: JsonObject): string {
  return canonical(filled(value, assertionDefaults[String(value["type"])]!));
}

function messagesMeaning(messages: Json): Json {
  return (messages as readonly JsonObject[]).map(({ role, content }) => [
    role!,
    blocksOf(content!).map(blockMeaning),
  ]);
}

function blocksOf(content: Json): readonly JsonObject[] {
  return typeof content === "string"
    ? [{ type: "TEXT", text: content }]
    : (content as readonly JsonObject[]);
}

/** Arguments that are JSON count as JSON, others as text. */
function blockMeaning(block: JsonObject): Json {
  return withArguments(block, (found) => {
    if (typeof found !== "string") return canonical(found);
    try {
      return canonical(JSON.parse(found) as Json);
    } catch {
      return found;
    }
  });
}

function withArguments(block: JsonObject, change: (found: Json) => Json): JsonObject {
  if (block["type"] !== "TOOL_CALL") return block;
  const toolCall = block["toolCall"] as JsonObject;
  const called = toolCall["function"] as JsonObject;
  const changed = { ...called, arguments: change(called["arguments"]!) };
  return { ...block, toolCall: { ...toolCall, function: changed } };
}

/** Messages as a service keeps them: without shorthands. */
export function storedMessages(messages: Json): readonly JsonObject[] {
  const asText = (found: Json): Json =>
    typeof found === "string" ? found : JSON.stringify(found, null, 1);
  return (messages as readonly JsonObject[]).map(({ role, content }) => ({
    role: role!,
    content: blocksOf(content!).map((each) => withArguments(each, asText)),
  }));
}
