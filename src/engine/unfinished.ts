// Replaces that were cut short: what is noted before one starts, so that a later run from the same
// folder knows the old one as such and deletes it.
import { digest } from "./json.ts";
import type { Plan } from "./plan.ts";
import { type Address, addressOf } from "./resource.ts";
import { stepId } from "./steps.ts";

/** The old one of a replace, as it was when the replace was about to start. */
export interface Unfinished {
  readonly baseUrl: string;
  readonly kind: string;
  readonly id: string;
  /** What it is replaced for, and the digest of what that says. */
  readonly address: Address;
  readonly becomes: string;
  /** The digest of its own content, and those of all beneath it. */
  readonly content: string;
  readonly children: readonly string[];
}

/** The notes before a plan is carried out: those of earlier runs that may still hold, and its own. */
export function notesBefore(plan: Plan, earlier: readonly Unfinished[]): Unfinished[] {
  const begun = begunBy(plan);
  const listed = new Set(Object.keys(plan.seen).map((each) => each.slice(0, each.indexOf("/"))));
  const mayHold = (each: Unfinished): boolean =>
    each.baseUrl !== plan.baseUrl ||
    !listed.has(each.kind) ||
    Object.hasOwn(plan.seen, addressOf(each.kind, each.id));
  return [...withoutThese(earlier.filter(mayHold), begun), ...begun];
}

/** The notes after it: without those whose old one went. `done`: the ids of the steps that came off. */
export function notesAfter(
  plan: Plan,
  notes: readonly Unfinished[],
  done: ReadonlySet<string>,
): Unfinished[] {
  const gone = plan.steps
    .filter(({ id, verb }) => verb === "delete" && done.has(id))
    .map(({ kind, remoteId }) => ({ baseUrl: plan.baseUrl, kind, id: remoteId! }));
  return withoutThese(notes, gone);
}

/** Whether a plan begins replaces, or ends earlier ones. */
export function concernsNotes({ changes }: Plan): boolean {
  return changes.some(
    (each) =>
      each.action === "replace" || (each.action === "delete" && each.because === "unfinished"),
  );
}

type Named = Pick<Unfinished, "baseUrl" | "kind" | "id">;

function withoutThese(notes: readonly Unfinished[], these: readonly Named[]): Unfinished[] {
  const keyOf = ({ baseUrl, kind, id }: Named): string => JSON.stringify([baseUrl, kind, id]);
  const left = new Set(these.map(keyOf));
  return notes.filter((each) => !left.has(keyOf(each)));
}

/** The old ones of the replaces of a plan that are still to be made. */
function begunBy({ baseUrl, changes, steps }: Plan): Unfinished[] {
  const toDo = new Set(steps.map(({ id }) => id));
  return changes.flatMap((each) =>
    each.action === "replace" && toDo.has(stepId("delete", each.address))
      ? [
          {
            baseUrl,
            kind: each.kind,
            id: each.id,
            address: each.address,
            becomes: digest(each.after),
            content: digest(each.before),
            children: each.beneath.map(({ before }) => digest(before)),
          },
        ]
      : [],
  );
}

/** Whether a thing is as it was noted, or has only lost children. */
export function isAsNoted(
  { content, children }: Unfinished,
  now: { readonly content: string; readonly children: readonly string[] },
): boolean {
  const left = [...children];
  return (
    now.content === content &&
    now.children.every((each) => {
      const index = left.indexOf(each);
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    })
  );
}
