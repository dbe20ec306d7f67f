// JSON values: types, canonical text, digests and pointers (RFC 6901).
// Knows nothing of prompts. Objects are only ever built with Object.fromEntries or a spread,
// so that a key named __proto__ is a key like any other.
import { crypto } from "./packages.ts";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether the value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`);
  return `{${fields.join(",")}}`;
}

/** `sha256:` and the hexadecimal digest of a text. */
export function digestText(text: string): string {
  return `sha256:${crypto().createHash("sha256").update(text).digest("hex")}`;
}

/** The digest of a value's canonical text. */
export function digest(value: Json): string {
  return digestText(canonical(value));
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
