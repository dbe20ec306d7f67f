// Anthropic: calls of the Messages API, and its replies.
import { type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { StopReason } from "../engine/model/prompt-run.ts";
import type { Block } from "../generated/types.ts";
import { messagesVersion, toMessagesRequest } from "./anthropic-request.ts";
import { argumentText, type CallIds, createCallIds } from "./call-ids.ts";
import {
  expectType,
  type ParsedReply,
  type ProviderCalls,
  textBlocks,
  toolCallBlock,
} from "./provider.ts";

export const anthropic: ProviderCalls = {
  usageFormat: "default",
  toRequest: toMessagesRequest,
  // Users write the base URL with and without the version.
  url: (baseUrl) => `${baseUrl.replace(/\/v1$/, "")}/v1/messages`,
  headers: (key) => ({
    ...(key !== undefined && { "x-api-key": key }),
    "anthropic-version": messagesVersion,
  }),
  parseReply,
};

/** By stop_reason (docs.claude.com, "Handling stop reasons", November 2026). */
const stopReasons: { readonly [reason: string]: StopReason } = {
  end_turn: "complete",
  stop_sequence: "complete",
  tool_use: "tool-calls",
  max_tokens: "truncated",
  model_context_window_exceeded: "truncated",
  refusal: "refused",
};

function parseReply(response: JsonObject): ParsedReply {
  const { content, stop_reason: reason, stop_details } = response;
  const { explanation } = objectOf(stop_details);
  const ids = createCallIds(response);
  return {
    content:
      typeof content === "string"
        ? textBlocks(content)
        : expectType(content, "list", "content").flatMap((block, index) =>
            parseBlock(block, `content[${index}]`, ids),
          ),
    stopReason: typeof reason === "string" ? (stopReasons[reason] ?? "other") : null,
    ...(typeof explanation === "string" && { stopExplanation: explanation }),
  };
}

/** No blocks for types that a message cannot contain, such as thinking. */
function parseBlock(block: Json, field: string, ids: CallIds): Block[] {
  const { type, text, id, name, input } = expectType(block, "object", field);
  if (type === "text") return textBlocks(expectType(text, "string", `${field}.text`));
  if (type !== "tool_use") return [];
  const callId = ids.idOf(id, `${field}.id`);
  const toolName = expectType(name, "string", `${field}.name`);
  return [toolCallBlock(callId, toolName, argumentText(input))];
}
