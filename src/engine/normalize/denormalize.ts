// The normal form as an author would write it: what `written` spells out is left out again.
import { canonicalJson, isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Shape } from "../model/shape.ts";
import { findUnrepresentable } from "../model/representable.ts";

/** Defaults left out, one text for a list of one TEXT block, JSON text as what it says. */
export function denormalize(shape: Shape, value: Json): Json {
  switch (shape.form) {
    case "value":
    case "text":
    case "base64":
      return value;
    case "jsonText":
      return jsonIn(value);
    case "content":
      return textOf(value) ?? listOf(shape.items, value);
    case "list":
      return listOf(shape.items, value);
    case "union": {
      const tag = isObject(value) ? value[shape.tag] : undefined;
      const chosen = typeof tag === "string" ? shape.cases[tag] : undefined;
      return chosen ? denormalize(chosen, value) : value;
    }
    case "object":
      return isObject(value) ? fieldsOf(shape, value) : value;
  }
}

function listOf(items: Shape, value: Json): Json {
  return Array.isArray(value) ? value.map((each) => denormalize(items, each)) : value;
}

function fieldsOf(shape: Shape & { form: "object" }, value: JsonObject): JsonObject {
  const said = Object.entries(shape.fields).flatMap(([name, field]): [string, Json][] => {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    const isDefault =
      found === undefined ||
      (field.default !== undefined && canonicalJson(found) === canonicalJson(field.default));
    return isDefault ? [] : [[name, denormalize(field.shape, found)]];
  });
  return Object.fromEntries(said);
}

/** The text of a list that is one TEXT block. */
function textOf(value: Json): string | undefined {
  const [block, ...others] = Array.isArray(value) ? value : [];
  if (!isObject(block) || others.length > 0 || Object.keys(block).length !== 2) return undefined;
  return block["type"] === "TEXT" && typeof block["text"] === "string" ? block["text"] : undefined;
}

/** JSON text as the object it says, where that is sent as the very same text. */
function jsonIn(value: Json): Json {
  if (typeof value !== "string") return value;
  try {
    const parsed = JSON.parse(value) as Json;
    const isExact = canonicalJson(parsed) === value && findUnrepresentable(parsed).length === 0;
    return isObject(parsed) && isExact ? parsed : value;
  } catch {
    return value;
  }
}
