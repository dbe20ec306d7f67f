// Messages of provider requests as messages of definitions.
import { firstOf } from "../../engine/text/word-lists.ts";
import { isObject, type Json, jsonEquals, type JsonObject } from "../../engine/model/json.ts";
import { exactJsonText } from "../../engine/model/number-texts.ts";
import { messageTexts } from "../../engine/text/message-texts.ts";
import { RefusedPart } from "./imported.ts";
import { fieldName, reasonsIn } from "./left-fields.ts";
import {
  nodeAt,
  carry,
  expect,
  isAt,
  itemsOf,
  leave,
  type SourceNode,
  textAt,
} from "./source-node.ts";
import type { Translate } from "./template-syntax.ts";

/** The message with these blocks; one text is written as a text. */
export function messageOf(role: string, blocks: readonly JsonObject[]): JsonObject {
  const [first, second] = blocks;
  const content = first?.["type"] === "TEXT" && !second ? first["text"]! : blocks;
  return { role, content };
}

export function textBlock(text: string): JsonObject {
  return { type: "TEXT", text };
}

/** The roles of messages; `developer` is the role system of newer models of OpenAI. */
const roles: Readonly<Record<string, string>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  model: "assistant",
  tool: "tool",
};

/** The role of a message. Throws a RefusedPart for an unknown one. */
export function roleOf(message: SourceNode): string {
  const role = nodeAt(message, "role");
  const known =
    typeof role.value === "string" && Object.hasOwn(roles, role.value)
      ? roles[role.value]
      : undefined;
  if (known === undefined) {
    const found = role.value === undefined ? "no role" : `the role ${JSON.stringify(role.value)}`;
    throw new RefusedPart(role, `The message has ${found}.`);
  }
  carry(role);
  return known;
}

/** The types of text parts in requests of all providers. */
const textTypes = ["text", "input_text", "output_text"];

/**
 * The blocks of a content: a text, or a list of parts. `readPart` returns the block of a part that
 * is no text; undefined if there is none.
 */
export function blocksOf(
  content: SourceNode,
  translate: Translate,
  readPart: (part: SourceNode) => JsonObject | undefined = () => undefined,
): JsonObject[] {
  if (typeof content.value === "string")
    return [textBlock(translate(carry(content) as string, content))];
  expect(content, "a text or a list");
  const parts = isObject(content.value) ? [content] : itemsOf(content);
  return parts.flatMap((part): JsonObject[] => {
    if (typeof part.value === "string") return [textBlock(translate(carry(part) as string, part))];
    const isText = textTypes.some((type) => isAt(part, "type", type));
    const text = isText ? textAt(part, "text") : undefined;
    for (const key of ["annotations", "logprobs"]) nodeAt(part, key); // empty ones say nothing
    if (text !== undefined) return [textBlock(translate(text, nodeAt(part, "text")))];
    const block = readPart(part);
    if (!block) leave(part, "Messages of definitions have no such content.");
    return block ? [block] : [];
  });
}

/** The block of an image in a data URL; undefined for another URL. */
export function imageBlock(url: Json | undefined): JsonObject | undefined {
  const [, mediaType, imageBase64] =
    typeof url === "string" ? (/^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []) : [];
  return mediaType === undefined || imageBase64 === undefined
    ? undefined
    : { type: "IMAGE_BASE64", mediaType, imageBase64 };
}

/** Arguments with numbers that a double does not hold become text, which keeps their digits. */
export function importedCallBlock(id: string, name: string, given: Json): JsonObject {
  const text = exactJsonText(given);
  const args = text === JSON.stringify(given) ? given : text;
  return {
    type: "TOOL_CALL",
    toolCall: { toolCallId: id, type: "function", function: { name, arguments: args } },
  };
}

/** The message unless nothing of its content can be carried. A message without content is listed. */
export function messagesOf(
  message: SourceNode,
  role: string,
  blocks: readonly JsonObject[],
): JsonObject[] {
  if (blocks.length > 0) return [messageOf(role, blocks)];
  const parts = [nodeAt(message, "content"), nodeAt(message, "tool_calls")];
  if (parts.every(({ value }) => value === undefined || jsonEquals(value, [])))
    leave(message, "The message has no content.");
  return [];
}

/**
 * Throws a RefusedPart if a part of a document has no messages. `lists`: where it may have them; the
 * reasons why nothing in them can be imported are in the message.
 */
export function refuseEmpty(
  messages: readonly JsonObject[],
  part: SourceNode,
  lists: readonly SourceNode[],
  reason = "It has no messages.",
): void {
  if (messages.length > 0) return;
  const problems = lists.flatMap(reasonsIn);
  const reasons = problems.map(({ path, reason }) => `${fieldName(path)}: ${reason!}`);
  const lines = firstOf(reasons, 3, (more) => `And ${more} more.`);
  if (lines.length === 0) throw new RefusedPart(part, reason);
  throw new RefusedPart(part, ["None of its messages can be imported.", ...lines].join(" "));
}

/** A result is one text: texts of several parts are joined by a line break. */
export function toolResultBlock(toolCallId: string, blocks: readonly JsonObject[]): JsonObject {
  const result = blocks.map(({ text }) => text).join("\n");
  return { type: "TOOL_RESULT", toolCallId, result };
}

/** The texts of messages in the form of definitions. */
export function textsOf(messages: readonly JsonObject[]): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string" ? [content] : messageTexts([{ content: content! }]),
  );
}
