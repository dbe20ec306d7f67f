// The texts of the messages of a prompt.
import { isObject, type Json, listOf } from "../model/json.ts";

/** The texts of the TEXT blocks of a list of messages. Other values have none. */
export function messageTexts(messages: Json | undefined): string[] {
  return listOf(messages).flatMap((message) =>
    listOf(isObject(message) ? message["content"] : undefined).flatMap((block) =>
      isObject(block) && block["type"] === "TEXT" && typeof block["text"] === "string"
        ? [block["text"]]
        : [],
    ),
  );
}
