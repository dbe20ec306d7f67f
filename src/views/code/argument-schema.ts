// The part of a tool's JSON Schema that a TypeScript type can express, for codegen. Keywords are
// taken from a list, because the printer of types knows some that are code or names of files.
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  objectOf,
  valueAt,
} from "../../engine/model/json.ts";

/**
 * The parameters of a tool as part of a larger schema, at `pointer`. References that do not lead to
 * a schema in the same parameters become `{}`, any value: nothing is read from files or the network.
 */
export function argumentSchema(parameters: JsonObject, pointer: string): JsonObject {
  const schema = expressible("$ref" in parameters ? parameters : { type: "object", ...parameters });
  return moved(schema, schema, pointer) as JsonObject;
}

/** What is kept of the value of a keyword; undefined: nothing. */
type Keep = (value: Json) => Json | undefined;

/** The keywords that a type can express. */
const keywords: Readonly<Record<string, Keep>> = {
  $ref: (value) => (isText(value) && /^#(?:\/|$)/.test(value) ? value : undefined),
  type: typeNames,
  description: (value) => (isText(value) ? docText(value) : undefined),
  deprecated: (value) => (value === true ? true : undefined),
  enum: (value) => (Array.isArray(value) && value.length > 0 ? plainValues(value) : undefined),
  const: (value) => plainValues([value])?.[0],
  required: (value) => (Array.isArray(value) ? value.filter(isText) : undefined),
  properties: schemasByName,
  $defs: schemasByName,
  definitions: schemasByName,
  additionalProperties: (value) => (isObject(value) ? expressible(value) : value !== false),
  items: (value) => (Array.isArray(value) ? undefined : anySchema(value)),
  anyOf: schemaList,
  oneOf: schemaList,
  allOf: schemaList,
};

/** The keywords that say which properties an object has. */
const propertyKeywords = new Set([
  "properties",
  "additionalProperties",
  "$ref",
  "anyOf",
  "oneOf",
  "allOf",
  "enum",
  "const",
]);

function expressible(schema: JsonObject): JsonObject {
  const kept = Object.entries(keywords).flatMap(([keyword, keep]) => {
    const value = Object.hasOwn(schema, keyword) ? keep(schema[keyword]!) : undefined;
    return value === undefined ? [] : [[keyword, value] as const];
  });
  const saysProperties = kept.some(([keyword]) => propertyKeywords.has(keyword));
  const isAnyObject = [schema["type"]].flat().includes("object") && !saysProperties;
  const isOpen = isAnyObject || "patternProperties" in schema;
  const expressed = {
    ...Object.fromEntries(kept),
    ...tuple(schema),
    ...(isOpen && { additionalProperties: true }),
  };
  return withoutSiblings(withRequired(expressed));
}

/** The printer leaves out a required property of an object that `properties` does not have. */
function withRequired(schema: JsonObject): JsonObject {
  const { type = null, required = [], additionalProperties } = schema;
  const properties = objectOf(schema["properties"]);
  const missing = (required as readonly string[]).filter(
    (name) => !Object.hasOwn(properties, name),
  );
  const isOfObject = "properties" in schema || [type].flat().includes("object");
  if (missing.length === 0 || !isOfObject) return schema;
  const other = isObject(additionalProperties) ? additionalProperties : {};
  const added = Object.fromEntries(missing.map((name) => [name, other]));
  return { ...schema, properties: { ...properties, ...added } };
}

/** The type of a tuple names each length that it can have: more items are any values. */
const maxTuple = 20;

/** A list whose first items have types of their own, in the form of draft 4, which the library reads. */
function tuple({ prefixItems, items = true, minItems }: JsonObject): JsonObject {
  const first = schemaList(prefixItems ?? null);
  if (!Array.isArray(first)) return {};
  const additionalItems = isObject(items) ? expressible(items) : items !== false;
  if (first.length > maxTuple) return { items: {} };
  const least = Number.isInteger(minItems) ? Math.min(Number(minItems), first.length) : 0;
  return { items: first, additionalItems, ...(least > 0 && { minItems: least }) };
}

/** The library cannot follow a reference whose target is beside it. */
function withoutSiblings({ $ref, ...schema }: JsonObject): JsonObject {
  if ($ref === undefined) return schema;
  const { $defs, definitions } = schema;
  return $defs || definitions ? { ...schema, allOf: [{ $ref }] } : { ...schema, $ref };
}

/** Objects and lists among the values of an enum are too rare for a type of their own. */
function plainValues(values: readonly Json[]): readonly Json[] | undefined {
  return values.some((value) => typeof value === "object" && value !== null) ? undefined : values;
}

/** A schema that may be true or false. The printer writes the text of `tsType` as it is. */
function anySchema(value: Json): Json {
  if (value === false) return { tsType: "never" };
  return isObject(value) ? expressible(value) : {};
}

function schemasByName(value: Json): Json | undefined {
  return isObject(value) ? mapValues(value, anySchema) : undefined;
}

function schemaList(value: Json): Json | undefined {
  return Array.isArray(value) && value.length > 0 ? value.map(anySchema) : undefined;
}

const typeList = new Set<Json>([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);

function typeNames(value: Json): Json | undefined {
  const names = [value].flat().filter((name) => typeList.has(name));
  return names.length > 1 ? names : names[0];
}

function isText(value: Json): value is string {
  return typeof value === "string";
}

/** The value with its references below `pointer`. */
function moved(value: Json, whole: JsonObject, pointer: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => moved(item, whole, pointer));
  if (!isObject(value)) return value;
  const target = value["$ref"];
  if (!isText(target!)) return mapValues(value, (field) => moved(field, whole, pointer));
  return isSchemaAt(whole, target.slice(1)) ? { $ref: `#${pointer}${target.slice(1)}` } : {};
}

/** A JSON pointer from one schema to another, one step after another. */
const schemaPointer =
  /^(?:\/(?:properties|\$defs|definitions)\/[^/]*|\/(?:anyOf|oneOf|allOf)\/\d+|\/(?:items|additionalProperties))*$/;

/** `fragment`: a JSON pointer as in a URI, with `%` escapes. */
function isSchemaAt(schema: JsonObject, fragment: string): boolean {
  try {
    const pointer = decodeURIComponent(fragment);
    return schemaPointer.test(pointer) && isObject(valueAt(schema, fromPointer(pointer)));
  } catch {
    return false; // an invalid escape
  }
}

/**
 * The text of a doc comment. It cannot end the comment, and `@word` is neither a tag nor a
 * directive of the compiler. Undefined for a text without content.
 */
export function docText(text: string): string | undefined {
  const inert = text
    .replace(/\r\n?/g, "\n")
    .trim()
    .replaceAll("*/", "*\\/")
    .replace(/(^|\s)@(?=\w)/g, "$1\\@");
  return inert === "" ? undefined : inert;
}
