// A rendered prompt as a request body of OpenAI's Chat Completions API.
// OpenAI rejects some valid prompts, so this file adapts them: other content of a message with tool
// results follows them as a user message; a tool schema without a type gets "object", and one
// without properties gets empty ones. Several texts in one message stay several parts, and tool
// call arguments are sent as the model wrote them.
import type { Json, JsonObject } from "../engine/model/json.ts";
import type { Tool } from "../generated/types.ts";
import type { RenderedPrompt } from "./provider.ts";
import { type ProviderMessage, toProviderMessages, type UserBlock } from "./provider-messages.ts";
import {
  type NonDefaultSettings,
  nonDefaultSettings,
  nonEmptyList,
  withoutUndefined,
} from "./settings.ts";

/** The body of POST /chat/completions. */
export function toOpenaiRequest({ prompt, messages, user }: RenderedPrompt): JsonObject {
  const settings = nonDefaultSettings(prompt.parameters);
  const tools = prompt.tools.map(toTool);
  return withoutUndefined({
    model: prompt.parameters.name,
    messages: toProviderMessages(messages).flatMap(toMessages),
    tools: nonEmptyList(tools),
    ...(tools.length > 0 && {
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
    user: user ? user : undefined,
  });
}

function toMessages(message: ProviderMessage): JsonObject[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: toContent(message.texts) }];
    case "user": {
      const results = message.results.map(({ toolCallId, result }) => ({
        role: "tool",
        tool_call_id: toolCallId,
        content: result,
      }));
      const onlyResults = results.length > 0 && message.blocks.length === 0;
      return onlyResults
        ? results
        : [...results, { role: "user", content: toContent(message.blocks) }];
    }
    case "assistant":
      return [toAssistantMessage(message)];
  }
}

function toAssistantMessage({
  blocks,
}: Extract<ProviderMessage, { role: "assistant" }>): JsonObject {
  const texts = blocks.filter((block) => block.type === "TEXT");
  const calls = blocks
    .filter((block) => block.type === "TOOL_CALL")
    .map(({ toolCall: { toolCallId: id, type, function: tool } }) => ({
      id,
      type,
      function: { name: tool.name, arguments: tool.arguments },
    }));
  const onlyCalls = texts.length === 0 && calls.length > 0;
  return withoutUndefined({
    role: "assistant",
    content: onlyCalls ? undefined : toContent(texts),
    tool_calls: nonEmptyList(calls),
  });
}

/** A string for one text or none; a list of parts for anything else. */
function toContent(blocks: readonly UserBlock[]): Json {
  const [first, second] = blocks;
  if (!first) return "";
  return first.type === "TEXT" && !second ? first.text : blocks.map(toPart);
}

function toPart(block: UserBlock): JsonObject {
  return block.type === "TEXT"
    ? { type: "text", text: block.text }
    : {
        type: "image_url",
        image_url: { url: `data:${block.mediaType};base64,${block.imageBase64}` },
      };
}

function toTool({ name, description, parameters }: Tool): JsonObject {
  const schema: JsonObject = { type: "object", properties: {}, ...(parameters as JsonObject) };
  return {
    type: "function",
    function: withoutUndefined({
      name,
      description: description === "" ? undefined : description,
      parameters: schema,
    }),
  };
}

function toToolChoice({ toolChoice }: NonDefaultSettings): Json | undefined {
  switch (toolChoice) {
    case undefined:
    case "auto":
    case "none":
    case "required":
      return toolChoice;
    default:
      return { type: "function", function: { name: toolChoice } };
  }
}
