// The reverse of normalization: a body as an author would write it.
import { canonicalJson, isObject, type Json, type JsonObject, parseJson } from "../model/json.ts";
import { findUnrepresentable } from "../parse/representable.ts";
import type { Shape } from "../model/shape.ts";

/** The value without defaults, with a string for a single TEXT block and an object for JSON text. */
export function denormalize(shape: Shape, value: Json): Json {
  switch (shape.form) {
    case "value":
    case "json":
    case "text":
    case "base64":
      return value;
    case "jsonText":
      return parseExact(value);
    case "content":
      return singleText(value) ?? denormalizeItems(shape.items, value);
    case "list":
      return denormalizeItems(shape.items, value);
    case "union": {
      const tag = isObject(value) ? value[shape.tag] : undefined;
      const chosen = typeof tag === "string" ? shape.cases[tag] : undefined;
      return chosen ? denormalize(chosen, value) : value;
    }
    case "object":
      return isObject(value) ? denormalizeFields(shape, value) : value;
  }
}

function denormalizeItems(items: Shape, value: Json): Json {
  return Array.isArray(value) ? value.map((item) => denormalize(items, item)) : value;
}

function denormalizeFields(shape: Shape & { form: "object" }, object: JsonObject): JsonObject {
  const fields = Object.entries(shape.fields).flatMap(([name, field]): [string, Json][] => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    const isDefault =
      value === undefined ||
      (field.default !== undefined && canonicalJson(value) === canonicalJson(field.default));
    return isDefault ? [] : [[name, denormalize(field.shape, value)]];
  });
  return Object.fromEntries(fields);
}

/** The text of a list with one TEXT block and no other fields; undefined for other lists. */
function singleText(value: Json): string | undefined {
  const [block, ...others] = Array.isArray(value) ? value : [];
  if (!isObject(block) || others.length > 0 || Object.keys(block).length !== 2) return undefined;
  return block["type"] === "TEXT" && typeof block["text"] === "string" ? block["text"] : undefined;
}

/** The object that JSON text describes, if normalization gives exactly the same text again. */
function parseExact(value: Json): Json {
  if (typeof value !== "string") return value;
  const parsed = parseJson(value);
  if (!isObject(parsed) || findUnrepresentable(parsed).length > 0) return value;
  return canonicalJson(parsed) === value ? parsed : value;
}
