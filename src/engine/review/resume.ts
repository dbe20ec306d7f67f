// Compares a saved plan with the current resources: which steps are done, which remain, and which
// resources changed since. A plan is applied only if none did.
import { groupBy } from "../model/collections.ts";
import { jsonEquals } from "../model/json.ts";
import { childKinds, type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import { staleSurroundings } from "./stale-checks.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { contentDigest, type ListResponses } from "../normalize/observe.ts";
import type { Create, Delete, ExecutablePlan, Replace, Update } from "../model/plan.ts";
import type { Observed } from "../model/resource.ts";
import {
  createResumeState,
  recognitionKey,
  type ResumeState,
  type StaleResource,
} from "./resume-state.ts";
import { stepId } from "../order/step-id.ts";

export interface ResumedPlan {
  /** The plan with the remaining steps and the current ids. */
  readonly plan: ExecutablePlan;
  readonly stale: readonly StaleResource[];
}

/** Compares every resource that the plan touched with its state before and after the plan. */
export function resume(kinds: Kinds, plan: ExecutablePlan, responses: ListResponses): ResumedPlan {
  const state = createResumeState(kinds, plan, responses);
  const byKind = groupBy(state.changes, ({ kind }) => kind);
  for (const row of kinds)
    for (const change of byKind.get(row.kind) ?? []) {
      if (change.action !== "create") checkExisting(state, row, change);
      if (change.action === "create" || change.action === "replace")
        checkCreate(state, row, change);
    }
  const steps = plan.steps.filter(({ id }) => !state.doneSteps.has(id));
  const stale = [...state.stale, ...staleSurroundings(state, steps)];
  const keyOf = ({ address, reason, by }: StaleResource): string =>
    JSON.stringify([address, reason, by?.id]);
  const distinct = new Map(stale.map((resource) => [keyOf(resource), resource]));
  return {
    plan: { ...plan, steps, ids: state.registry.all() },
    stale: [...distinct.values()],
  };
}

function checkCreate(state: ResumeState, row: Kind, change: Create | Replace): void {
  const { registry } = state;
  const parentId = state.currentId(change.parent);
  if (row.parent && parentId === undefined) return; // its parent does not exist yet
  const key = recognitionKey(row, parentId, change.body);
  const equal = state.resources(row.kind).newByRecognition.get(key) ?? [];
  const free = equal.filter(({ id }) => !registry.isTaken(row.kind, id));
  const created = free.length > 1 ? bestMatch(state, change, free) : free[0];
  if (!created) return;
  registry.add(change.address, created.id);
  state.doneSteps.add(stepId("create", change.address));
}

/** Of equal resources, returns the one with most of the children that the plan creates for it. */
function bestMatch(
  { kinds, changes, observe }: ResumeState,
  { address, kind }: Create | Replace,
  equal: readonly Observed[],
): Observed {
  const planned = new Set(
    changes.flatMap((change) =>
      "body" in change && change.parent === address
        ? [contentDigest(kindNamed(kinds, change.kind), change.body)]
        : [],
    ),
  );
  const overlaps = new Map(equal.map(({ id }) => [id, 0]));
  for (const row of childKinds(kinds, kind))
    for (const { parentId = "", spec } of observe(row)) {
      const overlap = overlaps.get(parentId);
      if (overlap === undefined) continue;
      overlaps.set(parentId, overlap + (planned.has(contentDigest(row, spec)) ? 1 : -1));
    }
  return equal.toSorted((a, b) => overlaps.get(b.id)! - overlaps.get(a.id)!)[0]!;
}

/** Checks the resource that a change updates or deletes. */
function checkExisting(
  { resources, plannedIds, stale, doneSteps }: ResumeState,
  row: Kind,
  change: Update | Delete | Replace,
): void {
  const { action, address, parent = "", before } = change;
  const isUpdate = action === "update";
  const missingId = action === "delete" ? change.onlyIfMissing?.id : undefined;
  const parentId = missingId ?? plannedIds.get(parent);
  const resource = resources(row.kind).byId.get(change.id);
  if (!resource) {
    if (isUpdate) stale.push({ address, reason: "deleted" });
    else doneSteps.add(stepId("delete", address));
    return;
  }
  const now = canonicalForm(row.shape, resource.spec);
  if (row.parent && resource.parentId !== parentId) stale.push({ address, reason: "moved" });
  else if (isUpdate && jsonEquals(now, change.after)) doneSteps.add(stepId("update", address));
  else if (!jsonEquals(now, before)) stale.push({ address, reason: "changed", before, now });
  else if (isUpdate && resource.unknownFields.some((each) => !change.unknownFields.includes(each)))
    stale.push({ address, reason: "fields" });
}
