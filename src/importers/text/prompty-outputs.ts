// The properties of replies in Prompty, as a JSON Schema: requests have all of them as required ones.
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";

/** The schema of a list of properties, or of properties by name; undefined for other forms. */
export function outputSchema(properties: Json | undefined): JsonObject | undefined {
  const all = namedProperties(properties)?.map(
    ([name, value]) => [name, propertyOf(value)] as const,
  );
  if (!all || all.length === 0 || all.some(([name, schema]) => name === "" || !schema))
    return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(all) as JsonObject,
    required: all.map(([name]) => name),
    additionalProperties: false,
  };
}

function namedProperties(properties: Json | undefined): [name: string, value: Json][] | undefined {
  if (!Array.isArray(properties))
    return isObject(properties) ? Object.entries(properties) : undefined;
  return (properties as readonly Json[]).map((each) => [
    isObject(each) && typeof each["name"] === "string" ? each["name"] : "",
    each,
  ]);
}

/** The types of JSON Schema, by the kind of a property. */
const types: Readonly<Record<string, string>> = {
  string: "string",
  integer: "integer",
  number: "number",
  float: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
};

const known = new Set("name kind description required enumValues items properties".split(" "));

function propertyOf(property: Json): JsonObject | undefined {
  const value: JsonObject = isObject(property) ? property : { kind: property };
  const { kind, description, enumValues, items, properties } = value;
  const type = typeof kind === "string" && Object.hasOwn(types, kind) ? types[kind] : undefined;
  if (type === undefined || Object.keys(value).some((key) => !known.has(key))) return undefined;
  const item = items === undefined ? undefined : propertyOf(items);
  const object = type === "object" ? outputSchema(properties) : undefined;
  if ((type === "array" && !item) || (type === "object" && !object)) return undefined;
  return {
    ...(object ?? { type }),
    ...(typeof description === "string" && { description }),
    ...(Array.isArray(enumValues) && { enum: enumValues }),
    ...(item && { items: item }),
  };
}
