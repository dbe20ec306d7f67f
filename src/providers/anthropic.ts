// Anthropic: URL, headers and replies of the Messages API. The request body is anthropic-request.ts.
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import type { Block } from "../generated/types.ts";
import { toAnthropicRequest } from "./anthropic-request.ts";
import {
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

function parseReply(response: Json): ProviderReply | undefined {
  if (!isObject(response) || !Array.isArray(response["content"])) return undefined;
  const usage = parseUsage(response["usage"]);
  const content = (response["content"] as readonly Json[]).map((block) =>
    isObject(block) ? parseBlock(block) : undefined,
  );
  if (!usage || content.includes(undefined)) return undefined;
  const model = response["model"];
  return {
    content: content.flatMap((blocks) => blocks ?? []),
    usage,
    model: typeof model === "string" ? model : undefined,
  };
}

/** No blocks for types that a message cannot contain, such as thinking; undefined if invalid. */
function parseBlock({ type, text, id, name, input }: JsonObject): Block[] | undefined {
  if (type === "text") return typeof text === "string" ? textBlocks(text) : undefined;
  if (type !== "tool_use") return [];
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return [toolCallBlock(id, name, JSON.stringify(input ?? {}))];
}

/** Anthropic does not include cached tokens in `input_tokens`. */
function parseUsage(usage: Json | undefined): TokenUsage | undefined {
  if (!isObject(usage) || typeof usage["input_tokens"] !== "number") return undefined;
  if (typeof usage["output_tokens"] !== "number") return undefined;
  const cacheReadTokens = numberOrZero(usage["cache_read_input_tokens"]);
  const cacheWriteTokens = numberOrZero(usage["cache_creation_input_tokens"]);
  return {
    inputTokens: usage["input_tokens"] + cacheReadTokens + cacheWriteTokens,
    outputTokens: usage["output_tokens"],
    cacheReadTokens,
    cacheWriteTokens,
  };
}
