// The digest of the changes of a plan: equal for the reviewed plan and the plan that is applied.
import { digestJson, type JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Change, Plan } from "../model/plan.ts";

/**
 * `sha256:…` of the base URL and of every change: address, action, canonical forms before and after,
 * and changes of children. The order of changes and sets, ids, files, commit and time do not count.
 */
export function changesDigest(kinds: Kinds, { baseUrl, changes }: Plan): string {
  return digestJson({ baseUrl, changes: sortedChanges(kinds, changes) });
}

function sortedChanges(kinds: Kinds, changes: readonly Change[]): JsonObject[] {
  return changes
    .map((change) => changeContent(kinds, change))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** Unique: a plan has at most one change per address and action. */
function sortKey({ address, action }: JsonObject): string {
  return JSON.stringify([address, action]);
}

function changeContent(kinds: Kinds, change: Change): JsonObject {
  const { address, action, kind } = change;
  const { shape } = kindNamed(kinds, kind);
  const common = { address, action, beneath: sortedChanges(kinds, change.childDeletes) };
  switch (change.action) {
    case "create":
      return { ...common, after: canonicalForm(shape, change.body) };
    case "update":
      return { ...common, before: change.before, after: change.after };
    case "replace":
      return {
        ...common,
        before: change.before,
        after: change.after,
        made: sortedChanges(kinds, change.childCreates),
      };
    case "delete":
      return { ...common, before: change.before };
  }
}
