// What an import changes in the requests of an application: fields without which another request is
// sent, and cases that cannot be sent at all.
import { isObject, type Json, type JsonObject, type Path } from "../../engine/model/json.ts";
import { missingIn, type Variables } from "../../engine/render/template.ts";
import { textsOf } from "./messages.ts";
import type { LeftField } from "./source-node.ts";

/** Fields that reach the model, under the names of all formats. */
const sent = wordsOf(`
  content developer input instructions messages prompt system audio effort format
  frequency_penalty function_call functions jsonSchema logit_bias max_completion_tokens
  max_output_tokens max_tokens mcp_servers maxTokens modalities n output outputs
  parallel_tool_calls prediction presence_penalty reasoning reasoning_effort responseFormat
  response_format seed skills stop stopSequences stop_sequences strict temperature thinking
  thinkingConfig tool_choice tools topK topP top_k top_p truncation verbosity web_search_options
`);

/** Where sources have test data, records and what describes a prompt. */
const notSent = wordsOf(`
  defaultTest derivedMetrics evaluateOptions evaluators inputs item metadata sample scenarios
  source testData testing_criteria tests variables
`);

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Whether an application sends the field, which no definition has after the import. */
export function isSentField({ path, cases, source }: LeftField): boolean {
  const keys = path.filter((key) => typeof key === "string");
  const isOfEditor = /\.prompt\.md$/i.test(source.file);
  if (cases !== undefined || isOfEditor || source.isTestData) return false;
  if (source.body && /^(?:config|model\.(?:parameters|options))(?:\.|$)/.test(keys.join(".")))
    return true;
  const isInput = source.body !== undefined && keys[0] === "input"; // of a dotprompt
  if (isInput || keys.some((key) => notSent.has(key))) return false;
  return [...keys, ...keysAt(source.value, path)].some((key) => sent.has(key));
}

/** The keys of the object at a path: an object of which nothing is carried is one field. */
function keysAt(value: Json, path: Path): string[] {
  const found = path.reduce<Json | undefined>(
    (each, key) => (typeof each === "object" ? (each as JsonObject | null)?.[key] : undefined),
    value,
  );
  return isObject(found) ? Object.keys(found) : [];
}

/** Why an imported definition, or how many of its cases, cannot run as it is; undefined if all can. */
export function stoppedCases({
  parameters,
  messages,
  evaluations = [],
}: JsonObject): string | undefined {
  const cases = evaluations as JsonObject[];
  const list = messages as JsonObject[];
  const isOnlySystem = list.every(({ role }) => role === "system");
  if (isOnlySystem && (parameters as JsonObject)["provider"] === "ANTHROPIC")
    return cases.length > 0
      ? "Its cases cannot run: Anthropic refuses requests without a message of the user."
      : "Anthropic refuses requests without a message of the user: append one when you run it, or import a text with --role user.";
  const text = textsOf(list).join("\n");
  const missing = cases.map(({ variables = {} }) => missingIn(text, variables as Variables));
  const stopped = missing.filter((names) => names.length > 0);
  if (stopped.length === 0) return undefined;
  const names = [...new Set(stopped.flat())].map((name) => `{{${name}}}`).join(", ");
  return `${stopped.length} of its ${cases.length} cases cannot run: they have no value for ${names}.`;
}
