// OpenAI: calls of the Chat Completions API, and its replies.
// Replies of compatible servers have tool calls in several shapes; what can be read is read.
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import type { StopReason } from "../engine/model/prompt-run.ts";
import type { Block } from "../generated/types.ts";
import { argumentText, type CallIds, createCallIds } from "./call-ids.ts";
import { bearerHeaders, contentTexts, hasRefusal } from "./openai-parts.ts";
import { toChatRequest } from "./openai-request.ts";
import {
  expectType,
  type ParsedReply,
  type ProviderCalls,
  textBlocks,
  toolCallBlock,
} from "./provider.ts";

export const openai: ProviderCalls = {
  usageFormat: "chat",
  toRequest: toChatRequest,
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  headers: bearerHeaders,
  parseReply,
};

/** By finish_reason (platform.openai.com, "The chat completion object", November 2026). */
const stopReasons: { readonly [reason: string]: StopReason } = {
  stop: "complete",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  length: "truncated",
  content_filter: "filtered",
};

function parseReply(response: JsonObject): ParsedReply {
  const { choices } = response;
  const choice = expectType(expectType(choices, "list", "choices")[0], "object", "choices[0]");
  const { message, finish_reason: reason } = choice;
  const { content, refusal, tool_calls, function_call } = expectType(
    message,
    "object",
    messageField,
  );
  // The model's refusal is a separate field; in the reply it is text like any other.
  const texts = [
    ...contentTexts(content, `${messageField}.content`),
    ...(typeof refusal === "string" ? [refusal] : []),
  ];
  const calls = expectType(tool_calls ?? [], "list", `${messageField}.tool_calls`);
  const ids = createCallIds(response);
  const isRefusal = Boolean(refusal) || hasRefusal(content);
  const stopReason = typeof reason === "string" ? (stopReasons[reason] ?? "other") : null;
  return {
    content: [
      ...texts.flatMap(textBlocks),
      ...calls.map((call, index) =>
        parseToolCall(call, `${messageField}.tool_calls[${index}]`, ids),
      ),
      ...(calls.length === 0 && isObject(function_call)
        ? [functionBlock(function_call, undefined, { field: `${messageField}.function_call`, ids })]
        : []),
    ],
    stopReason: stopReason === "complete" && isRefusal ? "refused" : stopReason,
  };
}

/** The field of the reply, for messages. */
const messageField = "choices[0].message";

function parseToolCall(call: Json, field: string, ids: CallIds): Block {
  const { id, function: tool, ...flat } = expectType(call, "object", field);
  // Some servers have the name and the arguments in the call itself.
  if (tool === undefined && flat["name"] !== undefined)
    return functionBlock(flat, id, { field, ids });
  const called = expectType(tool, "object", `${field}.function`);
  return functionBlock(called, id, { field, ids, toolField: `${field}.function` });
}

interface CallPlace {
  /** The field of the call, and of its function, for messages. */
  readonly field: string;
  readonly toolField?: string;
  readonly ids: CallIds;
}

function functionBlock(
  { name, arguments: args }: JsonObject,
  id: Json | undefined,
  { field, toolField = field, ids }: CallPlace,
): Block {
  const toolName = expectType(name, "string", `${toolField}.name`);
  return toolCallBlock(ids.idOf(id, `${field}.id`), toolName, argumentText(args));
}
