// Normal form: definitions and resources of the service in one form, so that equal meaning is equal
// JSON. It follows from the shape of the kind alone; no field is known by name here.
import {
  canonicalJson,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
  withOrder,
  withoutKeys,
  parseJson,
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

/** Returns the content of the file of a `{ file }` at a path, read as JSON or YAML. */
export type ReadData = (path: Path, source: JsonObject) => JsonObject;

/**
 * The body of a definition: shorthands expanded, files included, defaults filled in, local fields
 * removed, fields in the order of the shape.
 */
export function normalizeDefinition(
  shape: Shape,
  definition: JsonObject,
  readText: ReadText,
  readData: ReadData,
): JsonObject {
  const dataAt = (value: Json, path: Path): Json =>
    isDataInclude(value) ? readData([...path], value) : value;
  const textAt = (value: Json, form: "text" | "base64", path: Path): Json => {
    const isInParts = form === "text" && Array.isArray(value);
    return isInParts || isObject(value) ? readText([...path], value, form) : value;
  };
  return walkBody(shape, definition, {
    text: textAt,
    json: dataAt,
    jsonText: (value, hasFile, path) =>
      typeof value === "string" || value === null
        ? value
        : canonicalJson(hasFile ? dataAt(value, path) : value),
    content: (value, path) =>
      Array.isArray(value) && !isPartList(value)
        ? value
        : [{ type: "TEXT", text: textAt(value, "text", path) }],
  });
}

/** Whether a value is `{ file: path }` and nothing else. */
export function isDataInclude(value: Json): value is JsonObject {
  return isObject(value) && typeof value["file"] === "string" && Object.keys(value).length === 1;
}

/** The body of a resource in a response, and what in it is not known to this version. */
export interface NormalizedResponse {
  readonly body: JsonObject;
  /** JSON pointers of fields that the shape does not have. */
  readonly unknownFields: readonly string[];
  /** JSON pointers of values that the shape does not allow. */
  readonly unknownValues: readonly string[];
}

const none: readonly string[] = [];

/**
 * The body of a resource in a response, without its ids: defaults filled in, unknown fields
 * removed. `idFields`: the fields of the response with its own ids.
 */
export function normalizeObserved(
  shape: Shape,
  response: JsonObject,
  idFields: readonly string[] = none,
): NormalizedResponse {
  let [unknownFields, unknownValues] = [none, none];
  const body = walkBody(shape, response, {
    unknownField: (path) => {
      const isId = path.length === 1 && idFields.includes(String(path[0]));
      if (!isId) unknownFields = [...unknownFields, toPointer(path)];
    },
    unknownValue: (path) => {
      unknownValues = [...unknownValues, toPointer(path)];
    },
  });
  return {
    body: body === response ? withoutKeys(body, idFields) : body,
    unknownFields,
    unknownValues,
  };
}

/** A body in normal form again, after values in it were replaced. */
export function normalForm(shape: Shape, body: JsonObject): JsonObject {
  return walkBody(shape, body, {});
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

/** Marks the objects in a body whose order of keys counts. They are in objects only, not in lists. */
export function markOrdered(shape: Shape, value: Json | undefined): void {
  if (!isObject(value)) return;
  if (shape.form === "json" && shape.ordered) withOrder(value);
  if (shape.form !== "object") return;
  for (const name in shape.fields) markOrdered(shape.fields[name]!.shape, value[name]);
}

/**
 * JSON text with sorted keys. Invalid JSON stays as it is: models do not always write valid JSON.
 */
function canonicalText(text: Json): Json {
  if (typeof text !== "string") return text;
  const parsed = parseJson(text);
  const isExact = parsed !== undefined && findUnrepresentable(parsed).length === 0; // keep all digits
  return isExact ? canonicalJson(parsed) : text;
}

/** What to do with the values of each form, by path. A value without a function here stays as it is. */
interface Visitor {
  text?(value: Json, form: "text" | "base64", path: Path): Json;
  json?(value: Json, path: Path): Json;
  jsonText?(value: Json, hasFile: boolean, path: Path): Json;
  content?(value: Json, path: Path): Json;
  set?(items: readonly Json[]): Json;
  /** A field that the shape does not have. It is removed. */
  unknownField?(path: Path): void;
  /** A value that the shape does not allow. It stays as it is. */
  unknownValue?(path: Path): void;
}

/** A walk through a body. `path` is that of the current value, and changes afterwards. */
interface Walk {
  readonly visitor: Visitor;
  readonly path: (string | number)[];
}

/** A body stays an object: every shape leaves an object that it does not know as it is. */
function walkBody(shape: Shape, body: JsonObject, visitor: Visitor): JsonObject {
  return walkValue(shape, body, { visitor, path: [] }) as JsonObject;
}

/** Parts in which nothing changes are not copied (docs/performance.md, row "plan 200,000"). */
function walkValue(shape: Shape, value: Json, walk: Walk): Json {
  const { visitor, path } = walk;
  switch (shape.form) {
    case "value":
      if (shape.known && !shape.known.includes(value)) visitor.unknownValue?.(path);
      return value;
    case "text":
    case "base64":
      return visitor.text?.(value, shape.form, path) ?? value;
    case "json": {
      const data = visitor.json?.(value, path) ?? value;
      return shape.ordered && isObject(data) ? withOrder(data) : data;
    }
    case "jsonText":
      return visitor.jsonText?.(value, shape.file === true, path) ?? value;
    case "content":
      return walkList(shape.items, visitor.content?.(value, path) ?? value, walk);
    case "list": {
      const items = walkList(shape.items, value, walk);
      return shape.set && visitor.set && Array.isArray(items) ? visitor.set(items) : items;
    }
    case "union":
      return walkUnion(shape, value, walk);
    case "object":
      return walkObject(shape, value, walk);
  }
}

function walkChild(shape: Shape, value: Json, key: string | number, walk: Walk): Json {
  walk.path.push(key);
  const walked = walkValue(shape, value, walk);
  walk.path.pop();
  return walked;
}

function walkList(items: Shape, value: Json, walk: Walk): Json {
  if (!Array.isArray(value)) {
    walk.visitor.unknownValue?.(walk.path);
    return value;
  }
  const walked = value.map((item: Json, index) => walkChild(items, item, index, walk));
  return walked.every((item, index) => item === value[index]) ? value : walked;
}

function walkUnion(shape: Shape & { form: "union" }, value: Json, walk: Walk): Json {
  const tag = isObject(value) ? value[shape.tag] : undefined;
  if (typeof tag === "string" && Object.hasOwn(shape.cases, tag))
    return walkValue(shape.cases[tag]!, value, walk);
  walk.visitor.unknownValue?.([...walk.path, shape.tag]);
  return value;
}

function walkObject(shape: Shape & { form: "object" }, value: Json, walk: Walk): Json {
  const { visitor, path } = walk;
  if (!isObject(value)) {
    visitor.unknownValue?.(path);
    return value;
  }
  const keys = Object.keys(value);
  if (visitor.unknownField)
    for (const key of keys)
      if (!Object.hasOwn(shape.fields, key)) visitor.unknownField([...path, key]);
  const normalized: Record<string, Json> = {};
  let equal = 0; // the number of fields that stay, in the same order
  for (const name in shape.fields) {
    const field = shape.fields[name]!;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const isAbsent = given === undefined || given === null;
    const effective = isAbsent && field.default !== undefined ? field.default : given;
    if (effective === undefined) continue;
    const isSparse = shape.sparse || (field.shape.form === "object" && field.shape.sparse);
    if (isSparse && effective === null) continue;
    const walked = walkChild(field.shape, effective, name, walk);
    if (isSparse && isObject(walked) && Object.keys(walked).length === 0) continue;
    normalized[name] = walked;
    if (keys[equal] === name && walked === given) equal += 1;
  }
  return equal === keys.length && equal === Object.keys(normalized).length ? value : normalized;
}
