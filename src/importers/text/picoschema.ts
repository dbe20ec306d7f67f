// Picoschema: the short form of schemas in Dotprompt.
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";

const scalars = new Set(["string", "number", "integer", "boolean", "null"]);

/**
 * The JSON Schema of a schema in the short form, or of one that is a JSON Schema; undefined for the name of a
 * schema of the application, and for what the short form does not have. Optional properties can be null.
 */
export function jsonSchemaOf(schema: Json | undefined): JsonObject | undefined {
  if (isObject(schema) && isJsonSchema(schema)) return schema;
  return typeof schema === "string"
    ? scalarOf(schema)
    : isObject(schema)
      ? objectOf(schema)
      : undefined;
}

function isJsonSchema({ type, properties, ...rest }: JsonObject): boolean {
  if (type === "object") return isObject(properties) || "additionalProperties" in rest;
  return type === "array" ? isObject(rest["items"]) : scalars.has(String(type)) && "enum" in rest;
}

/** `string, what it is` */
function scalarOf(text: string): JsonObject | undefined {
  const [, type = "", description] = /^\s*(\w+)\s*(?:,\s*(.*))?$/s.exec(text) ?? [];
  if (type !== "any" && !scalars.has(type)) return undefined;
  return { ...(type !== "any" && { type }), ...described(description) };
}

function objectOf(fields: JsonObject): JsonObject | undefined {
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  let additionalProperties: Json = false;
  for (const [key, value] of Object.entries(fields)) {
    const field = fieldOf(key, value);
    if (!field) return undefined;
    if (field.name === "") additionalProperties = field.schema;
    else {
      properties.push([field.name, field.isOptional ? nullable(field.schema) : field.schema]);
      if (!field.isOptional) required.push(field.name);
    }
  }
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties,
  };
}

interface PicoField {
  /** Empty for all other names. */
  readonly name: string;
  readonly isOptional: boolean;
  readonly schema: JsonObject;
}

/** `name?: …`, `name(array, what they are): …`, `(*): …` */
function fieldOf(key: string, value: Json): PicoField | undefined {
  const [, name = "", mark, type, text] =
    /^\s*([^?()\s]*)(\?)?\s*(?:\(\s*([a-z*]+)\s*(?:,\s*(.*))?\))?\s*$/s.exec(key) ?? [];
  const inner = type === "enum" ? undefined : valueSchema(value);
  const schemas: Readonly<Record<string, JsonObject | undefined>> = {
    "*": name === "" ? inner : undefined,
    object: isObject(value) ? inner : undefined,
    array: inner && { type: "array", items: inner },
    enum: Array.isArray(value) ? { ...enumType(value), enum: value } : undefined,
  };
  const schema =
    type === undefined ? inner : Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  if (!schema || (name === "" && type !== "*")) return undefined;
  return { name, isOptional: mark !== undefined, schema: { ...schema, ...described(text) } };
}

function valueSchema(value: Json): JsonObject | undefined {
  return typeof value === "string"
    ? scalarOf(value)
    : isObject(value)
      ? objectOf(value)
      : undefined;
}

function enumType(values: readonly Json[]): JsonObject {
  return values.every((each) => typeof each === "string") ? { type: "string" } : {};
}

function nullable({ type, enum: values, ...rest }: JsonObject): JsonObject {
  return {
    ...(type !== undefined && { type: [type, "null"].flat() }),
    ...(Array.isArray(values) && { enum: [...(values as readonly Json[]), null] }),
    ...rest,
  };
}

function described(text: string | undefined): JsonObject {
  return text === undefined || text.trim() === "" ? {} : { description: text.trim() };
}
