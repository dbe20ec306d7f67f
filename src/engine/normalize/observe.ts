// Resources in responses of the service, converted to normal form.
import { groupBy } from "../model/collections.ts";
import { failed, type Failure } from "../model/failure.ts";
import { digestText } from "../text/digest.ts";
import { canonicalJson, isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Kind, Kinds, ReferenceField } from "../model/kind.ts";
import type { Unmanaged } from "../model/unmanaged.ts";
import { type Address, addressOf, nameOf, type Observed } from "../model/resource.ts";
import { canonicalForm, normalizeObserved } from "./normalize.ts";

/** The responses of the list calls, by kind. Kinds that were not listed are absent. */
export type ListResponses = ReadonlyMap<string, readonly JsonObject[]>;

/** Returns the address of a remote resource, or undefined if no definition matches it. */
export type AddressOfId = (kind: string, id: string) => Address | undefined;

/** A resource of a response in normal form. Throws a Failure if it violates the interface. */
export function observe(row: Kind, response: JsonObject, addressOfId: AddressOfId): Observed {
  const id = textField(row, response, "id");
  const parentId = row.parent && textField(row, response, row.parent.idField);
  const name = row.identifiedBy.by === "name" ? textField(row, response, "name") : undefined;
  const references = row.references.map((reference) => [
    reference.field,
    idsIn(row, response, reference).map(
      (each) => addressOfId(reference.kind, each) ?? remoteAddress(reference.kind, each),
    ),
  ]);
  const body =
    references.length > 0 ? { ...response, ...Object.fromEntries(references) } : response;
  const idFields = row.parent ? ["id", row.parent.idField] : ["id"];
  const { body: spec, unknownFields, unknownValues } = normalizeObserved(row.shape, body, idFields);
  return { row, id, name, parentId, spec, unknownFields, unknownValues };
}

/** The resources of a list, smaller id first. Throws a Failure also if two have the same id. */
export function observeList(
  row: Kind,
  responses: readonly JsonObject[],
  addressOfId: AddressOfId,
): readonly Observed[] {
  const observed = responses
    .map((response) => observe(row, response, addressOfId))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const repeated = observed.find(({ id }, index) => id === observed[index + 1]?.id);
  if (repeated) throw unreadable(row, { id: repeated.id }, "the list contains this id twice");
  return observed;
}

/** The address of a resource that no definition matches: `prompt/id:63a1f0c2`. */
export function remoteAddress(kind: string, id: string, ...parents: readonly string[]): Address {
  return addressOf(kind, [...parents, `id:${id}`].join("/"));
}

/** The kind and the name of an unmanaged resource, or the id of one without a name. */
export function addressOfUnmanaged({ kind, name, id, parent }: Unmanaged): Address {
  if (name !== "") return addressOf(kind, name);
  return remoteAddress(kind, id, ...(parent === undefined ? [] : [nameOf(parent)]));
}

/** A digest that is equal for two bodies of a kind if and only if their canonical forms are equal. */
export function contentDigest(row: Kind, body: JsonObject): string {
  return digestText(canonicalJson(canonicalForm(row.shape, body)));
}

/** The ids of resources of a kind that other listed resources refer to, or have as their parent. */
export function referencedIds(
  kinds: Kinds,
  responses: ListResponses,
  kind: string,
): ReadonlySet<string> {
  const ids = kinds.flatMap((row) =>
    (responses.get(row.kind) ?? []).flatMap((response) => [
      ...row.references
        .filter((reference) => reference.kind === kind)
        .flatMap((reference) => idsIn(row, response, reference)),
      ...(row.parent?.kind === kind ? [String(response[row.parent.idField])] : []),
    ]),
  );
  return new Set(ids);
}

/** Observed resources by the address of `kind of the children/id of the parent`. */
export function childrenByParent(
  observed: ReadonlyMap<string, readonly Observed[]>,
): ReadonlyMap<Address, readonly Observed[]> {
  return groupBy([...observed.values()].flat(), ({ row, parentId = "" }) =>
    addressOf(row.kind, parentId),
  );
}

/** The ids that a reference field of a response refers to. */
function idsIn(
  row: Kind,
  response: JsonObject,
  { field, responseIdField }: ReferenceField,
): string[] {
  const items = response[field];
  if (!Array.isArray(items)) throw unreadable(row, response, `"${field}" is not a list`);
  return items.map((item: Json) => {
    const id = isObject(item) ? item[responseIdField] : undefined;
    if (typeof id !== "string")
      throw unreadable(row, response, `an item of "${field}" has no "${responseIdField}"`);
    return id;
  });
}

function textField(row: Kind, response: JsonObject, field: string): string {
  const value = isObject(response) ? response[field] : undefined;
  if (typeof value !== "string" || value === "")
    throw unreadable(row, response, `"${field}" is not a non-empty string`);
  return value;
}

function unreadable(row: Kind, response: JsonObject, reason: string): Failure {
  const id = isObject(response) && typeof response["id"] === "string" ? ` ${response["id"]}` : "";
  return failed(
    "unreadable-answer",
    `Invalid response from the service for ${row.kind}${id} at ${row.path}: ${reason}.`,
    "Check that the base URL is that of a prompt service with the /sdk/v1 interface.",
  );
}
