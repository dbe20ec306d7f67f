// What a plan does, as one digest: whether what is about to be done is what somebody reviewed.
import { digestJson, type JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Change, Plan } from "../model/plan.ts";

/**
 * `sha256:…` of the base address and of every change: its address and action, what is there and
 * what is written in their normal forms, what comes and goes with it; the order of changes and of
 * sets, the ids of what is updated, the files, the commit and the time do not count.
 */
export function changesDigest(kinds: Kinds, { baseUrl, changes }: Plan): string {
  return digestJson({ baseUrl, changes: sortedChanges(kinds, changes) });
}

function sortedChanges(kinds: Kinds, changes: readonly Change[]): JsonObject[] {
  return changes
    .map((change) => changeContent(kinds, change))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** One action on one address at most. */
function sortKey({ address, action }: JsonObject): string {
  return JSON.stringify([address, action]);
}

function changeContent(kinds: Kinds, change: Change): JsonObject {
  const { address, action, kind } = change;
  const { shape } = kindNamed(kinds, kind);
  const said = { address, action, beneath: sortedChanges(kinds, change.childDeletes) };
  switch (change.action) {
    case "create":
      return { ...said, after: canonicalForm(shape, change.body) };
    case "update":
      return { ...said, before: change.before, after: change.after };
    case "replace":
      return {
        ...said,
        before: change.before,
        after: change.after,
        made: sortedChanges(kinds, change.childCreates),
      };
    case "delete":
      return { ...said, before: change.before };
  }
}
