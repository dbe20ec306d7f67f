// Whether a write changes a resource, so that it adds a version.
import { jsonEquals } from "../../engine/model/json.ts";
import type { ResourceKey, StoredReference, StoredResource } from "./stored-resource.ts";

/** Whether two states of a resource differ. The order of keys in the body does not count. */
export function hasChanged(before: StoredResource, after: StoredResource): boolean {
  return !(
    isSameKey(before.parent, after.parent) &&
    before.references.length === after.references.length &&
    before.references.every((each, index) => isSameReference(each, after.references[index]!)) &&
    jsonEquals(before.body, after.body)
  );
}

function isSameReference(one: StoredReference, other: StoredReference): boolean {
  return one.field === other.field && isSameKey(one.to, other.to);
}

function isSameKey(one: ResourceKey | undefined, other: ResourceKey | undefined): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}
