// A saved plan against the service as it is now: which steps are done already, which are still to
// do, and what has moved since. It starts only where nothing has.
import { groupBy } from "../model/collections.ts";
import { canonicalJson, type JsonObject } from "../model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import {
  prematureDeletes,
  deletedReferences,
  newChildren,
  changedBasis,
  newUsers,
  takenNames,
} from "./stale-checks.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { ListResponses } from "../observe/observe.ts";
import type { Create, Delete, ExecutablePlan, Replace, Update } from "../model/plan.ts";
import {
  flattenChanges,
  type StaleResource,
  createResumeState,
  recognitionKey,
  type ResumeState,
  type TouchedResource,
} from "./resume-state.ts";
import { stepId } from "../order/step-id.ts";

export interface ResumedPlan {
  /** The plan with the steps that are still to do, and the ids as they are now. */
  readonly plan: ExecutablePlan;
  readonly stale: readonly StaleResource[];
}

/** Holds every resource the plan touches against its state before and after. */
export function resume(kinds: Kinds, plan: ExecutablePlan, answers: ListResponses): ResumedPlan {
  const touches = flattenChanges(plan.changes, (each) => plan.ids[each.parent ?? ""]);
  const state = createResumeState(kinds, plan, answers, touches);
  const byKind = groupBy(touches, ({ change }) => change.kind);
  for (const row of kinds) {
    state.readKind(row);
    for (const each of byKind.get(row.kind) ?? []) check(state, row, each);
  }
  const steps = plan.steps.filter((each) => !state.doneSteps.has(each.id));
  const moved = [
    ...state.stale,
    ...touches.flatMap(({ change }) => prematureDeletes(state, change)),
    ...touches.flatMap(({ change }) => takenNames(state, kindNamed(kinds, change.kind), change)),
    ...touches.flatMap(({ change }) => newChildren(kinds, state, change)),
    ...steps.flatMap((each) => deletedReferences(kinds, state, each)),
    ...newUsers(kinds, state, plan, steps),
    ...changedBasis(kinds, state, plan, touches),
  ];
  return { plan: { ...plan, steps, ids: state.registry.all() }, stale: distinct(moved) };
}

function distinct(moved: readonly StaleResource[]): StaleResource[] {
  const keyOf = ({ address, what, by }: StaleResource): string =>
    JSON.stringify([address, what, by?.id]);
  return [...new Map(moved.map((each) => [keyOf(each), each])).values()];
}

function check(state: ResumeState, row: Kind, { change, parentId }: TouchedResource): void {
  switch (change.action) {
    case "create":
      return checkCreate(state, row, change);
    case "update":
      return checkUpdate(state, row, change, parentId);
    case "replace":
      checkDelete(state, row, change, parentId);
      return checkCreate(state, row, change);
    case "delete":
      return checkDelete(state, row, change, parentId);
  }
}

/** Among equals it is the one whose children are those that the plan makes for it. */
function checkCreate(state: ResumeState, row: Kind, change: Create | Replace): void {
  const parentId = state.currentId(change.parent);
  if (row.parent && parentId === undefined) return; // its parent is not made yet, nor is it
  const equal =
    state.resources(row.kind).newByRecognition.get(recognitionKey(row, parentId, change.body)) ??
    [];
  const free = equal.filter(({ id }) => !state.registry.isTaken(row.kind, id));
  const [found] =
    free.length < 2
      ? free
      : free
          .map((thing) => ({ thing, fit: state.childOverlap(change.address, thing) }))
          .sort((a, b) => b.fit - a.fit)
          .map(({ thing }) => thing);
  if (!found) return;
  state.recordCreated(change.address, found);
  state.doneSteps.add(stepId("create", change.address));
}

function checkUpdate(
  state: ResumeState,
  row: Kind,
  { address, id, before, after, unknownFields }: Update,
  parentId: string | undefined,
): void {
  const thing = state.resources(row.kind).byId.get(id);
  if (!thing) return void state.stale.push({ address, what: "deleted" });
  const now = canonicalForm(row.shape, thing.spec);
  if (row.parent && thing.parentId !== parentId) state.stale.push({ address, what: "moved" });
  else if (isEqual(now, after)) state.doneSteps.add(stepId("update", address));
  else if (!isEqual(now, before)) state.stale.push({ address, what: "changed", before, now });
  else if (thing.unknownFields.some((each) => !unknownFields.includes(each)))
    state.stale.push({ address, what: "fields" });
}

function checkDelete(
  state: ResumeState,
  row: Kind,
  { address, id, before }: Delete | Replace,
  parentId: string | undefined,
): void {
  const thing = state.resources(row.kind).byId.get(id);
  if (!thing) return void state.doneSteps.add(stepId("delete", address));
  const now = canonicalForm(row.shape, thing.spec);
  if (row.parent && thing.parentId !== parentId) state.stale.push({ address, what: "moved" });
  else if (!isEqual(now, before)) state.stale.push({ address, what: "changed", before, now });
}

function isEqual(one: JsonObject, other: JsonObject): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
