// Entries of the replace journal that an apply writes before its first step and removes at its end.
// They let a later run from the same folder finish an interrupted apply.
import { digestJson } from "../text/digest.ts";
import {
  type Change,
  changedResources,
  type Delete,
  type ExecutablePlan,
  type Plan,
  type Replace,
} from "../model/plan.ts";
import type { JournalEntry } from "../model/replace-journal.ts";
import { addressOf } from "../model/resource.ts";
import { stepId } from "../order/order.ts";

/** The journal before an apply: earlier entries without the outdated ones, and those of the plan. */
export function journalBefore(
  plan: ExecutablePlan,
  earlier: readonly JournalEntry[],
): JournalEntry[] {
  const { outdatedEntries = [] } = plan;
  const entries = entriesOf(plan);
  return [...without(earlier, [...outdatedEntries, ...entries]), ...entries];
}

/** The entries of what a plan deletes, of the plan itself and of earlier applies. */
export function savedEntries(plan: Plan, earlier: readonly JournalEntry[]): JournalEntry[] {
  const deleted = new Set(changedResources(plan.changes));
  const own = entriesOf(plan);
  return [...without(earlier, own), ...own].filter(
    ({ baseUrl, kind, id }) => baseUrl === plan.baseUrl && deleted.has(addressOf(kind, id)),
  );
}

/** The journal after an apply: without the deleted resources. `succeeded`: step ids. */
export function journalAfter(
  plan: Plan,
  entries: readonly JournalEntry[],
  succeeded: ReadonlySet<string>,
): JournalEntry[] {
  const deleted = plan.steps
    .filter(({ id, verb }) => verb === "delete" && succeeded.has(id))
    .map(({ kind, remoteId }) => ({ baseUrl: plan.baseUrl, kind, id: remoteId! }));
  return without(entries, deleted);
}

/** Whether a plan adds entries to the journal or finishes earlier ones. */
export function needsJournal({ changes }: Plan): boolean {
  return changes.some(
    (change) =>
      (change.action === "delete" && change.reason === "unfinished") || isRecorded(change),
  );
}

type EntryKey = Pick<JournalEntry, "baseUrl" | "kind" | "id">;

function without(entries: readonly JournalEntry[], removed: readonly EntryKey[]): JournalEntry[] {
  const keyOf = ({ baseUrl, kind, id }: EntryKey): string => JSON.stringify([baseUrl, kind, id]);
  const keys = new Set(removed.map(keyOf));
  return entries.filter((entry) => !keys.has(keyOf(entry)));
}

/** An entry for each recorded resource that the plan still has to delete. */
function entriesOf({ baseUrl, changes, steps }: Plan): JournalEntry[] {
  const planned = new Set(steps.map(({ id }) => id));
  const after = new Map(
    changes.flatMap((change) =>
      change.action === "update" || change.action === "replace"
        ? [[change.address, change.after]]
        : [],
    ),
  );
  return changes.flatMap((change) => {
    if (!isRecorded(change) || !planned.has(stepId("delete", change.address))) return [];
    const { row, id, before, childDeletes } = change;
    const address = change.action === "replace" ? change.address : change.supersededBy;
    return {
      baseUrl,
      kind: row.kind,
      id,
      ...(address !== undefined && {
        address,
        replacementDigest: digestJson(after.get(address) ?? before), // a duplicate equals the one that stays
      }),
      content: digestJson(before),
      children: childDeletes.map((child) => digestJson(child.before)),
    };
  });
}

/**
 * Whether another resource takes the place of the one that a change deletes, or an interrupted prune can
 * leave it without some of its children.
 */
function isRecorded(change: Change): change is Replace | Delete {
  if (change.action !== "delete") return change.action === "replace";
  const isPartwise = change.childDeletes.some(({ cascades }) => !cascades);
  return change.reason === "duplicate" || (change.reason === "prune" && isPartwise);
}
