// OpenAI: URL, headers and replies of the Chat Completions API. The request body is openai-request.ts.
import { type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { Block } from "../generated/types.ts";
import { toOpenaiRequest } from "./openai-request.ts";
import {
  expectType,
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

function parseReply(response: Json): ProviderReply {
  const { choices, usage, model } = expectType(response, "object");
  const { message } = expectType(expectType(choices, "list")[0], "object");
  const { content, refusal, tool_calls } = expectType(message, "object");
  // The model's refusal is a separate field; in the reply it is text like any other.
  const texts = [content, refusal].filter((text) => typeof text === "string");
  const calls = expectType(tool_calls ?? [], "list");
  return {
    content: [...texts.flatMap(textBlocks), ...calls.map(parseToolCall)],
    usage: parseUsage(expectType(usage, "object")),
    model,
  };
}

function parseToolCall(call: Json): Block {
  const { id, function: tool } = expectType(call, "object");
  const { name, arguments: args } = expectType(tool, "object");
  return toolCallBlock(
    expectType(id, "string"),
    expectType(name, "string"),
    expectType(args, "string"),
  );
}

/** OpenAI includes cached tokens in `prompt_tokens`. */
function parseUsage(usage: JsonObject): TokenUsage {
  return {
    inputTokens: expectType(usage["prompt_tokens"], "number"),
    outputTokens: expectType(usage["completion_tokens"], "number"),
    cacheReadTokens: numberOrZero(objectOf(usage["prompt_tokens_details"])["cached_tokens"]),
    cacheWriteTokens: 0,
  };
}
