// JSON objects in a text with other words, as models write them: in a fence, or after prose.
import { isObject, type JsonObject, parseJson } from "../model/json.ts";

/** A token of JSON, or the white space between two. */
const token = /\s+|[{}[\],:]|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|-?\d[\d.eE+-]*|true|false|null/y;

/** The objects that are in no other one, in the order of the text. Takes linear time. */
export function jsonObjectsIn(text: string): JsonObject[] {
  const objects: JsonObject[] = [];
  for (let start = text.indexOf("{"); start >= 0;) {
    const { end, next } = readBraces(text, start);
    const value = end === undefined ? undefined : parseJson(text.slice(start, end));
    if (isObject(value)) objects.push(value);
    start = text.indexOf("{", next);
  }
  return objects;
}

interface Braces {
  /** Behind the brace that closes the first one; undefined if none does. */
  readonly end?: number;
  /** Where the search goes on. What was read is read again only if it was taken for a string. */
  readonly next: number;
}

function readBraces(text: string, start: number): Braces {
  let depth = 0;
  let next = start;
  for (let at = start; ; at = token.lastIndex) {
    token.lastIndex = at;
    const [part] = token.exec(text) ?? [];
    if (part === undefined) return { next: Math.max(next, start + 1) };
    next = part.startsWith('"') ? at + 1 : token.lastIndex;
    if (part === "{") depth++;
    if (part === "}" && --depth === 0) return { end: token.lastIndex, next };
  }
}
