// Maps between request and response bodies and stored resources, according to the kind's row.
// Stored are the fields of the shape, the parent and the references; other fields are dropped.
import {
  type JsonObject,
  mapValues,
  toPointer,
  withoutKeys,
  objectsIn,
} from "../../../engine/model/json.ts";
import type { Kind } from "../../../engine/model/kind.ts";
import { normalizeObserved } from "../../../engine/normalize/normalize.ts";
import type { ResourceKey, StoredReference, StoredResource } from "../../store/stored-resource.ts";

/**
 * The stored resource for a valid request body, with documented defaults filled in. A reference that
 * the body repeats is stored once, at its first place.
 */
export function toStoredResource(row: Kind, id: string, body: JsonObject): StoredResource {
  const known = normalizeObserved(row.shape, body).body;
  const linkFields = [row.parent?.idField, ...row.references.map(({ field }) => field)];
  const references = new Map(
    referencePointers(row, body).map(({ field, to }): [string, StoredReference] => [
      `${field} ${to.id}`,
      { field, to },
    ]),
  );
  const [parent] = parentPointers(row, body);
  return {
    kind: row.kind,
    id,
    ...(parent && { parent: parent.to }),
    body: withoutStamps(row, withoutKeys(known, linkFields)),
    references: [...references.values()],
  };
}

/** The response body for a resource; `target` returns the response body of a referenced one. */
export function toResponseBody(
  row: Kind,
  resource: StoredResource,
  target: (key: ResourceKey) => JsonObject,
): JsonObject {
  const parent = row.parent && resource.parent ? { [row.parent.idField]: resource.parent.id } : {};
  const references = row.references.map(({ field, responseIdField }) => {
    const ofField = resource.references.filter((reference) => reference.field === field);
    return [
      field,
      ofField.map(({ to }) => ({ [responseIdField]: to.id, ...withoutKeys(target(to), ["id"]) })),
    ];
  });
  return { id: resource.id, ...parent, ...resource.body, ...Object.fromEntries(references) };
}

/** A field of a request body that refers to another resource. */
interface TargetPointer {
  /** The field of the body that contains it. */
  readonly field: string;
  /** JSON pointer: `/parentId`, `/field/0/targetId`. */
  readonly pointer: string;
  readonly to: ResourceKey;
}

/** The pointer in a request body to its parent; none if the kind has no parent. */
export function parentPointers({ parent }: Kind, body: JsonObject): TargetPointer[] {
  if (!parent) return [];
  const { kind, idField } = parent;
  const to = { kind, id: stringField(body, idField) };
  return [{ field: idField, pointer: toPointer([idField]), to }];
}

/** The pointers in a request body to its references, repeated ones included. */
export function referencePointers({ references }: Kind, body: JsonObject): TargetPointer[] {
  return references.flatMap(({ field, kind, requestIdField }) =>
    objectsIn(body[field]).map((item, index) => ({
      field,
      pointer: toPointer([field, index, requestIdField]),
      to: { kind, id: stringField(item, requestIdField) },
    })),
  );
}

/** Removes the ids that clients write on list items: responses do not contain them. */
function withoutStamps(row: Kind, body: JsonObject): JsonObject {
  const { itemIds } = row;
  if (!itemIds) return body;
  return mapValues(body, (value, key) =>
    key === itemIds.list
      ? objectsIn(value).map((item) => withoutKeys(item, [itemIds.field]))
      : value,
  );
}

function stringField(object: JsonObject, key: string): string {
  const value = object[key];
  if (typeof value !== "string") throw new Error(`the body's schema allows a non-string ${key}`);
  return value;
}
