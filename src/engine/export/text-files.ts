// Texts of messages moved into files of their own: what stands there is read back as it was.
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import type { Shape } from "../model/shape.ts";

/** Gives the path of the file that a text was put into, from the definition on. */
export type Put = (text: string) => string;

/** A document with the longer texts of its messages, and of all beneath it, as `{ file }`. */
export function extractTexts(kinds: Kinds, row: Kind, document: JsonObject, put: Put): JsonObject {
  const own = moved(row.shape, document, put) as JsonObject;
  const beneath = childKinds(kinds, row.kind).flatMap((child): [string, Json][] => {
    const items = document[child.parent!.inPlace];
    return Array.isArray(items)
      ? [
          [
            child.parent!.inPlace,
            items.map((each: Json) => extractTexts(kinds, child, each as JsonObject, put)),
          ],
        ]
      : [];
  });
  return { ...own, ...Object.fromEntries(beneath) };
}

function moved(shape: Shape, value: Json, put: Put): Json {
  switch (shape.form) {
    case "content":
      return typeof value === "string"
        ? asFile(value, put)
        : each(value, (block) => withTextMoved(block, put));
    case "list":
      return each(value, (item) => moved(shape.items, item, put));
    case "object":
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, field]) => {
              const found = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
              return [name, found ? moved(found.shape, field, put) : field];
            }),
          )
        : value;
    default:
      return value;
  }
}

function each(value: Json, change: (item: Json) => Json): Json {
  return Array.isArray(value) ? value.map(change) : value;
}

function withTextMoved(block: Json, put: Put): Json {
  if (!isObject(block) || block["type"] !== "TEXT" || typeof block["text"] !== "string")
    return block;
  return { ...block, text: asFile(block["text"], put) };
}

/** Texts of several lines and long ones are worth a file; blank lines alone would be lost in one. */
function asFile(text: string, put: Put): Json {
  const isLong = /\S[^]*\n[^]*\S/.test(text) || text.length > 200;
  return isLong && fitsFile(text) ? { file: put(text) } : text;
}

/** Whether a file would say all of a text: line ends and a mark at the beginning are read as others. */
export function fitsFile(text: string): boolean {
  return !text.includes("\r") && !text.startsWith("\uFEFF") && text.isWellFormed();
}
