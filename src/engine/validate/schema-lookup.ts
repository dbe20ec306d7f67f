// Finds the parts of a bundled schema that apply to a path of a value, for suggestions and hints.
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  type Path,
  valueAt,
  objectsIn,
} from "../model/json.ts";

/** The allowed keys of the mapping at a path; empty if any key is allowed. */
export function keysAt(schema: JsonObject, value: Json, path: Path): string[] {
  const named = partsAt(schema, value, path).flatMap((part) => Object.entries(propertiesOf(part)));
  const refused = new Set(named.filter(([, property]) => property === false).map(([key]) => key));
  return [...new Set(named.map(([key]) => key))].filter((key) => !refused.has(key));
}

/** Whether the mapping at a path may be there. */
export function takesMapping(schema: JsonObject, value: Json, path: Path): boolean {
  return partsAt(schema, value, path).some((part) => [part["type"]].flat().includes("object"));
}

/** The description of the value at a path, or undefined. */
export function describedAt(schema: JsonObject, value: Json, path: Path): string | undefined {
  return partsAt(schema, value, path)
    .map((part) => part["description"])
    .find((description) => typeof description === "string");
}

/** The allowed tags of the mapping at a path, for example the assertion types. */
export function tagsAt(schema: JsonObject, value: Json, path: Path): string[] {
  return partsAt(schema, value, path).flatMap((part) => {
    const tag = objectOf(part["discriminator"])["propertyName"];
    if (typeof tag !== "string") return [];
    return objectsIn(part["oneOf"])
      .map((each) => objectOf(propertiesOf(each)[tag])["const"])
      .filter((each) => typeof each === "string");
  });
}

function partsAt(root: JsonObject, whole: Json, wholePath: Path): JsonObject[] {
  return inside(root, whole, wholePath);

  function inside(schema: JsonObject, value: Json | undefined, [key, ...rest]: Path): JsonObject[] {
    const parts = expand(schema, value);
    if (key === undefined) return parts;
    return parts.flatMap((part) => {
      const child = Array.isArray(value)
        ? part["items"]
        : (propertiesOf(part)[key] ?? part["additionalProperties"]);
      return isObject(child) ? inside(child, valueAt(value, [key]), rest) : [];
    });
  }

  /** The schema, or that which it refers to, and its alternatives that match the value. */
  function expand(schema: JsonObject, value: Json | undefined): JsonObject[] {
    const reference = schema["$ref"];
    if (typeof reference === "string")
      return expand(objectOf(valueAt(root, fromPointer(reference))), value);
    const branch = isObject(schema["if"]) && schema[holds(schema["if"], value) ? "then" : "else"];
    const alternatives = [
      ...["allOf", "anyOf", "oneOf"].flatMap((key) => objectsIn(schema[key])),
      ...(isObject(branch) ? [branch] : []),
    ];
    return [
      schema,
      ...alternatives.flatMap((each) => expand(each, value)).filter((each) => matches(each, value)),
    ];
  }
}

/** Whether a value has the JSON type and the tag (`type`) of a schema. */
function matches(schema: JsonObject, value: Json | undefined): boolean {
  const type = schema["type"];
  if (type === "object" && value !== undefined && !isObject(value)) return false;
  if (type === "array" && !Array.isArray(value)) return false;
  const tag = objectOf(propertiesOf(schema)["type"])["const"];
  return tag === undefined || (isObject(value) && value["type"] === tag);
}

/** Whether a value meets a condition (`if`) of the schemas, which use only these keywords in it. */
function holds(condition: JsonObject, value: Json | undefined): boolean {
  const { type, contains, anyOf, required = [] } = condition;
  if (isObject(contains))
    return Array.isArray(value) && value.some((item: Json) => holds(contains, item));
  if (Array.isArray(anyOf)) return objectsIn(anyOf).some((each) => holds(each, value));
  if (type === "string") return typeof value === "string";
  if (!isObject(value)) return type === undefined;
  const isRefused = ([key, property]: [string, Json]): boolean =>
    Object.hasOwn(value, key) &&
    (property === false || objectOf(property)["const"] !== (value[key] ?? undefined));
  const lacks = (key: Json): boolean => !Object.hasOwn(value, String(key));
  return (
    !(required as readonly Json[]).some(lacks) &&
    !Object.entries(propertiesOf(condition)).some(isRefused)
  );
}

function propertiesOf(schema: JsonObject): JsonObject {
  return objectOf(schema["properties"]);
}

/** A value with another one at a path, for which the schema is asked. */
export function replaceAt(value: Json, [key, ...rest]: Path, replacement: Json): Json {
  if (key === undefined) return replacement;
  const inner = replaceAt(valueAt(value, [key]) ?? null, rest, replacement);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...(value as JsonObject), [key]: inner };
}
