// Notes of the replaces an apply is about to make, kept until the old ones are gone: an apply
// that is cut short in the middle is finished by the next one from the same folder.
import { knownThings } from "../engine/known.ts";
import type { Plan } from "../engine/plan.ts";
import { addressOf } from "../engine/resource.ts";
import { type Unfinished, unfinishedOf } from "../engine/unfinished.ts";

/** Where the notes are kept. */
export interface Notebook {
  read(): readonly Unfinished[];
  write(notes: readonly Unfinished[]): void;
}

/** Notes every replace of the plan; what it returns strikes out those whose old one went, by the ids of the steps done. */
export function noteReplaces(plan: Plan, notebook: Notebook): (done: ReadonlySet<string>) => void {
  const begun = unfinishedOf(plan);
  const finishing = plan.changes.some(
    (each) => each.action === "delete" && each.because === "unfinished",
  );
  if (begun.length === 0 && !finishing) return () => {};
  const there = knownThings(plan);
  const ids = new Set(begun.map((each) => each.id));
  const earlier = notebook
    .read()
    .filter((each) => each.baseUrl !== plan.baseUrl || there.has(addressOf(each.kind, each.id)))
    .filter((each) => !ids.has(each.id));
  const notes = [...earlier, ...begun];
  if (begun.length > 0) notebook.write(notes);
  return (done) => {
    const gone = new Set(
      plan.steps
        .filter(({ id, verb }) => verb === "delete" && done.has(id))
        .map(({ remoteId }) => remoteId),
    );
    notebook.write(notes.filter((each) => each.baseUrl !== plan.baseUrl || !gone.has(each.id)));
  };
}
