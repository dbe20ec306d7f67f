// Which API a request is for, where its fields tell: a format that reads another API refuses it.
import { isObject, type Json, listOf, objectOf, objectsIn } from "../../engine/model/json.ts";
import { providerOfModel } from "../../engine/providers/known-models.ts";
import { shellQuote } from "../../engine/text/shell-quote.ts";
import { RefusedPart } from "./imported.ts";
import type { SourceNode } from "./source-node.ts";

/** The APIs, by the format of `import` for their requests. */
const apiNames = {
  openai: "the Responses API of OpenAI",
  "openai-chat": "the Chat Completions API of OpenAI",
  anthropic: "the Messages API of Anthropic",
} as const;

/** A format for requests. */
export type RequestApi = keyof typeof apiNames;

/** Throws a RefusedPart with the right command if a request, or a line of a batch file, is for another API. */
export function refuseOtherApi(part: SourceNode, accepted: readonly RequestApi[]): void {
  const { params, body, url } = objectOf(part.value);
  if (typeof url === "string" && !/\/(?:responses|completions|messages)$/.test(url)) return;
  const api = apiOf([params, body].find(isObject) ?? part.value);
  if (api === undefined || accepted.includes(api)) return;
  const command = `promptctl import ${api} ${shellQuote(part.record.source.file)}`;
  throw new RefusedPart(part, `It is a request of ${apiNames[api]}. Use: ${command}`);
}

/** Whether a request has fields that only Chat Completions has. */
export function isChatRequest(request: Json | undefined): boolean {
  return isObject(request) && chatFields.some((key) => Object.hasOwn(request, key));
}

const chatFields = [
  "max_completion_tokens",
  "max_tokens",
  "reasoning_effort",
  "response_format",
  "stop",
  "stream_options",
  "verbosity",
];

/** Undefined if the fields are those of several APIs. */
function apiOf(request: Json | undefined): RequestApi | undefined {
  if (!isObject(request)) return undefined;
  const has = (...keys: readonly string[]): boolean =>
    keys.some((key) => Object.hasOwn(request, key));
  if (!has("messages")) return has("input", "instructions") ? "openai" : undefined;
  const messages = objectsIn(request["messages"]);
  const partTypes = messages.flatMap(({ content }) =>
    listOf(content).map((each) => objectOf(each)["type"]),
  );
  const isAnthropic =
    has("system", "anthropic_version") ||
    partTypes.some((type) => type === "tool_use" || type === "tool_result");
  if (isAnthropic) return "anthropic";
  const isClaude = providerOfModel(String(request["model"])) === "ANTHROPIC"; // has later ones too
  const isChat =
    has("max_completion_tokens", "response_format", "frequency_penalty", "presence_penalty") ||
    objectsIn(request["tools"]).some((tool) => isObject(tool["function"])) ||
    messages.some(
      (message, index) =>
        ["developer", "tool"].includes(String(message["role"])) ||
        (message["role"] === "system" && !(isClaude && index > 0)) ||
        Object.hasOwn(message, "tool_calls"),
    );
  return isChat ? "openai-chat" : undefined;
}
