// Between the bodies that are sent and what the store keeps, as a row of the table says.
// Kept are the fields of the shape, the parent and the references; all else is left out.
import {
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  toPointer,
} from "../engine/model/json.ts";
import type { Kind } from "../engine/model/kind.ts";
import type { Field, Shape } from "../engine/model/shape.ts";
import type { Link, Reference, Resource } from "./store.ts";

/** What the store keeps of a checked body; documented defaults are filled in. */
export function fromBody(row: Kind, id: string, body: JsonObject): Resource {
  const kept = keep(body, row.shape);
  const elsewhere = [row.parent?.idField, ...row.references.map(({ field }) => field)];
  const own = isObject(kept) ? without(kept, elsewhere) : {};
  const references = row.references.flatMap((reference) =>
    items(body[reference.field]).map((item): Reference => ({
      field: reference.field,
      to: { kind: reference.kind, id: text(item, reference.writes) },
    })),
  );
  const parent = row.parent && { kind: row.parent.kind, id: text(body, row.parent.idField) };
  return { kind: row.kind, id, ...(parent && { parent }), body: unstamped(row, own), references };
}

/** The answer for a resource; `whole` gives the answer for what it refers to. */
export function toAnswer(
  row: Kind,
  resource: Resource,
  whole: (link: Link) => JsonObject,
): JsonObject {
  const parent = row.parent && resource.parent ? { [row.parent.idField]: resource.parent.id } : {};
  const references = row.references.map(({ field, reads }) => {
    const targets = resource.references.filter((each) => each.field === field);
    return [field, targets.map(({ to }) => ({ [reads]: to.id, ...without(whole(to), ["id"]) }))];
  });
  return { id: resource.id, ...parent, ...resource.body, ...Object.fromEntries(references) };
}

/** Where a body names what does not exist: `/parentId` or `/field/0/targetId`, each with the link. */
export function placesOf(
  row: Kind,
  resource: Resource,
): { readonly pointer: string; readonly to: Link }[] {
  const parent =
    row.parent && resource.parent
      ? [{ pointer: toPointer([row.parent.idField]), to: resource.parent }]
      : [];
  const references = row.references.flatMap(({ field, writes }) =>
    resource.references
      .filter((each) => each.field === field)
      .map(({ to }, index) => ({ pointer: toPointer([field, index, writes]), to })),
  );
  return [...parent, ...references];
}

/** The parts of a value that its shape knows, with defaults for what is absent or null. */
function keep(value: Json, shape: Shape): Json {
  switch (shape.form) {
    case "object":
      return isObject(value) ? keepFields(value, shape.fields) : value;
    case "union": {
      if (!isObject(value)) return value;
      const inside = shape.cases[String(value[shape.tag])];
      return inside ? keep(value, inside) : value;
    }
    case "list":
    case "content":
      return Array.isArray(value) ? value.map((each) => keep(each, shape.items)) : value;
    case "value":
    case "text":
    case "base64":
    case "jsonText":
      return value;
  }
}

function keepFields(value: JsonObject, fields: { readonly [name: string]: Field }): JsonObject {
  const entries = Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
    const given = Object.hasOwn(value, name) ? (value[name] ?? null) : undefined;
    const meant = given ?? (field.default === undefined ? given : field.default);
    return meant === undefined ? [] : [[name, keep(meant, field.shape)]];
  });
  return Object.fromEntries(entries);
}

/** Without the ids that the writer puts on the items of a list: they are never read back. */
function unstamped(row: Kind, body: JsonObject): JsonObject {
  const { stamp } = row;
  if (!stamp) return body;
  return mapValues(body, (value, key) =>
    key === stamp.list ? items(value).map((each) => without(each, [stamp.field])) : value,
  );
}

function items(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function without(object: JsonObject, keys: readonly (string | undefined)[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function text(object: JsonObject, key: string): string {
  const value = object[key];
  if (typeof value !== "string")
    throw new Error(`the schema of a body let pass a ${key} that is not text`);
  return value;
}
