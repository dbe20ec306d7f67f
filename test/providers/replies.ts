// Replies of both providers as their APIs send them.
import type { JsonObject } from "../../src/engine/model/json.ts";

export function claudeReply(text: string, usage: JsonObject = {}): JsonObject {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 1000, output_tokens: 100, ...usage },
  };
}

export function gptReply(text: string): JsonObject {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "gpt-4.1-2025-04-14",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
  };
}

export function responsesReply(text: string, fields: JsonObject = {}): JsonObject {
  const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
  return {
    id: "resp_1",
    object: "response",
    status: "completed",
    error: null,
    incomplete_details: null,
    model: "gpt-5.1-2025-11-13",
    output: [
      { id: "rs_1", type: "reasoning", summary: [] },
      { id: "msg_1", type: "message", status: "completed", role: "assistant", content },
    ],
    usage: {
      input_tokens: 1000,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 100,
      output_tokens_details: { reasoning_tokens: 60 },
      total_tokens: 1100,
    },
    ...fields,
  };
}
