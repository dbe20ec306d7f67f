// Plans that were cut short: what is noted before one starts, so that a later run from the same
// folder knows the old one of a replace, or a second copy, as such and deletes it.
import { digestJson } from "../model/json.ts";
import type { Change, Delete, ExecutablePlan, Plan, Replace } from "../model/plan.ts";
import type { JournalEntry } from "../model/replace-journal.ts";
import { type Address, addressOf } from "../model/resource.ts";
import { stepId } from "./order.ts";

/** The notes before a plan is carried out: those of earlier runs that may still hold, and its own. */
export function journalBefore(
  plan: ExecutablePlan,
  earlier: readonly JournalEntry[],
): JournalEntry[] {
  const begun = begunBy(plan);
  const listed = new Set(Object.keys(plan.listed).map((each) => each.slice(0, each.indexOf("/"))));
  const mayHold = (each: JournalEntry): boolean =>
    each.baseUrl !== plan.baseUrl ||
    !listed.has(each.kind) ||
    Object.hasOwn(plan.listed, addressOf(each.kind, each.id));
  return [...withoutThese(earlier.filter(mayHold), begun), ...begun];
}

/** The notes after it: without those whose old one went. `done`: the ids of the steps that came off. */
export function journalAfter(
  plan: Plan,
  notes: readonly JournalEntry[],
  done: ReadonlySet<string>,
): JournalEntry[] {
  const gone = plan.steps
    .filter(({ id, verb }) => verb === "delete" && done.has(id))
    .map(({ kind, remoteId }) => ({ baseUrl: plan.baseUrl, kind, id: remoteId! }));
  return withoutThese(notes, gone);
}

/** Whether a plan leaves old ones or copies behind when it is cut short, or ends earlier ones. */
export function needsJournal({ changes }: Plan): boolean {
  return changes.some(
    (each) =>
      each.action === "replace" ||
      (each.action === "delete" && (each.reason === "unfinished" || each.reason === "double")),
  );
}

type Named = Pick<JournalEntry, "baseUrl" | "kind" | "id">;

function withoutThese(notes: readonly JournalEntry[], these: readonly Named[]): JournalEntry[] {
  const keyOf = ({ baseUrl, kind, id }: Named): string => JSON.stringify([baseUrl, kind, id]);
  const left = new Set(these.map(keyOf));
  return notes.filter((each) => !left.has(keyOf(each)));
}

/** What gives way in a plan and is still to be deleted. */
function begunBy({ baseUrl, changes, steps }: Plan): JournalEntry[] {
  const toDo = new Set(steps.map(({ id }) => id));
  const after = new Map(
    changes.flatMap((each) =>
      each.action === "update" || each.action === "replace" ? [[each.address, each.after]] : [],
    ),
  );
  return changes.flatMap((each) => {
    const address = givesWayTo(each);
    if (address === undefined || !toDo.has(stepId("delete", each.address))) return [];
    const { kind, id, before, childDeletes: beneath } = each as Replace | Delete;
    return [
      {
        baseUrl,
        kind,
        id,
        address,
        becomes: digestJson(after.get(address) ?? before), // a copy says what is kept as it is
        content: digestJson(before),
        children: beneath.map((child) => digestJson(child.before)),
      },
    ];
  });
}

function givesWayTo(change: Change): Address | undefined {
  if (change.action === "replace") return change.address;
  return change.action === "delete" && change.reason === "double" ? change.supersededBy : undefined;
}
