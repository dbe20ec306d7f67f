// The digest of the changes of a plan: equal for the reviewed plan and the plan that is applied.
import { digestJson } from "../model/digest.ts";
import type { JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Change, Plan } from "../model/plan.ts";

/**
 * `sha256:…` of the base URL and of every change: address, action, canonical forms before and after,
 * and changes of children. The order of changes and sets, ids, files, commit and time do not count.
 */
export function changesDigest(kinds: Kinds, { baseUrl, changes }: Plan): string {
  return digestJson({ baseUrl, changes: changeContents(kinds, changes) });
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
