// Reads a request body, validates it against its schema and reports its mistakes with JSON pointers.
// Unknown fields are allowed: resource-mapping.ts drops them.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  toPointer,
} from "../../../engine/model/json.ts";
import { findUnrepresentable } from "../../../engine/parse/representable.ts";
import type { BodyValidator, SchemaError } from "../../../engine/validate/compiled-schema.ts";
import { bundled } from "../../../engine/validate/schema-bundle.ts";
import { tagsAt } from "../../../engine/validate/schema-lookup.ts";
import { schemas } from "../../../generated/schemas.ts";
import { type JsonBody, readJsonBody } from "./read-json-body.ts";

interface BodyType {
  /** The name of the body in messages. */
  readonly name: string;
  /** The path of its schema in schemas/. */
  readonly schema: string;
  readonly validator: BodyValidator;
}

const maxListedMistakes = 20;

/** A larger body is validated up to its first mistake against the schema. */
const maxValuesForAllMistakes = 2_000;

/** Longer pointers are cut in messages. */
const maxPointerLength = 200;

/** Returns the body of a request if it is valid; else throws 400 with its first mistakes. */
export async function readValidBody(
  context: Context,
  { name, schema, validator }: BodyType,
  limitBytes?: number,
): Promise<JsonObject> {
  const body = await readJsonBody(context, limitBytes);
  const { value } = body;
  const schemaMistakes = schemaErrors(validator, body).map((error) =>
    describeError(error, schema, value),
  );
  const textMistakes = findUnrepresentable(value, maxListedMistakes + 1).map(
    ({ path, message }) => `${describePointer(toPointer(path))}: ${message.replace(/\.$/, "")}`,
  );
  const mistakes = [...new Set([...schemaMistakes, ...textMistakes])];
  if (mistakes.length > 0) throw invalidBody(name, mistakes);
  if (!isObject(value)) throw invalidBody(name, ["the body must be an object"]);
  return value;
}

/** The first errors: one more than is listed, so that the message can say that there are more. */
function schemaErrors(
  { allMistakes, firstMistake }: BodyValidator,
  { value, valueCount }: JsonBody,
): readonly SchemaError[] {
  const validator = valueCount > maxValuesForAllMistakes ? firstMistake : allMistakes;
  return validator(value) ? [] : (validator.errors ?? []).slice(0, maxListedMistakes + 1);
}

/** The error (status 400) for a body with mistakes. */
export function invalidBody(name: string, mistakes: readonly string[]): HTTPException {
  const listed = mistakes.slice(0, maxListedMistakes);
  const rest = mistakes.length > listed.length ? "; and more" : "";
  return new HTTPException(400, { message: `Invalid ${name}: ${listed.join("; ")}${rest}.` });
}

function describePointer(pointer: string): string {
  if (pointer === "") return "the body";
  return pointer.length > maxPointerLength ? `${pointer.slice(0, maxPointerLength)}…` : pointer;
}

function describeError(error: SchemaError, schema: string, value: Json): string {
  const { instancePath, keyword, params } = error;
  const location = describePointer(instancePath);
  const field = (name: unknown): string =>
    describePointer(`${instancePath}${toPointer([String(name)])}`);
  const limit = String(params["limit"]);
  switch (keyword) {
    case "required":
      return `${field(params["missingProperty"])} is missing`;
    case "type":
      return `${location} must be ${describeTypes(params["type"])}`;
    case "enum":
      return `${location} must be one of ${listValues(params["allowedValues"])}`;
    case "const":
      return `${location} must be ${listValues([params["allowedValue"]])}`;
    case "discriminator": {
      const pointer = field(params["tag"]);
      if (params["tagValue"] === undefined) return `${pointer} is missing`;
      const tags = tagsAt(bundled(schemas(), schema), value, fromPointer(instancePath));
      return `${pointer} must be ${tags.length > 0 ? `one of ${listValues(tags)}` : "a known value"}`;
    }
    case "additionalProperties":
      return `${field(params["additionalProperty"])} is not known`;
    case "minLength":
      return `${location} must ${limit === "1" ? "not be empty" : `have ${limit} or more`}`;
    case "minimum":
      return `${location} must be ${limit} or more`;
    case "maximum":
      return `${location} must be ${limit} or less`;
    case "pattern":
      return `${location} must match ${String(params["pattern"])}`;
    default:
      return `${location} ${error.message ?? "is not valid"}`;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function describeTypes(type: unknown): string {
  return [type]
    .flat()
    .map((name) => typeNames[String(name)] ?? String(name))
    .join(" or ");
}

function listValues(values: unknown): string {
  return [values]
    .flat()
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(", ");
}
