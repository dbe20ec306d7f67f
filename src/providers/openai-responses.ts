// OpenAI: calls of the Responses API, and its replies.
// Replies: reasoning is dropped, and so is the phase of a message.
import { type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { StopReason } from "../engine/model/prompt-run.ts";
import type { Block } from "../generated/types.ts";
import { argumentText, type CallIds, createCallIds } from "./call-ids.ts";
import { bearerHeaders, contentTexts, hasRefusal } from "./openai-parts.ts";
import { toResponsesRequest } from "./openai-responses-request.ts";
import {
  expectType,
  type ParsedReply,
  type ProviderCalls,
  textBlocks,
  toolCallBlock,
  UnreadableReply,
} from "./provider.ts";

export const openaiResponses: ProviderCalls = {
  usageFormat: "responses",
  toRequest: toResponsesRequest,
  url: (baseUrl) => `${baseUrl}/responses`,
  headers: bearerHeaders,
  parseReply,
};

function parseReply(response: JsonObject): ParsedReply {
  refuseUnfinished(response);
  const items = expectType(response["output"], "list", "output").map((item, index) =>
    expectType(item, "object", `output[${index}]`),
  );
  const ids = createCallIds(response);
  const stopReason = stopReasonOf(response);
  const isRefusal = items.some(({ content }) => hasRefusal(content));
  return {
    content: items.flatMap((item, index) => itemBlocks(item, `output[${index}]`, ids)),
    stopReason: stopReason === "complete" && isRefusal ? "refused" : stopReason,
  };
}

/** The statuses of a response without a reply (platform.openai.com, "The response object", November 2026). */
const unfinished: ReadonlySet<Json | undefined> = new Set([
  "failed",
  "cancelled",
  "queued",
  "in_progress",
]);

function refuseUnfinished({ status }: JsonObject): void {
  if (unfinished.has(status))
    throw new UnreadableReply(`its status is ${String(status)}, not completed or incomplete`);
}

/** By `incomplete_details.reason`. */
const incompleteReasons: { readonly [reason: string]: StopReason } = {
  max_output_tokens: "truncated",
  content_filter: "filtered",
};

function stopReasonOf({ status, incomplete_details: details }: JsonObject): StopReason | null {
  const { reason } = objectOf(details);
  if (typeof reason === "string") return incompleteReasons[reason] ?? "other";
  if (status === undefined || status === null) return null;
  return status === "completed" ? "complete" : "other";
}

/** The texts of a message, or a call; nothing for other items, such as reasoning. */
function itemBlocks(item: JsonObject, field: string, ids: CallIds): Block[] {
  const { type, content } = item;
  if (type === "function_call") {
    const { call_id: callId, id, name, arguments: args } = item;
    const toolName = expectType(name, "string", `${field}.name`);
    const toolCallId = ids.idOf(callId ?? id, `${field}.call_id`);
    return [toolCallBlock(toolCallId, toolName, argumentText(args))];
  }
  const isMessage = type === "message" || type === undefined;
  return isMessage ? contentTexts(content, `${field}.content`).flatMap(textBlocks) : [];
}
