// Compares a saved plan with the current resources: which steps are done, which remain, and which
// resources changed since. A plan is applied only if none did.
import { groupBy } from "../model/collections.ts";
import { canonicalJson, type JsonObject } from "../model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import {
  prematureDeletes,
  deletedReferences,
  addedChildren,
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
  /** The plan with the remaining steps and the current ids. */
  readonly plan: ExecutablePlan;
  readonly stale: readonly StaleResource[];
}

/** Compares every resource that the plan touched with its state before and after the plan. */
export function resume(kinds: Kinds, plan: ExecutablePlan, responses: ListResponses): ResumedPlan {
  const touched = flattenChanges(plan.changes, ({ parent }) => plan.ids[parent ?? ""]);
  const state = createResumeState(kinds, plan, responses, touched);
  const byKind = groupBy(touched, ({ change }) => change.kind);
  for (const row of kinds) {
    state.readKind(row);
    for (const resource of byKind.get(row.kind) ?? []) check(state, row, resource);
  }
  const steps = plan.steps.filter(({ id }) => !state.doneSteps.has(id));
  const stale = [
    ...state.stale,
    ...touched.flatMap(({ change }) => prematureDeletes(state, change)),
    ...touched.flatMap(({ change }) => takenNames(state, kindNamed(kinds, change.kind), change)),
    ...touched.flatMap(({ change }) => addedChildren(kinds, state, change)),
    ...steps.flatMap((step) => deletedReferences(kinds, state, step)),
    ...newUsers(kinds, state, steps),
    ...changedBasis(kinds, state, plan, touched),
  ];
  return { plan: { ...plan, steps, ids: state.registry.all() }, stale: distinct(stale) };
}

function distinct(stale: readonly StaleResource[]): StaleResource[] {
  const keyOf = ({ address, what, by }: StaleResource): string =>
    JSON.stringify([address, what, by?.id]);
  return [...new Map(stale.map((resource) => [keyOf(resource), resource])).values()];
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

/** Among equal resources it is the one with most of the planned children. */
function checkCreate(state: ResumeState, row: Kind, change: Create | Replace): void {
  const parentId = state.currentId(change.parent);
  if (row.parent && parentId === undefined) return; // its parent does not exist yet
  const equal =
    state.resources(row.kind).newByRecognition.get(recognitionKey(row, parentId, change.body)) ??
    [];
  const free = equal.filter(({ id }) => !state.registry.isTaken(row.kind, id));
  const [created] =
    free.length < 2
      ? free
      : free
          .map((resource) => ({ resource, overlap: state.childOverlap(change.address, resource) }))
          .sort((a, b) => b.overlap - a.overlap)
          .map(({ resource }) => resource);
  if (!created) return;
  state.recordCreated(change.address, created);
  state.doneSteps.add(stepId("create", change.address));
}

function checkUpdate(
  state: ResumeState,
  row: Kind,
  { address, id, before, after, unknownFields }: Update,
  parentId: string | undefined,
): void {
  const resource = state.resources(row.kind).byId.get(id);
  if (!resource) return void state.stale.push({ address, what: "deleted" });
  const now = canonicalForm(row.shape, resource.spec);
  if (row.parent && resource.parentId !== parentId) state.stale.push({ address, what: "moved" });
  else if (isEqual(now, after)) state.doneSteps.add(stepId("update", address));
  else if (!isEqual(now, before)) state.stale.push({ address, what: "changed", before, now });
  else if (resource.unknownFields.some((each) => !unknownFields.includes(each)))
    state.stale.push({ address, what: "fields" });
}

function checkDelete(
  state: ResumeState,
  row: Kind,
  { address, id, before }: Delete | Replace,
  parentId: string | undefined,
): void {
  const resource = state.resources(row.kind).byId.get(id);
  if (!resource) return void state.doneSteps.add(stepId("delete", address));
  const now = canonicalForm(row.shape, resource.spec);
  if (row.parent && resource.parentId !== parentId) state.stale.push({ address, what: "moved" });
  else if (!isEqual(now, before)) state.stale.push({ address, what: "changed", before, now });
}

function isEqual(first: JsonObject, second: JsonObject): boolean {
  return canonicalJson(first) === canonicalJson(second);
}
