// Anthropic: requests to the Messages API.
// Anthropic rejects some valid prompts, so their requests are adapted:
// - text without a visible character is omitted, and so is a message without remaining content;
// - tool call arguments that are not a JSON object are sent as {"INVALID_JSON": text}, the form
//   that Anthropic's documentation recommends;
// - a tool schema without a type gets "object"; an empty tool result has no content;
// - tool_choice "none" is sent without disable_parallel_tool_use.
import { isObject, type JsonObject } from "../engine/model/json.ts";
import { thinkingOff } from "../engine/providers/known-models.ts";
import { requestFacts } from "../engine/providers/request-facts.ts";
import type { RenderedPrompt } from "../engine/render/rendered-prompt.ts";
import { parseExactJson } from "../engine/json/exact-json.ts";
import type { Block, Tool, ToolResultBlock } from "../generated/types.ts";
import { type ProviderMessage, toProviderMessages } from "./provider-messages.ts";
import { type SentOptions, sentOptions, withExtra } from "./sent-options.ts";
import { type SentSettings, sentSettings } from "./sent-settings.ts";

/** The version of the Messages API that requests are made for. */
export const messagesVersion = "2023-06-01";

/** The body of POST /v1/messages. */
export function toMessagesRequest({
  prompt,
  messages,
  user,
}: RenderedPrompt): Record<string, unknown> {
  const { provider, name } = prompt.parameters;
  const settings = sentSettings(prompt.parameters);
  const { reasoningEffort: effort, responseSchema, stopSequences } = sentOptions(prompt.parameters);
  const providerMessages = toProviderMessages(messages);
  const tools = prompt.tools.map(toTool);
  const systemTexts = providerMessages
    .filter(({ role }) => role === "system")
    .flatMap(({ blocks }) => blocks.filter((block) => block.type === "TEXT"))
    .filter(({ text }) => isVisible(text));
  const body = {
    model: name,
    max_tokens: settings.maxTokens ?? requestFacts.ANTHROPIC.defaultMaxTokens,
    system: systemTexts.map(({ text }) => text).join("\n\n") || undefined,
    messages: providerMessages.flatMap(toMessages),
    ...(tools.length > 0 && { tools, tool_choice: toToolChoice(settings) }),
    temperature: settings.temperature,
    top_p: settings.topP,
    top_k: settings.topK,
    stop_sequences: stopSequences,
    thinking: effort === "none" ? thinkingOff(provider, name) : undefined,
    output_config: toOutputConfig(effort, responseSchema),
    stream: settings.stream,
    metadata: user ? { user_id: user } : undefined,
  };
  return withExtra(body, prompt.parameters);
}

function toOutputConfig(
  effort: SentOptions["reasoningEffort"],
  schema: SentOptions["responseSchema"],
) {
  const hasEffort = effort !== undefined && effort !== "none";
  if (!hasEffort && schema === undefined) return undefined;
  return {
    ...(hasEffort && { effort }),
    ...(schema !== undefined && { format: { type: "json_schema", schema } }),
  };
}

function isVisible(text: string): boolean {
  return text.trim() !== "";
}

function toMessages({ role, results, blocks }: ProviderMessage): object[] {
  if (role === "system") return [];
  const content = [...results.map(toToolResult), ...blocks.flatMap(toBlocks)];
  const [first] = content;
  if (!first) return [];
  const isSingleText = content.length === 1 && "text" in first;
  return [{ role, content: isSingleText ? first.text : content }];
}

/** No block for text that Anthropic would reject. */
function toBlocks(block: Exclude<Block, ToolResultBlock>): object[] {
  switch (block.type) {
    case "TEXT":
      return isVisible(block.text) ? [{ type: "text", text: block.text }] : [];
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
  const value = parseExactJson(text);
  return isObject(value) ? value : { INVALID_JSON: text };
}

function toToolResult({ toolCallId, result }: ToolResultBlock) {
  return { type: "tool_result", tool_use_id: toolCallId, content: result || undefined };
}

function toTool({ name, description, parameters }: Tool) {
  return {
    name,
    description: description || undefined,
    input_schema: { type: "object", ...parameters },
  };
}

function toToolChoice({ toolChoice, parallelToolCalls }: SentSettings) {
  if (toolChoice === "none") return { type: "none" };
  const single = parallelToolCalls === false && { disable_parallel_tool_use: true };
  if (toolChoice === "required") return { type: "any", ...single };
  if (toolChoice !== undefined && toolChoice !== "auto")
    return { type: "tool", name: toolChoice, ...single };
  return toolChoice === "auto" || single ? { type: "auto", ...single } : undefined;
}
