// Moves long message texts and schemas of replies of a document into files that it includes.
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { exactJsonText } from "../model/number-texts.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import type { Shape } from "../model/shape.ts";

/** Each stores a text in a file and returns its path relative to the definition file. */
export interface FileStore {
  /** For texts of messages; without it, they stay. */
  readonly text?: (text: string) => string;
  /** For JSON. */
  readonly json: (text: string) => string;
}

/** The document with `{ file }` in place of long texts and schemas, also of its nested children. */
export function extractFiles(
  kinds: Kinds,
  row: Kind,
  document: JsonObject,
  store: FileStore,
): JsonObject {
  const own = withoutTexts(row.shape, document, store) as JsonObject;
  const nested = childKinds(kinds, row.kind).flatMap((child): [string, Json][] => {
    const field = child.parent!.nestedField;
    const items = document[field];
    if (!Array.isArray(items)) return [];
    return [[field, items.map((item) => extractFiles(kinds, child, item as JsonObject, store))]];
  });
  return { ...own, ...Object.fromEntries(nested) };
}

function withoutTexts(shape: Shape, value: Json, store: FileStore): Json {
  if (shape.form === "json" && shape.ordered === true) return jsonOrFile(value, store);
  if (shape.form === "content" && typeof value === "string") return textOrFile(value, store);
  if (shape.form === "content" && Array.isArray(value))
    return value.map((block: Json) => blockWithoutText(block, store));
  if (shape.form === "list" && Array.isArray(value))
    return value.map((item: Json) => withoutTexts(shape.items, item, store));
  if (shape.form !== "object" || !isObject(value)) return value;
  const fields = Object.entries(value).map(([name, item]): [string, Json] => {
    const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
    return [name, field ? withoutTexts(field.shape, item, store) : item];
  });
  return Object.fromEntries(fields);
}

function blockWithoutText(block: Json, store: FileStore): Json {
  if (!isObject(block) || block["type"] !== "TEXT" || typeof block["text"] !== "string")
    return block;
  return { ...block, text: textOrFile(block["text"], store) };
}

/** Texts of several lines, or of more than 200 characters, get a file. */
function textOrFile(text: string, { text: store }: FileStore): Json {
  const isLong = /\S[^]*\n[^]*\S/.test(text) || text.length > 200;
  return isLong && store && fitsFile(text) ? { file: store(text) } : text;
}

/** Objects of more than 20 lines get a file, in which the order of keys stays. */
function jsonOrFile(value: Json, { json }: FileStore): Json {
  if (!isObject(value)) return value;
  const text = `${exactJsonText(value, 2)}\n`;
  const isLong = text.split("\n").length > 21;
  return isLong && fitsFile(text) ? { file: json(text) } : value;
}

/** True if reading the text from a file returns it unchanged: readers drop CR and a byte order mark. */
export function fitsFile(text: string): boolean {
  return !text.includes("\r") && !text.startsWith("\uFEFF") && text.isWellFormed();
}
