// Checks whether resources around the changes of a saved plan changed since the plan was created: new
// children, deleted references, new users and names in use.
import { childKinds, kindNamed } from "../model/kind.ts";
import type { Change, Step, User } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import { type Address, addressOf, kindOf, type Observed } from "../model/resource.ts";
import { contentDigest, remoteAddress } from "../normalize/observe.ts";
import { stepId, writeStepId } from "../order/step-id.ts";
import type { ResumeState, StaleResource } from "./resume-state.ts";

/** Runs all checks. `steps`: those that remain. */
export function staleSurroundings(state: ResumeState, steps: readonly Step[]): StaleResource[] {
  const { changes } = state;
  return [
    ...changes.flatMap((change) => prematureDeletes(state, change)),
    ...changes.flatMap((change) => takenNames(state, change)),
    ...changes.flatMap((change) => addedChildren(state, change)),
    ...steps.flatMap((step) => deletedReferences(state, step)),
    ...newUsers(state, steps),
    ...changedBasis(state),
  ];
}

/** Old resources of a replace that were deleted before the new one was complete, so by others. */
function prematureDeletes(state: ResumeState, change: Change): StaleResource[] {
  if (change.action !== "replace") return [];
  const { address, childCreates, childDeletes } = change;
  if ([change, ...childCreates].every((write) => state.doneSteps.has(writeStepId(write))))
    return [];
  return [address, ...childDeletes.map((child) => child.address)]
    .filter((deleted) => state.doneSteps.has(stepId("delete", deleted)))
    .map((deleted) => ({ address: deleted, reason: "deleted" }));
}

/** Other resources that got the name of a created or updated resource since. */
function takenNames(state: ResumeState, change: Change): StaleResource[] {
  const row = kindNamed(state.kinds, change.kind);
  if (row.identifiedBy.by !== "name" || change.action === "delete") return [];
  const name = String(change.body["name"]);
  const ownId = state.currentId(change.address);
  return (state.resources(row.kind).byName.get(name) ?? [])
    .filter(({ kind, id }) => id !== ownId && state.registry.addressOf(kind, id) === undefined)
    .filter(({ kind, id }) => state.plan.listed[addressOf(kind, id)] !== name)
    .map(({ kind, id }) => ({
      address: change.address,
      reason: "name-taken",
      by: { kind, id, name },
    }));
}

/** New children of resources that the plan deletes, or under which it creates. */
function addedChildren(state: ResumeState, change: Change): StaleResource[] {
  const addedTo = (address: Address, kind: string, parentId: string): StaleResource[] =>
    (state.resources(kind).byParent.get(parentId) ?? [])
      .filter(({ id }) => !state.registry.isTaken(kind, id))
      .map((child) => ({ address, reason: "child-added", by: identityOf(child) }));
  const { action, address, parent } = change;
  const parentId = state.isMissing(address) ? state.currentId(parent) : undefined;
  return [
    ...(action === "delete" || action === "replace"
      ? childKinds(state.kinds, change.kind).flatMap(({ kind }) =>
          addedTo(address, kind, change.id),
        )
      : []),
    ...(parentId === undefined ? [] : addedTo(parent!, change.kind, parentId)),
  ];
}

function identityOf({ kind, name = "", id }: Observed): User {
  return { kind, name, id };
}

/** Deleted resources that a remaining step refers to or needs as its parent. */
function deletedReferences(state: ResumeState, { kind, body, parent }: Step): StaleResource[] {
  if (!body) return [];
  const needed = [...referencesOf(kindNamed(state.kinds, kind), body), parent ?? ""];
  return needed
    .filter((address) => {
      const id = state.currentId(address);
      return id !== undefined && !state.resources(kindOf(address)).byId.has(id);
    })
    .map((address) => ({ address, reason: "deleted" }));
}

/** Resources outside the plan that use a resource that a remaining step deletes. */
function newUsers(state: ResumeState, steps: readonly Step[]): StaleResource[] {
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
  return state.kinds.flatMap((row) =>
    [...state.resources(row.kind).byId.values()]
      .filter(({ id }) => !touched.has(addressOf(row.kind, id)))
      .flatMap((user) =>
        referencesOf(row, user.spec)
          .flatMap((reference) => deletes.get(reference) ?? [])
          .map((address): StaleResource => ({ address, reason: "used", by: identityOf(user) })),
      ),
  );
}

/** Changes of resources that the plan does not change but relies on, such as the kept duplicate. */
function changedBasis(state: ResumeState): StaleResource[] {
  const touched = new Set(state.changes.map(({ address }) => address));
  const { states } = state.plan.basis;
  return Object.entries(states).flatMap(([address, before]): StaleResource[] => {
    if (touched.has(address) || before === null) return [];
    const kind = kindOf(address);
    const resource = state.resources(kind).byId.get(state.currentId(address) ?? "");
    if (!resource) return [{ address, reason: "deleted" }];
    const isUnchanged = contentDigest(kindNamed(state.kinds, kind), resource.spec) === before;
    return isUnchanged ? [] : [{ address, reason: "changed" }];
  });
}
