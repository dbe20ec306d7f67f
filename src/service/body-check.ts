// Whether a written body is valid: every mistake at once, each with its JSON pointer, in words.
// The schemas decide; unknown fields are no mistake here, wire.ts leaves them out.
import type { SchemaError, Validator } from "../engine/validate/grammar.ts";
import { HTTPException } from "hono/http-exception";
import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  toPointer,
  valueAt,
} from "../engine/model/json.ts";
import type { Kind } from "../engine/model/kind.ts";
import type { Shape } from "../engine/model/shape.ts";
import { findUnrepresentable } from "../engine/model/representable.ts";

/** What a body is called in messages, and its shape; a row of the table is one. */
type Checked = Pick<Kind, "kind" | "shape">;

/** More mistakes than this are counted, not listed. */
const maxListed = 100;

/** The body, if it is a valid one of its kind; else throws 400 with all mistakes. */
export function checkBody(row: Checked, validator: Validator, value: Json): JsonObject {
  const errors = validator(value) ? [] : (validator.errors ?? []);
  const schemaMistakes = errors
    .filter(({ keyword }) => keyword !== "additionalProperties")
    .map((each) => sentence(each, row.shape, value));
  const textMistakes = findUnrepresentable(value).map(
    ({ path, message }) => `${at(toPointer(path))}: ${message.replace(/\.$/, "")}`,
  );
  const all = [...new Set([...schemaMistakes, ...textMistakes])];
  if (all.length > 0) throw invalid(row, all);
  if (!isObject(value)) throw invalid(row, ["the body must be an object"]);
  return value;
}

/** The answer to a body with mistakes. */
export function invalid(row: Pick<Checked, "kind">, mistakes: readonly string[]): HTTPException {
  const listed = mistakes.slice(0, maxListed);
  const more = mistakes.length - listed.length;
  const rest = more > 0 ? `; and ${more} more` : "";
  return new HTTPException(400, {
    message: `The ${row.kind} is not valid: ${listed.join("; ")}${rest}.`,
  });
}

function at(pointer: string): string {
  return pointer === "" ? "the body" : pointer;
}

function sentence(error: SchemaError, shape: Shape, value: Json): string {
  const { instancePath, keyword, params } = error;
  const where = at(instancePath);
  const field = (name: unknown): string => `${instancePath}${toPointer([String(name)])}`;
  switch (keyword) {
    case "required":
      return `${field(params["missingProperty"])} is missing`;
    case "type":
      return `${where} must be ${typeInWords(params["type"])}`;
    case "enum":
      return `${where} must be one of ${words(params["allowedValues"])}`;
    case "const":
      return `${where} must be ${words([params["allowedValue"]])}`;
    case "discriminator": {
      const pointer = field(params["tag"]);
      if (params["tagValue"] === undefined) return `${pointer} is missing`;
      const tags = tagsAt(shape, value, fromPointer(instancePath));
      return `${pointer} must be ${tags.length > 0 ? `one of ${words(tags)}` : "a known value"}`;
    }
    case "minLength":
    case "minItems":
      return params["limit"] === 1
        ? `${where} must not be empty`
        : `${where} must have ${String(params["limit"])} or more`;
    case "minimum":
      return `${where} must be ${String(params["limit"])} or more`;
    case "maximum":
      return `${where} must be ${String(params["limit"])} or less`;
    case "pattern":
      return `${where} must match ${String(params["pattern"])}`;
    default:
      return `${where} ${error.message ?? "is not valid"}`;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

function typeInWords(type: unknown): string {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.map((each) => typeNames[String(each)] ?? String(each)).join(" or ");
}

function words(values: unknown): string {
  const all: unknown[] = Array.isArray(values) ? values : [values];
  return all.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(", ");
}

/** The tags that the shape knows at a place, for example the types of a block. */
function tagsAt(shape: Shape, value: Json, path: readonly string[]): readonly string[] {
  const [key, ...rest] = path;
  switch (shape.form) {
    case "union": {
      if (key === undefined) return Object.keys(shape.cases);
      const inside = shape.cases[String(valueAt(value, [shape.tag]))];
      return inside ? tagsAt(inside, value, path) : [];
    }
    case "object": {
      const inside = key === undefined ? undefined : shape.fields[key];
      return inside ? tagsAt(inside.shape, valueAt(value, [key!]) ?? null, rest) : [];
    }
    case "list":
    case "content":
      return key === undefined ? [] : tagsAt(shape.items, valueAt(value, [key]) ?? null, rest);
    case "value":
    case "text":
    case "base64":
    case "jsonText":
      return [];
  }
}
