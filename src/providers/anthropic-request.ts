// A rendered prompt as a request body of Anthropic's Messages API.
// Anthropic rejects some valid prompts, so this file adapts them:
// - text without a visible character is omitted, and so is a message without remaining content;
// - tool call arguments that are not a JSON object are sent as {"INVALID_JSON": text}, the form
//   that Anthropic's documentation recommends;
// - a tool schema without a type gets "object"; an empty tool result has no content;
// - tool_choice "none" is sent without disable_parallel_tool_use.
import { isObject, type Json, type JsonObject } from "../engine/model/json.ts";
import type { TextBlock, Tool, ToolCallBlock, ToolResultBlock } from "../generated/types.ts";
import type { RenderedPrompt } from "./provider.ts";
import { type ProviderMessage, toProviderMessages, type UserBlock } from "./provider-messages.ts";
import {
  type NonDefaultSettings,
  nonDefaultSettings,
  nonEmptyList,
  withoutUndefined,
} from "./settings.ts";

/** Anthropic requires a limit; this one is sent if the prompt has none. */
const defaultMaxTokens = 4096;

/** The body of POST /v1/messages. */
export function toAnthropicRequest({ prompt, messages, user }: RenderedPrompt): JsonObject {
  const settings = nonDefaultSettings(prompt.parameters);
  const providerMessages = toProviderMessages(messages);
  const tools = prompt.tools.map(toTool);
  return withoutUndefined({
    model: prompt.parameters.name,
    max_tokens: settings.maxTokens ?? defaultMaxTokens,
    system: systemText(providerMessages),
    messages: providerMessages.flatMap(toMessages),
    tools: nonEmptyList(tools),
    tool_choice: tools.length > 0 ? toToolChoice(settings) : undefined,
    temperature: settings.temperature,
    top_p: settings.topP,
    top_k: settings.topK,
    stream: settings.stream,
    metadata: user ? { user_id: user } : undefined,
  });
}

function systemText(messages: readonly ProviderMessage[]): string | undefined {
  const texts = messages.flatMap((message) =>
    message.role === "system" ? message.texts.filter(hasVisibleText) : [],
  );
  return texts.length > 0 ? texts.map(({ text }) => text).join("\n\n") : undefined;
}

function hasVisibleText({ text }: TextBlock): boolean {
  return text.trim() !== "";
}

function toMessages(message: ProviderMessage): JsonObject[] {
  const { role } = message;
  if (role === "system") return [];
  const results = role === "user" ? message.results.map(toToolResult) : [];
  const blocks = [...results, ...message.blocks.flatMap(toBlocks)];
  const [first] = blocks;
  if (!first) return [];
  const isSingleText = blocks.length === 1 && first["type"] === "text";
  return [{ role, content: isSingleText ? first["text"]! : blocks }];
}

/** No block for text that Anthropic would reject. */
function toBlocks(block: UserBlock | ToolCallBlock): JsonObject[] {
  switch (block.type) {
    case "TEXT":
      return hasVisibleText(block) ? [{ type: "text", text: block.text }] : [];
    case "IMAGE_BASE64": {
      const { mediaType: media_type, imageBase64: data } = block;
      return [{ type: "image", source: { type: "base64", media_type, data } }];
    }
    case "TOOL_CALL": {
      const { toolCallId: id, function: tool } = block.toolCall;
      return [{ type: "tool_use", id, name: tool.name, input: toInput(tool.arguments) }];
    }
  }
}

function toInput(text: string): JsonObject {
  if (text.trim() === "") return {};
  try {
    const value = JSON.parse(text) as Json;
    if (isObject(value)) return value;
  } catch {
    // Invalid JSON is sent as text, as below.
  }
  return { INVALID_JSON: text };
}

function toToolResult({ toolCallId, result }: ToolResultBlock): JsonObject {
  return withoutUndefined({
    type: "tool_result",
    tool_use_id: toolCallId,
    content: result === "" ? undefined : result,
  });
}

function toTool({ name, description, parameters }: Tool): JsonObject {
  return withoutUndefined({
    name,
    description: description === "" ? undefined : description,
    input_schema: { type: "object", ...(parameters as JsonObject) },
  });
}

function toToolChoice(settings: NonDefaultSettings): JsonObject | undefined {
  const { toolChoice, parallelToolCalls } = settings;
  if (toolChoice === "none") return { type: "none" };
  const single = parallelToolCalls === false && { disable_parallel_tool_use: true };
  if (toolChoice === "required") return { type: "any", ...single };
  if (toolChoice !== undefined && toolChoice !== "auto")
    return { type: "tool", name: toolChoice, ...single };
  return toolChoice === "auto" || single ? { type: "auto", ...single } : undefined;
}
