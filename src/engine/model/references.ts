// References from one resource to others. In a body in normal form they are lists of addresses,
// in the fields that the row of the kind names.
import type { Json, JsonObject } from "./json.ts";
import type { Kind, ReferenceField } from "./kind.ts";
import type { Address } from "./resource.ts";

/** The addresses that a body refers to, in the order of the reference fields of its kind. */
export function referencesOf(row: Kind, body: JsonObject): Address[] {
  return row.references.flatMap(({ field }) => referencesIn(body[field]));
}

/** The body with each reference replaced. Reference fields that are not lists stay as they are. */
export function mapReferences(
  row: Kind,
  body: JsonObject,
  change: (reference: string, field: ReferenceField) => Json,
): JsonObject {
  if (row.references.length === 0) return body;
  const fields = row.references
    .filter(({ field }) => Array.isArray(body[field]))
    .map((each) => [
      each.field,
      referencesIn(body[each.field]).map((reference) => change(reference, each)),
    ]);
  return fields.length === 0 ? body : { ...body, ...Object.fromEntries(fields) };
}

function referencesIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/** The fields whose lists are sets of references. */
export type SetFields = ReadonlySet<string>;

/** The fields of a kind whose lists are sets of references. */
export function setFields({ references }: Pick<Kind, "references">): SetFields {
  return new Set(references.map(({ field }) => field));
}
