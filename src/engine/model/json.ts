// JSON values: types, canonical text and pointers (RFC 6901).
// Objects with keys from outside are built with Object.fromEntries or a spread, so that a key named
// __proto__ is a key like any other.
import { canonicalNumber, exactJsonText, numberText } from "./number-texts.ts";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether the value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * How many levels of lists and objects a value may have. The functions that walk values are recursive,
 * and their errors cannot be relied on: where a pattern is compiled on a full stack, V8 ends the process.
 */
export const maxLevels = 600;

/** The value of a JSON text; undefined if the text is not JSON, or has more than `maxLevels` levels. */
export function parseJson(text: string): Json | undefined {
  const value = parseDeepJson(text);
  return value === undefined || isDeeperThan(maxLevels, value) ? undefined : value;
}

/** The value of a JSON text with any number of levels: for callers that check it with `isDeeperThan`. */
export function parseDeepJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a value has more than `levels` levels of lists and objects. */
export function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels <= 0) return true;
  // An array of the values takes longer (docs/performance.md, row "plan 200,000").
  for (const key in value) if (isDeeperThan(levels - 1, (value as JsonObject)[key]!)) return true;
  return false;
}

/** A text as it is, another value as JSON; `null` if there is none. */
export function stringOrJson(value: Json | undefined): string {
  return typeof value === "string" ? value : exactJsonText(value ?? null);
}

/** The value if it is an object, otherwise an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The items of a list; none for any other value. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The objects in a list; none for any other value. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The object without some keys. */
export function withoutKeys(object: JsonObject, keys: readonly (string | undefined)[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Returns a copy of an object with each value changed. Keys keep their order. */
export function mapValues(
  object: JsonObject,
  change: (value: Json, key: string) => Json,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}

/** Of an object: whether the order of its keys counts, at every depth. All other code ignores it. */
const ordered: unique symbol = Symbol.for("promptctl.ordered");

/** The object, whose order of keys counts from now on. A copy of it must be marked again. */
export function withOrder(object: JsonObject): JsonObject {
  return Object.defineProperty(object, ordered, { value: true, configurable: true });
}

/** Whether the order of the keys of an object counts. */
export function isOrdered(object: JsonObject): boolean {
  return ordered in object;
}

/**
 * JSON text without spaces, with sorted keys where their order does not count: equal values have equal
 * text. Undefined fields are omitted, as by JSON.stringify.
 */
export function canonicalJson(value: Json): string {
  return jsonTextOf(value, false);
}

/** `isInOrder`: the keys stay in their order. */
function jsonTextOf(value: Json, isInOrder: boolean): string {
  if (isArray(value))
    return `[${value.map((item, index) => canonicalText(value, index) ?? jsonTextOf(item, isInOrder)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value); // -0 is 0
  const keepsOrder = isInOrder || isOrdered(value);
  const keys = Object.keys(value);
  let fields = "";
  for (const key of keepsOrder ? keys : keys.sort()) {
    const field = value[key];
    if (field === undefined) continue;
    const text = canonicalText(value, key) ?? jsonTextOf(field, keepsOrder);
    fields += `${fields === "" ? "" : ","}${JSON.stringify(key)}:${text}`;
  }
  return `{${fields}}`;
}

/** The canonical text of a number that its object or list holds rounded; undefined for any other value. */
export function canonicalText(holder: object, key: string | number): string | undefined {
  const text = numberText(holder, key);
  return text === undefined ? undefined : canonicalNumber(text);
}

/** Whether two values are equal JSON. The order of keys counts only in objects that are marked. */
export function jsonEquals(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isArray(one) && isArray(other))
    return (
      one.length === other.length && one.every((item, index) => jsonEquals(item, other[index]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  if (isOrdered(one) || isOrdered(other)) return jsonTextOf(one, true) === jsonTextOf(other, true);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && jsonEquals(one[key], other[key]))
  );
}

/**
 * Whether the keys that both values have are in one order, at every depth, and those that only the second
 * has come after them: edits of single fields make the second value of the first.
 */
export function keepsOrder(one: Json | undefined, other: Json | undefined): boolean {
  if (isArray(one) && isArray(other))
    return one.every((item, index) => keepsOrder(item, other[index]));
  if (!isObject(one) || !isObject(other)) return true;
  const kept = Object.keys(one).filter((key) => Object.hasOwn(other, key));
  const keys = Object.keys(other);
  return kept.every((key, index) => keys[index] === key && keepsOrder(one[key], other[key]));
}

/** `Array.isArray` for a readonly type. */
function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A path into a value: keys of objects and indexes of arrays. */
export type Path = readonly (string | number)[];

/** The JSON pointer of a path: `["a/b", 0]` → `/a~1b/0`. */
export function toPointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path of a JSON pointer; indexes stay strings: `/a~1b/0` → `["a/b", "0"]`. */
export function fromPointer(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a path, or undefined if there is none. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key];
    else return undefined;
  }
  return found;
}
