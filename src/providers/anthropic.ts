// Anthropic: URL, headers and replies of the Messages API. The request body is anthropic-request.ts.
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { Block } from "../generated/types.ts";
import { toAnthropicRequest } from "./anthropic-request.ts";
import {
  expectType,
  numberOrZero,
  type Provider,
  type ProviderReply,
  textBlocks,
  type TokenUsage,
  toolCallBlock,
} from "./provider.ts";

export const anthropic: Provider = {
  id: "anthropic",
  name: "Anthropic",
  keyVariable: "ANTHROPIC_API_KEY",
  baseUrl: "https://api.anthropic.com",
  toRequest: toAnthropicRequest,
  // Users write the base URL with and without the version.
  url: (baseUrl) => `${baseUrl.replace(/\/v1$/, "")}/v1/messages`,
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  parseReply,
};

function parseReply(response: Json): ProviderReply {
  const { content, usage, model } = expectType(response, "object");
  return {
    content: expectType(content, "list").flatMap(parseBlock),
    usage: parseUsage(expectType(usage, "object")),
    model,
  };
}

/** No blocks for types that a message cannot contain, such as thinking. */
function parseBlock(block: Json): Block[] {
  const { type, text, id, name, input } = expectType(block, "object");
  if (type === "text") return textBlocks(expectType(text, "string"));
  if (type !== "tool_use") return [];
  const args = JSON.stringify(input ?? {});
  return [toolCallBlock(expectType(id, "string"), expectType(name, "string"), args)];
}

/** Anthropic does not include cached tokens in `input_tokens`. */
function parseUsage(usage: JsonObject): TokenUsage {
  const cacheReadTokens = numberOrZero(usage["cache_read_input_tokens"]);
  const cacheWriteTokens = numberOrZero(usage["cache_creation_input_tokens"]);
  const uncachedTokens = expectType(usage["input_tokens"], "number");
  return {
    inputTokens: uncachedTokens + cacheReadTokens + cacheWriteTokens,
    outputTokens: expectType(usage["output_tokens"], "number"),
    cacheReadTokens,
    cacheWriteTokens,
  };
}
