// Checks whether resources around the changes of a saved plan changed since the plan was made: new
// children, deleted references, new users and names in use.
import { digestJson } from "../model/json.ts";
import { childKinds, type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import type { Change, ExecutablePlan, Step } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import { type Address, addressOf, kindOf, type Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { remoteAddress } from "../observe/observe.ts";
import { stepId, writeStepId } from "../order/step-id.ts";
import type { ResumeState, StaleResource, TouchedResource } from "./resume-state.ts";

/** Old resources of a replace that were deleted before the new one was complete, so by others. */
export function prematureDeletes(state: ResumeState, change: Change): StaleResource[] {
  if (change.action !== "replace") return [];
  const { address, childCreates, childDeletes } = change;
  if ([change, ...childCreates].every((write) => state.doneSteps.has(writeStepId(write))))
    return [];
  return [address, ...childDeletes.map((child) => child.address)]
    .filter((deleted) => state.doneSteps.has(stepId("delete", deleted)))
    .map((deleted) => ({ address: deleted, what: "deleted" }));
}

/** Other resources that got the name of a created or updated resource since. */
export function takenNames(state: ResumeState, row: Kind, change: Change): StaleResource[] {
  if (row.identifiedBy.by !== "name" || change.action === "delete") return [];
  const name = String(change.body["name"]);
  const ownId = state.currentId(change.address);
  const isOurs = ({ kind, id }: Observed): boolean =>
    id === ownId || state.registry.addressOf(kind, id) !== undefined;
  return (state.resources(row.kind).byName.get(name) ?? [])
    .filter(
      (resource) =>
        !isOurs(resource) && state.plan.listed[addressOf(row.kind, resource.id)] !== name,
    )
    .map(({ kind, id }) => ({ address: change.address, what: "created", by: { kind, id, name } }));
}

/** New children of resources that the plan deletes, or under which it creates. */
export function addedChildren(kinds: Kinds, state: ResumeState, change: Change): StaleResource[] {
  const addedTo = (kind: string, parentId: string): Observed[] =>
    (state.resources(kind).byParent.get(parentId) ?? []).filter(
      ({ id }) => !state.registry.isTaken(kind, id),
    );
  const stale = (address: Address, by: Observed): StaleResource => ({
    address,
    what: "grown",
    by: identityOf(by),
  });
  const ofDeleted =
    change.action === "delete" || change.action === "replace"
      ? childKinds(kinds, change.kind).flatMap(({ kind }) => addedTo(kind, change.id))
      : [];
  const parentId = state.currentId(change.parent);
  const siblings =
    willCreate(state, change) && parentId !== undefined ? addedTo(change.kind, parentId) : [];
  return [
    ...ofDeleted.map((child) => stale(change.address, child)),
    ...siblings.map((sibling) => stale(change.parent!, sibling)),
  ];
}

function willCreate(state: ResumeState, { action, address }: Change): boolean {
  if (action === "delete" || action === "update") return false;
  return !state.doneSteps.has(stepId("create", address));
}

function identityOf({ kind, id, name }: Observed): NonNullable<StaleResource["by"]> {
  return { kind, id, ...(name !== undefined && { name }) };
}

/** Deleted resources that a remaining step refers to or needs as its parent. */
export function deletedReferences(
  kinds: Kinds,
  state: ResumeState,
  { kind, body, parent }: Step,
): StaleResource[] {
  if (!body) return [];
  const references = referencesOf(kindNamed(kinds, kind), body);
  return [...references, ...(parent === undefined ? [] : [parent])]
    .filter((address) => isDeleted(state, address))
    .map((address) => ({ address, what: "deleted" }));
}

function isDeleted(state: ResumeState, address: Address): boolean {
  const id = state.currentId(address);
  return id !== undefined && !state.resources(kindOf(address)).byId.has(id);
}

/** Resources outside the plan that use a resource that a remaining step deletes. */
export function newUsers(
  kinds: Kinds,
  state: ResumeState,
  steps: readonly Step[],
): StaleResource[] {
  const deletes = new Map(
    steps
      .filter(({ verb }) => verb === "delete")
      .map(({ kind, remoteId, address }) => [remoteAddress(kind, remoteId!), address]),
  );
  const touched = new Set(
    state.plan.changes.flatMap((change) =>
      "id" in change ? [addressOf(change.kind, change.id)] : [],
    ),
  );
  return kinds.flatMap((row) =>
    [...state.resources(row.kind).byId.values()]
      .filter(({ id }) => !touched.has(addressOf(row.kind, id)))
      .flatMap((user) =>
        referencesOf(row, user.spec)
          .flatMap((reference) => deletes.get(reference) ?? [])
          .map((address): StaleResource => ({ address, what: "used", by: identityOf(user) })),
      ),
  );
}

/** Changes of resources that the plan does not change but relies on, such as the kept duplicate. */
export function changedBasis(
  kinds: Kinds,
  state: ResumeState,
  { basis }: ExecutablePlan,
  touched: readonly TouchedResource[],
): StaleResource[] {
  const touchedAddresses = new Set(touched.map(({ change }) => change.address));
  return Object.entries(basis.states).flatMap(([address, before]): StaleResource[] => {
    if (touchedAddresses.has(address) || before === null) return [];
    const { shape } = kindNamed(kinds, kindOf(address));
    const id = state.currentId(address) ?? "";
    const resource = state.resources(kindOf(address)).byId.get(id);
    if (!resource) return [{ address, what: "deleted" }];
    const isUnchanged = digestJson(canonicalForm(shape, resource.spec)) === before;
    return isUnchanged ? [] : [{ address, what: "changed" }];
  });
}
