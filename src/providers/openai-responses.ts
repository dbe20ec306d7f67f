// OpenAI: requests and responses of the Responses API.
// OpenAI rejects some valid prompts, so their requests are adapted: other content of a message with tool
// results follows them as a user message, and a tool schema without a type or properties gets both. Tools say
// whether they are strict, because here they are if a request does not say. Each text of the assistant is an
// item of its own: its messages take no parts of input. A call has a call_id and no id, which would name an
// item that OpenAI has stored. Requests are not stored unless the option `extra` asks for it.
// Replies: reasoning is dropped, and so is the phase of a message.
import { type Json, type JsonObject, objectOf } from "../engine/model/json.ts";
import type { StopReason } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { Block, ImageBlock, TextBlock } from "../generated/types.ts";
import { argumentText, type CallIds, createCallIds } from "./call-ids.ts";
import {
  bearerHeaders,
  contentTexts,
  dataUrl,
  hasRefusal,
  toContent,
  toFunction,
  toToolChoice,
} from "./openai-parts.ts";
import {
  expectType,
  type ParsedReply,
  type ProviderCalls,
  textBlocks,
  toolCallBlock,
  UnreadableReply,
} from "./provider.ts";
import { type ProviderMessage, toProviderMessages } from "./provider-messages.ts";
import { schemaName, type SentOptions, sentOptions, withExtra } from "./sent-options.ts";
import { type SentSettings, sentSettings } from "./sent-settings.ts";

export const openaiResponses: ProviderCalls = {
  usageFormat: "responses",
  toRequest,
  url: (baseUrl) => `${baseUrl}/responses`,
  headers: bearerHeaders,
  parseReply,
};

/** The body of POST /responses. */
function toRequest({ prompt, messages, user }: RenderedPrompt): Record<string, unknown> {
  const settings = sentSettings(prompt.parameters);
  const { reasoningEffort, responseSchema, strictTools, extra } = sentOptions(prompt.parameters);
  const body = {
    model: prompt.parameters.name,
    input: toProviderMessages(messages).flatMap(toItems),
    ...(prompt.tools.length > 0 && {
      tools: prompt.tools.map((tool) => ({
        type: "function",
        ...toFunction(tool, strictTools === true),
        strict: strictTools === true,
      })),
      tool_choice: toToolChoice(settings, (name) => ({ type: "function", name })),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    reasoning: reasoningEffort === undefined ? undefined : { effort: reasoningEffort },
    text: toTextFormat(prompt.name, responseSchema, settings),
    max_output_tokens: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    store: extra?.["store"] === undefined ? false : undefined,
    stream: settings.stream,
    user: user || undefined,
  };
  return withExtra(body, prompt.parameters);
}

function toTextFormat(
  promptName: string,
  schema: SentOptions["responseSchema"],
  { responseFormat }: SentSettings,
) {
  if (schema !== undefined) {
    const name = schemaName(promptName);
    return { format: { type: "json_schema", name, schema, strict: true } };
  }
  return responseFormat === "JSON" ? { format: { type: "json_object" } } : undefined;
}

/** The items of a message. */
function toItems({ role, results, blocks }: ProviderMessage): object[] {
  if (role === "assistant") return blocks.flatMap(toAssistantItems);
  const outputs = results.map(({ toolCallId, result }) => ({
    type: "function_call_output",
    call_id: toolCallId,
    output: result,
  }));
  const parts = blocks.filter((block) => block.type !== "TOOL_CALL");
  if (outputs.length > 0 && parts.length === 0) return outputs;
  return [...outputs, { role, content: toContent(parts, toPart) }];
}

function toAssistantItems(block: ProviderMessage["blocks"][number]): object[] {
  if (block.type === "TOOL_CALL") {
    const { toolCallId, function: tool } = block.toolCall;
    const call = { call_id: toolCallId, name: tool.name, arguments: tool.arguments };
    return [{ type: "function_call", ...call }];
  }
  const isSent = block.type === "TEXT" && block.text !== "";
  return isSent ? [{ role: "assistant", content: block.text }] : [];
}

function toPart(block: TextBlock | ImageBlock) {
  return block.type === "TEXT"
    ? { type: "input_text", text: block.text }
    : { type: "input_image", image_url: dataUrl(block), detail: "auto" };
}

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
