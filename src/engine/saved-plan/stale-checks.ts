// What has moved since a plan was made, beside what it changes: what stands beneath, refers to it, has
// its name.
import { digestJson } from "../model/json.ts";
import { childKinds, type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { remoteAddress } from "../observe/observe.ts";
import type { Change, Create, ExecutablePlan, Replace, Step } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import { type Address, addressOf, kindOf, type Observed } from "../model/resource.ts";
import type { StaleResource, ResumeState, TouchedResource } from "./resume-state.ts";
import { stepId } from "../order/step-id.ts";

/** An old one goes only when the new one is whole: where it is gone before, it was not this plan. */
export function prematureDeletes(state: ResumeState, change: Change): StaleResource[] {
  if (change.action !== "replace") return [];
  const { address, childCreates: made, childDeletes: beneath } = change;
  const isMade = (each: Create | Replace): boolean =>
    state.doneSteps.has(stepId("create", each.address));
  if ([change, ...made].every(isMade)) return [];
  const gone = [{ address }, ...beneath].filter((each) =>
    state.doneSteps.has(stepId("delete", each.address)),
  );
  return gone.map((each) => ({ address: each.address, what: "deleted" }));
}

/** Another thing that has the name of what is written, and had not when the plan was made. */
export function takenNames(state: ResumeState, row: Kind, change: Change): StaleResource[] {
  if (row.identifiedBy.by !== "name" || change.action === "delete") return [];
  const name = String(change.body["name"]);
  const own = state.currentId(change.address);
  const ours = (each: Observed): boolean =>
    each.id === own || state.registry.addressOf(each.kind, each.id) !== undefined;
  return (state.resources(row.kind).byName.get(name) ?? [])
    .filter((each) => !ours(each) && state.plan.listed[addressOf(row.kind, each.id)] !== name)
    .map(({ kind, id }) => ({ address: change.address, what: "created", by: { kind, id, name } }));
}

/** New things where the plan is about to make or delete what stands beneath. */
export function newChildren(kinds: Kinds, state: ResumeState, change: Change): StaleResource[] {
  const fresh = (kind: string, parentId: string): Observed[] =>
    (state.resources(kind).byParent.get(parentId) ?? []).filter(
      (each) => !state.registry.isTaken(kind, each.id),
    );
  const beneathDeleted =
    "id" in change && change.action !== "update"
      ? childKinds(kinds, change.kind).flatMap(({ kind }) => fresh(kind, change.id))
      : [];
  const parentId = state.currentId(change.parent);
  const isToMake =
    change.action !== "delete" &&
    change.action !== "update" &&
    !state.doneSteps.has(stepId("create", change.address));
  const beside = isToMake && parentId !== undefined ? fresh(change.kind, parentId) : [];
  return [
    ...beneathDeleted.map((by): StaleResource => ({
      address: change.address,
      what: "grown",
      by: identityOf(by),
    })),
    ...beside.map((by): StaleResource => ({
      address: change.parent!,
      what: "grown",
      by: identityOf(by),
    })),
  ];
}

function identityOf({ kind, id, name }: Observed): NonNullable<StaleResource["by"]> {
  return { kind, id, ...(name !== undefined && { name }) };
}

/** What a write refers to, and stands under, must be there still. */
export function deletedReferences(
  kinds: Kinds,
  state: ResumeState,
  { kind, body, parent }: Step,
): StaleResource[] {
  if (!body) return [];
  return [...referencesOf(kindNamed(kinds, kind), body), ...(parent === undefined ? [] : [parent])]
    .filter((address) => isGone(state, address))
    .map((address) => ({ address, what: "deleted" }));
}

function isGone(state: ResumeState, address: Address): boolean {
  const id = state.currentId(address);
  return id !== undefined && !state.resources(kindOf(address)).byId.has(id);
}

/** What stays as it is and uses something that goes. */
export function newUsers(
  kinds: Kinds,
  state: ResumeState,
  { changes }: ExecutablePlan,
  steps: readonly Step[],
): StaleResource[] {
  const going = new Map(
    steps
      .filter(({ verb }) => verb === "delete")
      .map((each) => [remoteAddress(each.kind, each.remoteId!), each.address]),
  );
  const touched = new Set(
    changes.flatMap((each) => ("id" in each ? [addressOf(each.kind, each.id)] : [])),
  );
  return kinds.flatMap((row) =>
    [...state.resources(row.kind).byId.values()]
      .filter(({ id }) => !touched.has(addressOf(row.kind, id)))
      .flatMap((user) =>
        referencesOf(row, user.spec)
          .flatMap((each) => going.get(each) ?? [])
          .map((address): StaleResource => ({ address, what: "used", by: identityOf(user) })),
      ),
  );
}

/** What the plan leaves as it is and relies on: that of which second copies are deleted. */
export function changedBasis(
  kinds: Kinds,
  state: ResumeState,
  { basis }: ExecutablePlan,
  touches: readonly TouchedResource[],
): StaleResource[] {
  const touched = new Set(touches.map(({ change }) => change.address));
  return Object.entries(basis.states).flatMap(([address, before]): StaleResource[] => {
    if (touched.has(address) || before === null) return [];
    const { shape } = kindNamed(kinds, kindOf(address));
    const thing = state.resources(kindOf(address)).byId.get(state.currentId(address) ?? "");
    if (!thing) return [{ address, what: "deleted" }];
    const isSame = digestJson(canonicalForm(shape, thing.spec)) === before;
    return isSame ? [] : [{ address, what: "changed" }];
  });
}
