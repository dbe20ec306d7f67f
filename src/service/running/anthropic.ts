// Anthropic: address, headers and answers of its messages interface.
// What is sent is native-anthropic.ts.
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";
import type { Block } from "../../generated/types.ts";
import { toAnthropic } from "./native-anthropic.ts";
import {
  count,
  type Provider,
  type Reply,
  textBlocks,
  toolCallBlock,
  type Usage,
} from "./provider.ts";

export const anthropic: Provider = {
  id: "anthropic",
  name: "Anthropic",
  keyVariable: "ANTHROPIC_API_KEY",
  baseUrl: "https://api.anthropic.com",
  native: toAnthropic,
  // People name the base with and without the version.
  url: (baseUrl) => `${baseUrl.replace(/\/v1$/, "")}/v1/messages`,
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  read,
};

function read(answer: Json): Reply | undefined {
  if (!isObject(answer) || !Array.isArray(answer["content"])) return undefined;
  const usage = usageOf(answer["usage"]);
  const content = (answer["content"] as readonly Json[]).map((block) =>
    isObject(block) ? blocksOf(block) : undefined,
  );
  if (!usage || content.includes(undefined)) return undefined;
  const model = answer["model"];
  return {
    content: content.flatMap((blocks) => blocks ?? []),
    usage,
    model: typeof model === "string" ? model : undefined,
  };
}

/** None for sorts of blocks that a message of ours cannot hold, such as thinking. */
function blocksOf({ type, text, id, name, input }: JsonObject): Block[] | undefined {
  if (type === "text") return typeof text === "string" ? textBlocks(text) : undefined;
  if (type !== "tool_use") return [];
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return [toolCallBlock(id, name, JSON.stringify(input ?? {}))];
}

/** Anthropic counts tokens of its cache beside the others. */
function usageOf(usage: Json | undefined): Usage | undefined {
  if (!isObject(usage) || typeof usage["input_tokens"] !== "number") return undefined;
  if (typeof usage["output_tokens"] !== "number") return undefined;
  const cacheReadTokens = count(usage["cache_read_input_tokens"]);
  const cacheWriteTokens = count(usage["cache_creation_input_tokens"]);
  return {
    inputTokens: usage["input_tokens"] + cacheReadTokens + cacheWriteTokens,
    outputTokens: usage["output_tokens"],
    cacheReadTokens,
    cacheWriteTokens,
  };
}
