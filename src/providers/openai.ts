// OpenAI: URL, headers and replies of the Chat Completions API. The request body is openai-request.ts.
import { isObject, type Json } from "../engine/model/json.ts";
import type { Block } from "../generated/types.ts";
import { toOpenaiRequest } from "./openai-request.ts";
import {
  numberOrZero,
  type Provider,
  type ProviderReply,
  textBlocks,
  type TokenUsage,
  toolCallBlock,
} from "./provider.ts";

export const openai: Provider = {
  id: "openai",
  name: "OpenAI",
  keyVariable: "OPENAI_API_KEY",
  baseUrl: "https://api.openai.com/v1",
  toRequest: toOpenaiRequest,
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  parseReply,
};

function parseReply(response: Json): ProviderReply | undefined {
  if (!isObject(response) || !Array.isArray(response["choices"])) return undefined;
  const [choice] = response["choices"] as readonly Json[];
  const message = isObject(choice) ? choice["message"] : undefined;
  const usage = parseUsage(response["usage"]);
  if (!isObject(message) || !usage) return undefined;
  const calls = parseToolCalls(message["tool_calls"]);
  if (!calls) return undefined;
  const model = response["model"];
  return {
    // The model's refusal is a separate field; in the reply it is text like any other.
    content: [...textBlocks(message["content"]), ...textBlocks(message["refusal"]), ...calls],
    usage,
    model: typeof model === "string" ? model : undefined,
  };
}

function parseToolCalls(calls: Json | undefined): Block[] | undefined {
  if (calls === undefined || calls === null) return [];
  if (!Array.isArray(calls)) return undefined;
  const blocks = (calls as readonly Json[]).map(parseToolCall);
  return blocks.includes(undefined) ? undefined : blocks.filter((block) => block !== undefined);
}

function parseToolCall(call: Json): Block | undefined {
  if (!isObject(call) || typeof call["id"] !== "string" || !isObject(call["function"]))
    return undefined;
  const { name, arguments: args } = call["function"];
  if (typeof name !== "string" || typeof args !== "string") return undefined;
  return toolCallBlock(call["id"], name, args);
}

/** OpenAI includes cached tokens in `prompt_tokens`. */
function parseUsage(usage: Json | undefined): TokenUsage | undefined {
  if (!isObject(usage) || typeof usage["prompt_tokens"] !== "number") return undefined;
  if (typeof usage["completion_tokens"] !== "number") return undefined;
  const details = usage["prompt_tokens_details"];
  return {
    inputTokens: usage["prompt_tokens"],
    outputTokens: usage["completion_tokens"],
    cacheReadTokens: isObject(details) ? numberOrZero(details["cached_tokens"]) : 0,
    cacheWriteTokens: 0,
  };
}
