// Texts in parts: a list of strings and `{ file }` in place of one text.
import { isObject, type Json } from "../model/json.ts";

/**
 * Whether the list has the parts of a text, and not blocks: one item is a string, or has a `file`
 * and no `type`. The schema of `content` has the same condition.
 */
export function isPartList(list: readonly Json[]): boolean {
  return list.some(
    (item) =>
      typeof item === "string" ||
      (isObject(item) && Object.hasOwn(item, "file") && !Object.hasOwn(item, "type")),
  );
}

export interface JoinedText {
  readonly text: string;
  /** Where each part begins in the text, in UTF-16 units. */
  readonly offsets: readonly number[];
}

/** Joins parts by an empty line, without the line breaks at the end of each part but the last. */
export function joinParts(parts: readonly string[]): JoinedText {
  const offsets: number[] = [];
  let text = "";
  for (const [index, part] of parts.entries()) {
    offsets.push(text.length);
    text += index === parts.length - 1 ? part : `${part.replace(/\n+$/, "")}\n\n`;
  }
  return { text, offsets };
}
