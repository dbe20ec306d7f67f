// OpenAI: requests and responses of the Chat Completions API.
// OpenAI rejects some valid prompts, so their requests are adapted: other content of a message with tool
// results follows them as a user message; a tool schema without a type gets "object", and one
// without properties gets empty ones. Several texts in one message stay several parts, and tool
// call arguments are sent as the model wrote them.
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { Block, ImageBlock, TextBlock, Tool } from "../generated/types.ts";
import {
  expectType,
  type Provider,
  type RenderedPrompt,
  textBlocks,
  toolCallBlock,
} from "./provider.ts";
import { type ProviderMessage, toProviderMessages } from "./provider-messages.ts";
import { type NonDefaultSettings, nonDefaultSettings } from "./settings.ts";

export const openai: Provider = {
  id: "openai",
  name: "OpenAI",
  keyVariable: "OPENAI_API_KEY",
  baseUrl: "https://api.openai.com/v1",
  usageFormat: "chat",
  toRequest,
  url: (baseUrl) => `${baseUrl}/chat/completions`,
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  parseContent,
};

/** The body of POST /chat/completions. */
function toRequest({ prompt, messages, user }: RenderedPrompt): Record<string, unknown> {
  const settings = nonDefaultSettings(prompt.parameters);
  return {
    model: prompt.parameters.name,
    messages: toProviderMessages(messages).flatMap(toMessages),
    ...(prompt.tools.length > 0 && {
      tools: prompt.tools.map(toTool),
      tool_choice: toToolChoice(settings),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    response_format: settings.responseFormat === "JSON" ? { type: "json_object" } : undefined,
    max_completion_tokens: settings.maxTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    frequency_penalty: settings.frequencyPenalty,
    presence_penalty: settings.presencePenalty,
    seed: settings.seed,
    stream: settings.stream,
    user: user || undefined,
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
  if (calls.length > 0)
    return [{ role, content: parts.length > 0 ? toContent(parts) : undefined, tool_calls: calls }];
  if (results.length > 0 && parts.length === 0) return toolMessages;
  return [...toolMessages, { role, content: toContent(parts) }];
}

/** A string for one text or none; a list of parts for anything else. */
function toContent(blocks: readonly (TextBlock | ImageBlock)[]) {
  const [first, second] = blocks;
  if (!first) return "";
  return first.type === "TEXT" && !second ? first.text : blocks.map(toPart);
}

function toPart(block: TextBlock | ImageBlock) {
  if (block.type === "TEXT") return { type: "text", text: block.text };
  const url = `data:${block.mediaType};base64,${block.imageBase64}`;
  return { type: "image_url", image_url: { url } };
}

function toTool({ name, description, parameters }: Tool) {
  return {
    type: "function",
    function: {
      name,
      description: description || undefined,
      parameters: { type: "object", properties: {}, ...parameters },
    },
  };
}

function toToolChoice({ toolChoice }: NonDefaultSettings) {
  const isMode = [undefined, "auto", "none", "required"].includes(toolChoice);
  return isMode ? toolChoice : { type: "function", function: { name: toolChoice } };
}

function parseContent({ choices }: JsonObject): Block[] {
  const { message } = expectType(expectType(choices, "list")[0], "object");
  const { content, refusal, tool_calls } = expectType(message, "object");
  // The model's refusal is a separate field; in the reply it is text like any other.
  const texts = [content, refusal].filter((text) => typeof text === "string");
  const calls = expectType(tool_calls ?? [], "list");
  return [...texts.flatMap(textBlocks), ...calls.map(parseToolCall)];
}

function parseToolCall(call: Json): Block {
  const { id, function: tool } = expectType(call, "object");
  const { name, arguments: args } = expectType(tool, "object");
  return toolCallBlock(
    expectType(id, "string"),
    expectType(name, "string"),
    expectType(args, "string"),
  );
}
