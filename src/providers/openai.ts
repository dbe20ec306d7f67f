// OpenAI: requests and responses of the Chat Completions API.
// OpenAI rejects some valid prompts, so their requests are adapted: other content of a message with tool
// results follows them as a user message; a tool schema without a type gets "object", and one
// without properties gets empty ones; models that refuse tools while they reason do not reason. The texts
// of a message of the assistant become one, and one that only calls tools has the content null, because
// compatible servers refuse other forms. Tool call arguments are sent as the model wrote them.
// Replies of compatible servers have tool calls in several shapes; what can be read is read.
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import { canStopReasoning, refusedBy } from "../engine/providers/known-models.ts";
import type { StopReason } from "../engine/model/prompt-run.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import type { Block, ImageBlock, TextBlock, Tool } from "../generated/types.ts";
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
} from "./provider.ts";
import { type ProviderMessage, toProviderMessages } from "./provider-messages.ts";
import { schemaName, type SentOptions, sentOptions, withExtra } from "./sent-options.ts";
import { type SentSettings, sentSettings } from "./sent-settings.ts";

export const openai: ProviderCalls = {
  usageFormat: "chat",
  toRequest,
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  headers: bearerHeaders,
  parseReply,
};

/** The body of POST /chat/completions. */
function toRequest(
  { prompt, messages, user }: RenderedPrompt,
  maxTokensField = "max_completion_tokens",
): Record<string, unknown> {
  const { provider, name } = prompt.parameters;
  const settings = sentSettings(prompt.parameters);
  const { reasoningEffort, responseSchema, stopSequences, strictTools } = sentOptions(
    prompt.parameters,
  );
  const hasTools = prompt.tools.length > 0;
  const mustNotReason = hasTools && refusedBy(provider, name).has("toolsInChat");
  const stopsReasoning = mustNotReason && canStopReasoning(provider, name);
  const body = {
    model: name,
    messages: toProviderMessages(messages).flatMap(toMessages),
    ...(hasTools && {
      tools: prompt.tools.map((tool) => toTool(tool, strictTools === true)),
      tool_choice: toToolChoice(settings, (tool) => ({
        type: "function",
        function: { name: tool },
      })),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    reasoning_effort: reasoningEffort ?? (stopsReasoning ? "none" : undefined),
    response_format: toResponseFormat(prompt.name, responseSchema, settings),
    [maxTokensField]: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    frequency_penalty: settings.frequencyPenalty,
    presence_penalty: settings.presencePenalty,
    seed: settings.seed,
    stop: stopSequences,
    stream: settings.stream,
    user: user || undefined,
  };
  return withExtra(body, prompt.parameters);
}

function toResponseFormat(
  promptName: string,
  schema: SentOptions["responseSchema"],
  { responseFormat }: SentSettings,
) {
  if (schema === undefined) return responseFormat === "JSON" ? { type: "json_object" } : undefined;
  return {
    type: "json_schema",
    json_schema: { name: schemaName(promptName), schema, strict: true },
  };
}

function toMessages({ role, results, blocks }: ProviderMessage): object[] {
  const toolMessages = results.map(({ toolCallId, result }) => ({
    role: "tool",
    tool_call_id: toolCallId,
    content: result,
  }));
  const calls = blocks
    .filter((block) => block.type === "TOOL_CALL")
    .map(({ toolCall: { toolCallId: id, type, function: tool } }) => ({
      id,
      type,
      function: { name: tool.name, arguments: tool.arguments },
    }));
  const parts = blocks.filter((block) => block.type !== "TOOL_CALL");
  if (role === "assistant") {
    const text = joinedTexts(parts);
    if (calls.length === 0) return [{ role, content: text }];
    return [{ role, content: text || null, tool_calls: calls }];
  }
  if (results.length > 0 && parts.length === 0) return toolMessages;
  return [...toolMessages, { role, content: toContent(parts, toPart) }];
}

/** The texts of a message as one, with an empty line between them. */
function joinedTexts(blocks: readonly (TextBlock | ImageBlock)[]): string {
  const texts = blocks.flatMap((block) => (block.type === "TEXT" ? block.text : []));
  return texts.filter((text) => text !== "").join("\n\n");
}

function toPart(block: TextBlock | ImageBlock) {
  if (block.type === "TEXT") return { type: "text", text: block.text };
  return { type: "image_url", image_url: { url: dataUrl(block) } };
}

function toTool(tool: Tool, isStrict: boolean) {
  const strict = isStrict || undefined;
  return { type: "function", function: { ...toFunction(tool, isStrict), strict } };
}

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
