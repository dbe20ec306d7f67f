// What the service requires of the references in a body beyond their schema: that they are not too
// many, exist, and are distinct where the kind's row says so.
import type { Kind } from "../engine/model/kind.ts";
import { type TargetPointer, targetPointers } from "./resource-mapping.ts";
import type { ResourceKey, Store, StoredResource } from "./stored-resource.ts";

/** References of one resource: a response contains what they refer to. Chosen by this project. */
const maxReferences = 1_000;

/** The mistakes that can be found before a write. Missing targets are found during the write. */
export function referenceMistakes(
  store: Pick<Store, "get">,
  row: Kind,
  resource: StoredResource,
): string[] {
  if (resource.references.length > maxReferences)
    return [`the body has more than ${maxReferences} references`];
  const pointers = targetPointers(row, resource);
  const distinctFields = row.references.filter(({ distinctNames }) => distinctNames);
  return distinctFields.flatMap(({ field }) =>
    repeated(
      store,
      pointers.filter((target) => target.field === field),
    ),
  );
}

/** The second and further references to one resource, or to resources of one name. */
function repeated(store: Pick<Store, "get">, targets: readonly TargetPointer[]): string[] {
  const ids = new Set<string>();
  const names = new Set<unknown>();
  return targets.flatMap(({ pointer, to: { kind, id } }) => {
    if (ids.has(id)) return [`${pointer} refers to ${kind} ${JSON.stringify(id)} a second time`];
    ids.add(id);
    const name = store.get(kind, id)?.body["name"];
    if (name === undefined || !names.has(name)) {
      names.add(name);
      return [];
    }
    return [`${pointer} refers to a second ${kind} with the name ${JSON.stringify(name)}`];
  });
}

/** The references to resources that do not exist. */
export function danglingMistakes(
  row: Kind,
  resource: Pick<StoredResource, "parent" | "references">,
  missing: readonly ResourceKey[],
): string[] {
  const keyOf = ({ kind, id }: ResourceKey): string => `${kind} ${id}`;
  const keys = new Set(missing.map(keyOf));
  return targetPointers(row, resource)
    .filter(({ to }) => keys.has(keyOf(to)))
    .map(
      ({ pointer, to }) =>
        `${pointer} refers to ${to.kind} ${JSON.stringify(to.id)}, which does not exist`,
    );
}
