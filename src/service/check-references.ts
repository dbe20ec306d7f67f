// What the service requires of the references in a body beyond their schema: that they are not too
// many, exist, and are distinct where the kind's row says so.
import type { Kind } from "../engine/model/kind.ts";
import { type TargetPointer, targetPointers } from "./resource-mapping.ts";
import type { ResourceKey, StoredResource, Targets } from "./stored-resource.ts";

/** References of one resource: a response contains what they refer to. Chosen by this project. */
const maxReferences = 1_000;

/** The mistake of too many references. */
export function countMistakes({ references }: StoredResource): string[] {
  return references.length > maxReferences
    ? [`the body has more than ${maxReferences} references`]
    : [];
}

/** The second and further references to one resource, or to resources of one name. */
export function repeatMistakes(row: Kind, resource: StoredResource, targets: Targets): string[] {
  const pointers = targetPointers(row, resource);
  return row.references
    .filter(({ distinctNames }) => distinctNames)
    .flatMap(({ field }) =>
      repeats(
        pointers.filter((target) => target.field === field),
        targets,
      ),
    );
}

function repeats(pointers: readonly TargetPointer[], targets: Targets): string[] {
  const ids = new Set<string>();
  const names = new Set<unknown>();
  return pointers.flatMap(({ pointer, to: { kind, id } }) => {
    if (ids.has(id)) return [`${pointer} refers to ${kind} ${JSON.stringify(id)} a second time`];
    ids.add(id);
    const name = targets.get(id)?.body["name"];
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
