// Compares a saved plan with the current resources: which steps are done, which remain, and which
// resources changed since. A plan is applied only if none did.
import { groupBy } from "../model/collections.ts";
import { jsonEquals } from "../model/json.ts";
import type { Kind, Kinds } from "../model/kind.ts";
import { staleSurroundings } from "./stale-checks.ts";
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
  const touched = flattenChanges(plan);
  const state = createResumeState(kinds, plan, responses, touched);
  const byKind = groupBy(touched, ({ change }) => change.kind);
  for (const row of kinds) {
    state.readKind(row);
    for (const resource of byKind.get(row.kind) ?? []) check(state, row, resource);
  }
  const steps = plan.steps.filter(({ id }) => !state.doneSteps.has(id));
  const stale = [...state.stale, ...staleSurroundings(state, touched, steps)];
  const keyOf = ({ address, what, by }: StaleResource): string =>
    JSON.stringify([address, what, by?.id]);
  const distinct = new Map(stale.map((resource) => [keyOf(resource), resource]));
  return {
    plan: { ...plan, steps, ids: state.registry.all() },
    stale: [...distinct.values()],
  };
}

function check(state: ResumeState, row: Kind, { change, parentId }: TouchedResource): void {
  if (change.action !== "create") checkExisting(state, row, change, parentId);
  if (change.action === "create" || change.action === "replace") checkCreate(state, row, change);
}

function checkCreate(state: ResumeState, row: Kind, change: Create | Replace): void {
  const parentId = state.currentId(change.parent);
  if (row.parent && parentId === undefined) return; // its parent does not exist yet
  const key = recognitionKey(row, parentId, change.body);
  const equal = state.resources(row.kind).newByRecognition.get(key) ?? [];
  const free = equal.filter(({ id }) => !state.registry.isTaken(row.kind, id));
  const created = state.bestMatch(change.address, free);
  if (!created) return;
  state.recordCreated(change.address, created);
  state.doneSteps.add(stepId("create", change.address));
}

/** Checks the resource that a change updates or deletes. */
function checkExisting(
  { resources, stale, doneSteps }: ResumeState,
  row: Kind,
  change: Update | Delete | Replace,
  parentId: string | undefined,
): void {
  const { address, before } = change;
  const isUpdate = change.action === "update";
  const resource = resources(row.kind).byId.get(change.id);
  if (!resource) {
    if (isUpdate) stale.push({ address, what: "deleted" });
    else doneSteps.add(stepId("delete", address));
    return;
  }
  const now = canonicalForm(row.shape, resource.spec);
  if (row.parent && resource.parentId !== parentId) stale.push({ address, what: "moved" });
  else if (isUpdate && jsonEquals(now, change.after)) doneSteps.add(stepId("update", address));
  else if (!jsonEquals(now, before)) stale.push({ address, what: "changed", before, now });
  else if (isUpdate && resource.unknownFields.some((each) => !change.unknownFields.includes(each)))
    stale.push({ address, what: "fields" });
}
