// A run as OpenAI's chat-completions request. Pure; calling is openai.ts.
// Ours, where the provider is strict: what stands beside tool results follows them as a user
// message; several texts in one message stay several parts; a tool's schema without a type gets
// `object`, and one without properties gets none; arguments go as they were written.
import type { Json, JsonObject } from "../../engine/model/json.ts";
import type { Tool } from "../../generated/types.ts";
import type { Run } from "./conversation.ts";
import { type Chosen, chosen, filled, present } from "./settings.ts";
import { type Said, type Turn, turnsOf } from "./turns.ts";

/** The body of POST /chat/completions. */
export function toOpenai({ prompt, messages, user }: Run): JsonObject {
  const settings = chosen(prompt.parameters);
  const tools = prompt.tools.map(toolOf);
  return present({
    model: prompt.parameters.name,
    messages: turnsOf(messages).flatMap(messagesOf),
    tools: filled(tools),
    ...(tools.length > 0 && {
      tool_choice: toolChoiceOf(settings),
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

function messagesOf(turn: Turn): JsonObject[] {
  switch (turn.by) {
    case "system":
      return [{ role: "system", content: contentOf(turn.texts) }];
    case "user": {
      const results = turn.results.map(({ toolCallId, result }) => ({
        role: "tool",
        tool_call_id: toolCallId,
        content: result,
      }));
      const alone = results.length > 0 && turn.said.length === 0;
      return alone ? results : [...results, { role: "user", content: contentOf(turn.said) }];
    }
    case "assistant":
      return [assistantOf(turn)];
  }
}

function assistantOf({ blocks }: Extract<Turn, { by: "assistant" }>): JsonObject {
  const texts = blocks.filter((block) => block.type === "TEXT");
  const calls = blocks
    .filter((block) => block.type === "TOOL_CALL")
    .map(({ toolCall: { toolCallId: id, type, function: called } }) => ({
      id,
      type,
      function: { name: called.name, arguments: called.arguments },
    }));
  const silent = texts.length === 0 && calls.length > 0;
  return present({
    role: "assistant",
    content: silent ? undefined : contentOf(texts),
    tool_calls: filled(calls),
  });
}

/** One text, or none, as text; anything else as parts. */
function contentOf(said: readonly Said[]): Json {
  const [first, second] = said;
  if (!first) return "";
  return first.type === "TEXT" && !second ? first.text : said.map(partOf);
}

function partOf(block: Said): JsonObject {
  return block.type === "TEXT"
    ? { type: "text", text: block.text }
    : {
        type: "image_url",
        image_url: { url: `data:${block.mediaType};base64,${block.imageBase64}` },
      };
}

function toolOf({ name, description, parameters }: Tool): JsonObject {
  const schema: JsonObject = { type: "object", properties: {}, ...(parameters as JsonObject) };
  return {
    type: "function",
    function: present({
      name,
      description: description === "" ? undefined : description,
      parameters: schema,
    }),
  };
}

function toolChoiceOf({ toolChoice }: Chosen): Json | undefined {
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
