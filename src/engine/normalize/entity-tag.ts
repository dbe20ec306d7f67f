// The ETag of a resource: a digest of what a client writes, so that a client can compute it from an
// item of a list.
import { createHash } from "node:crypto";
import { canonicalJson, type JsonObject, objectsIn } from "../model/json.ts";
import type { Kind } from "../model/kind.ts";
import { markOrdered } from "./normalize.ts";

/**
 * The SHA-256 of the canonical JSON of a resource without its id, with the ids of the resources that
 * it refers to in place of these. Hexadecimal, in quotation marks as in the header.
 */
export function entityTag(row: Kind, resource: JsonObject): string {
  const { id: _id, ...fields } = resource;
  const references = row.references.map(({ field, responseIdField, requestIdField }) => [
    field,
    objectsIn(fields[field]).map((item) => ({ [requestIdField]: item[responseIdField] })),
  ]);
  const written = { ...fields, ...Object.fromEntries(references) } as JsonObject;
  markOrdered(row.shape, written);
  return `"${createHash("sha256").update(canonicalJson(written)).digest("hex")}"`;
}
