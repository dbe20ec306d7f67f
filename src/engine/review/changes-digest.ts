// The digests of the changes of a plan: equal for the reviewed plan and the plan that is applied.
import { digestJson, shortDigest } from "../model/digest.ts";
import type { JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Change, Plan } from "../model/plan.ts";

/**
 * `sha256:…` of the base URL, of the environment and of every change: address, action, canonical
 * forms before and after, and changes of children. The order of changes and sets, ids, files,
 * commit and time do not count.
 */
export function changesDigest(kinds: Kinds, { baseUrl, environment, changes }: Plan): string {
  const service = { baseUrl, ...(environment !== undefined && { environment }) };
  return digestJson({ ...service, changes: changeContents(kinds, changes) });
}

/** Sorted by address and action: a plan has at most one change with the same address and action. */
function changeContents(kinds: Kinds, changes: readonly Change[]): JsonObject[] {
  const sortKey = ({ address, action }: Change): string => JSON.stringify([address, action]);
  const sorted = changes.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return sorted.map((change) => ({
    address: change.address,
    action: change.action,
    ...(change.action !== "create" && { before: change.before }),
    ...(change.action !== "delete" && {
      after: canonicalForm(kindNamed(kinds, change.kind).shape, change.body),
    }),
    ...(change.action === "replace" && { made: changeContents(kinds, change.childCreates) }),
    beneath: changeContents(kinds, change.childDeletes),
  }));
}

/**
 * The digest of each resource that the plan changes, 16 characters each. If all of them are among
 * the `permittedDigests` of reviewed plans, the plan does nothing that was not reviewed.
 */
export function resourceDigests(kinds: Kinds, { baseUrl, changes }: Plan): string[] {
  return allChanges(changes).map((change) => resourceDigest(kinds, baseUrl, change));
}

/** The digests of the plan, and of what remains of each replace if its apply fails half-way. */
export function permittedDigests(kinds: Kinds, plan: Plan): string[] {
  const remaining = allChanges(plan.changes).flatMap((change): Change[] => {
    if (change.action !== "replace") return [];
    return [
      { ...change, action: "create" },
      { ...change, action: "delete", reason: "unfinished", cascades: false },
    ];
  });
  return [
    ...resourceDigests(kinds, plan),
    ...remaining.map((change) => resourceDigest(kinds, plan.baseUrl, change)),
  ];
}

/**
 * The changes with the creates and deletes of children, which a later plan can list on their own.
 */
function allChanges(changes: readonly Change[]): Change[] {
  return changes.flatMap((change) => [
    change,
    ...allChanges(change.childDeletes),
    ...(change.action === "replace" ? allChanges(change.childCreates) : []),
  ]);
}

/** A deleted resource may have another address in a later plan. Its content identifies it. */
function resourceDigest(kinds: Kinds, baseUrl: string, change: Change): string {
  const { action, address, kind } = change;
  if (action === "delete") return shortDigest({ baseUrl, action, kind, before: change.before });
  const after = canonicalForm(kindNamed(kinds, kind).shape, change.body);
  const before = action === "create" ? {} : { before: change.before };
  return shortDigest({ baseUrl, action, address, ...before, after });
}
