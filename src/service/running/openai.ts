// OpenAI: address, headers and answers of its chat-completions interface.
// What is sent is native-openai.ts.
import { isObject, type Json } from "../../engine/model/json.ts";
import type { Block } from "../../generated/types.ts";
import { toOpenai } from "./native-openai.ts";
import {
  count,
  type Provider,
  type Reply,
  textBlocks,
  toolCallBlock,
  type Usage,
} from "./provider.ts";

export const openai: Provider = {
  id: "openai",
  name: "OpenAI",
  keyVariable: "OPENAI_API_KEY",
  baseUrl: "https://api.openai.com/v1",
  native: toOpenai,
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read,
};

function read(answer: Json): Reply | undefined {
  if (!isObject(answer) || !Array.isArray(answer["choices"])) return undefined;
  const [choice] = answer["choices"] as readonly Json[];
  const message = isObject(choice) ? choice["message"] : undefined;
  const usage = usageOf(answer["usage"]);
  if (!isObject(message) || !usage) return undefined;
  const calls = callsOf(message["tool_calls"]);
  if (!calls) return undefined;
  const model = answer["model"];
  return {
    // A refusal stands in a field of its own; to who reads the reply it is what the model said.
    content: [...textBlocks(message["content"]), ...textBlocks(message["refusal"]), ...calls],
    usage,
    model: typeof model === "string" ? model : undefined,
  };
}

function callsOf(calls: Json | undefined): Block[] | undefined {
  if (calls === undefined || calls === null) return [];
  if (!Array.isArray(calls)) return undefined;
  const blocks = (calls as readonly Json[]).map(callOf);
  return blocks.includes(undefined) ? undefined : blocks.filter((block) => block !== undefined);
}

function callOf(call: Json): Block | undefined {
  if (!isObject(call) || typeof call["id"] !== "string" || !isObject(call["function"]))
    return undefined;
  const { name, arguments: given } = call["function"];
  if (typeof name !== "string" || typeof given !== "string") return undefined;
  return toolCallBlock(call["id"], name, given);
}

/** OpenAI counts tokens of its cache among the others. */
function usageOf(usage: Json | undefined): Usage | undefined {
  if (!isObject(usage) || typeof usage["prompt_tokens"] !== "number") return undefined;
  if (typeof usage["completion_tokens"] !== "number") return undefined;
  const details = usage["prompt_tokens_details"];
  return {
    inputTokens: usage["prompt_tokens"],
    outputTokens: usage["completion_tokens"],
    cacheReadTokens: isObject(details) ? count(details["cached_tokens"]) : 0,
    cacheWriteTokens: 0,
  };
}
