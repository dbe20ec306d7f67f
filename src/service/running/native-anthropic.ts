// A run as Anthropic's messages request. Pure; calling is anthropic.ts.
// Ours, where the provider is strict: text without a visible character is left out, and a message
// with nothing left too; arguments that are no JSON object go as {"INVALID_JSON": text}, the form
// Anthropic's documentation proposes; a tool's schema without a type gets `object`; an empty tool
// result has no content; `none` cannot carry disable_parallel_tool_use.
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";
import type { TextBlock, Tool, ToolCallBlock, ToolResultBlock } from "../../generated/types.ts";
import type { Run } from "./conversation.ts";
import { type Chosen, chosen, filled, present } from "./settings.ts";
import { type Said, type Turn, turnsOf } from "./turns.ts";

/** Anthropic requires a limit; this one is sent where the prompt has none. */
const maxTokensWhenNull = 4096;

/** The body of POST /v1/messages. */
export function toAnthropic({ prompt, messages, user }: Run): JsonObject {
  const settings = chosen(prompt.parameters);
  const turns = turnsOf(messages);
  const tools = prompt.tools.map(toolOf);
  return present({
    model: prompt.parameters.name,
    max_tokens: settings.maxTokens ?? maxTokensWhenNull,
    system: systemOf(turns),
    messages: turns.flatMap(messageOf),
    tools: filled(tools),
    tool_choice: tools.length > 0 ? toolChoiceOf(settings) : undefined,
    temperature: settings.temperature,
    top_p: settings.topP,
    top_k: settings.topK,
    stream: settings.stream,
    metadata: user ? { user_id: user } : undefined,
  });
}

function systemOf(turns: readonly Turn[]): string | undefined {
  const texts = turns.flatMap((turn) => (turn.by === "system" ? turn.texts.filter(visible) : []));
  return texts.length > 0 ? texts.map(({ text }) => text).join("\n\n") : undefined;
}

function visible({ text }: TextBlock): boolean {
  return text.trim() !== "";
}

function messageOf(turn: Turn): JsonObject[] {
  if (turn.by === "system") return [];
  const blocks =
    turn.by === "user"
      ? [...turn.results.map(resultOf), ...turn.said.flatMap(blockOf)]
      : turn.blocks.flatMap(blockOf);
  const [first] = blocks;
  if (!first) return [];
  const alone = blocks.length === 1 && first["type"] === "text";
  return [{ role: turn.by, content: alone ? first["text"]! : blocks }];
}

/** None for text that Anthropic would refuse. */
function blockOf(block: Said | ToolCallBlock): JsonObject[] {
  switch (block.type) {
    case "TEXT":
      return visible(block) ? [{ type: "text", text: block.text }] : [];
    case "IMAGE_BASE64": {
      const { mediaType: media_type, imageBase64: data } = block;
      return [{ type: "image", source: { type: "base64", media_type, data } }];
    }
    case "TOOL_CALL": {
      const { toolCallId: id, function: called } = block.toolCall;
      return [{ type: "tool_use", id, name: called.name, input: inputOf(called.arguments) }];
    }
  }
}

function inputOf(text: string): JsonObject {
  if (text.trim() === "") return {};
  try {
    const value = JSON.parse(text) as Json;
    if (isObject(value)) return value;
  } catch {
    // Said as it was written, below.
  }
  return { INVALID_JSON: text };
}

function resultOf({ toolCallId, result }: ToolResultBlock): JsonObject {
  return present({
    type: "tool_result",
    tool_use_id: toolCallId,
    content: result === "" ? undefined : result,
  });
}

function toolOf({ name, description, parameters }: Tool): JsonObject {
  return present({
    name,
    description: description === "" ? undefined : description,
    input_schema: { type: "object", ...(parameters as JsonObject) },
  });
}

function toolChoiceOf({ toolChoice, parallelToolCalls }: Chosen): JsonObject | undefined {
  if (toolChoice === "none") return { type: "none" };
  const one = parallelToolCalls === false && { disable_parallel_tool_use: true };
  if (toolChoice === "required") return { type: "any", ...one };
  if (toolChoice !== undefined && toolChoice !== "auto")
    return { type: "tool", name: toolChoice, ...one };
  return toolChoice === "auto" || one ? { type: "auto", ...one } : undefined;
}
