// Normal form: definitions and resources of the service in one form, so that equal meaning is equal
// JSON. It follows from the shape of the kind alone; no field is known by name here.
import {
  canonicalJson,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
} from "../model/json.ts";
import { findUnrepresentable } from "../parse/representable.ts";
import type { Shape } from "../model/shape.ts";
import { isPartList } from "../text/text-parts.ts";

/** Returns the text of a `{ file }` or of a list of parts at a path. */
export type ReadText = (
  path: Path,
  source: JsonObject | readonly Json[],
  form: "text" | "base64",
) => string;

/**
 * The body of a definition: shorthands expanded, files included, defaults filled in, local fields
 * removed, fields in the order of the shape.
 */
export function normalizeDefinition(
  shape: Shape,
  definition: JsonObject,
  readText: ReadText,
): JsonObject {
  const textAt = (value: Json, form: "text" | "base64", at: Trail): Json => {
    const isInParts = form === "text" && Array.isArray(value);
    return isInParts || isObject(value) ? readText(pathOf(at), value, form) : value;
  };
  return walkBody(shape, definition, {
    text: textAt,
    jsonText: (value, hasFile, at) => {
      if (hasFile && isObject(value) && typeof value["file"] === "string")
        return readText(pathOf(at), value, "text");
      return typeof value === "string" ? value : canonicalJson(value);
    },
    content: (value, at) =>
      Array.isArray(value) && !isPartList(value)
        ? value
        : [{ type: "TEXT", text: textAt(value, "text", at) }],
  });
}

/** The body of a resource in a response, and what in it is not known to this version. */
export interface NormalizedResponse {
  readonly body: JsonObject;
  /** JSON pointers of fields that the shape does not have. */
  readonly unknownFields: readonly string[];
  /** JSON pointers of values that the shape does not allow. */
  readonly unknownValues: readonly string[];
}

/**
 * The body of a resource in a response, without its ids: defaults filled in, unknown fields
 * removed.
 */
export function normalizeObserved(shape: Shape, response: JsonObject): NormalizedResponse {
  const unknownFields: string[] = [];
  const unknownValues: string[] = [];
  const body = walkBody(shape, response, {
    unknownField: (at) => unknownFields.push(toPointer(pathOf(at))),
    unknownValue: (at) => unknownValues.push(toPointer(pathOf(at))),
  });
  return { body, unknownFields, unknownValues };
}

/** A normalized body in the form that is compared: sets sorted, JSON text in canonical form. */
export function canonicalForm(shape: Shape, body: JsonObject): JsonObject {
  return walkBody(shape, body, {
    jsonText: canonicalText,
    set: (items) => {
      const byText = new Map(items.map((item) => [canonicalJson(item), item]));
      return [...byText.keys()].sort().map((text) => byText.get(text)!);
    },
  });
}

/**
 * JSON text with sorted keys. Invalid JSON stays as it is: models do not always write valid JSON.
 */
function canonicalText(text: Json): Json {
  if (typeof text !== "string") return text;
  try {
    const parsed = JSON.parse(text) as Json;
    return findUnrepresentable(parsed).length > 0 ? text : canonicalJson(parsed); // keep all digits
  } catch {
    return text;
  }
}

/**
 * Where a value is: its key in the value around it; undefined for the whole body. Most become no
 * path, and lists take longer to build (docs/performance.md, row "validate 2,000").
 */
type Trail = { readonly around: Trail; readonly key: string | number } | undefined;

function pathOf(at: Trail): Path {
  return at ? [...pathOf(at.around), at.key] : [];
}

/** What to do with the values of each form. A value without a function here stays as it is. */
interface Visitor {
  text?(value: Json, form: "text" | "base64", at: Trail): Json;
  jsonText?(value: Json, hasFile: boolean, at: Trail): Json;
  content?(value: Json, at: Trail): Json;
  set?(items: readonly Json[]): Json;
  /** A field that the shape does not have. It is removed. */
  unknownField?(at: Trail): void;
  /** A value that the shape does not allow. It stays as it is. */
  unknownValue?(at: Trail): void;
}

/** A body stays an object: every shape leaves an object that it does not know as it is. */
function walkBody(shape: Shape, body: JsonObject, visitor: Visitor): JsonObject {
  return walk(shape, body, undefined, visitor) as JsonObject;
}

function walk(shape: Shape, value: Json, at: Trail, visitor: Visitor): Json {
  switch (shape.form) {
    case "value":
      if (shape.known && !shape.known.includes(value)) visitor.unknownValue?.(at);
      return value;
    case "text":
    case "base64":
      return visitor.text?.(value, shape.form, at) ?? value;
    case "jsonText":
      return visitor.jsonText?.(value, shape.file === true, at) ?? value;
    case "content":
      return walkList(shape.items, visitor.content?.(value, at) ?? value, at, visitor);
    case "list": {
      const items = walkList(shape.items, value, at, visitor);
      return shape.set && visitor.set && Array.isArray(items) ? visitor.set(items) : items;
    }
    case "union":
      return walkUnion(shape, value, at, visitor);
    case "object":
      return walkObject(shape, value, at, visitor);
  }
}

function walkList(items: Shape, value: Json, at: Trail, visitor: Visitor): Json {
  if (Array.isArray(value))
    return value.map((item: Json, index) => walk(items, item, { around: at, key: index }, visitor));
  visitor.unknownValue?.(at);
  return value;
}

function walkUnion(
  shape: Shape & { form: "union" },
  value: Json,
  at: Trail,
  visitor: Visitor,
): Json {
  const tag = isObject(value) ? value[shape.tag] : undefined;
  if (typeof tag === "string" && Object.hasOwn(shape.cases, tag))
    return walk(shape.cases[tag]!, value, at, visitor);
  visitor.unknownValue?.({ around: at, key: shape.tag });
  return value;
}

function walkObject(
  shape: Shape & { form: "object" },
  value: Json,
  at: Trail,
  visitor: Visitor,
): Json {
  if (!isObject(value)) {
    visitor.unknownValue?.(at);
    return value;
  }
  if (visitor.unknownField)
    for (const key of Object.keys(value))
      if (!Object.hasOwn(shape.fields, key)) visitor.unknownField({ around: at, key });
  const normalized: Record<string, Json> = {};
  for (const name in shape.fields) {
    const field = shape.fields[name]!;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const isAbsent = given === undefined || given === null;
    const effective = isAbsent && field.default !== undefined ? field.default : given;
    if (effective === undefined) continue;
    normalized[name] =
      field.shape.form === "value" && !visitor.unknownValue
        ? effective
        : walk(field.shape, effective, { around: at, key: name }, visitor);
  }
  return normalized;
}
