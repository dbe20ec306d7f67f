// JSON values: types, canonical text, digests and pointers (RFC 6901).
// Knows nothing of prompts. Objects are only ever built with Object.fromEntries or a spread,
// so that a key named __proto__ is a key like any other.
import { hash } from "node:crypto";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether the value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is an object, else an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The same object with each value changed; keys stay in order. */
export function mapValues(
  object: JsonObject,
  change: (value: Json, key: string) => Json,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}

/** JSON text with sorted keys and no spaces: equal values have equal text. */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value === 0 ? 0 : value);
  let text = "";
  if (Array.isArray(value)) {
    for (const each of value as readonly Json[])
      text += `${text === "" ? "" : ","}${canonicalJson(each)}`;
    return `[${text}]`;
  }
  const object = value as JsonObject;
  for (const key of Object.keys(object).sort())
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(object[key]!)}`;
  return `{${text}}`;
}

/** Whether two values are the same JSON: of objects the order of keys does not count. */
export function jsonEquals(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && areSame(one, other);
  const [left, right] = [one as JsonObject, other as JsonObject];
  let more = 0; // how many keys the one has more than the other
  for (const key in left) {
    if (!Object.hasOwn(right, key) || !jsonEquals(left[key], right[key])) return false;
    more += 1;
  }
  for (const _key in right) more -= 1;
  return more === 0;
}

function areSame(one: readonly Json[], other: readonly Json[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1)
    if (!jsonEquals(one[index], other[index])) return false;
  return true;
}

/** `sha256:` and the hexadecimal digest of a text. */
export function digestText(text: string): string {
  return `sha256:${hash("sha256", text, "hex")}`;
}

/** The digest of a value's canonical text. */
export function digestJson(value: Json): string {
  return digestText(canonicalJson(value));
}

/** A path into a value: keys of objects and indexes of arrays. */
export type Path = readonly (string | number)[];

/** The JSON pointer of a path: `["a/b", 0]` → `/a~1b/0`. */
export function toPointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path of a JSON pointer; indexes stay text: `/a~1b/0` → `["a/b", "0"]`. */
export function fromPointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What stands at a path, or undefined where nothing does. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key];
    else return undefined;
  }
  return found;
}
