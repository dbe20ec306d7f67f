// Notes about unmanaged resources that are similar to new definitions, but may belong to others.
import type { Change, Unmanaged } from "../model/plan.ts";
import { limitNotes } from "./limit-notes.ts";

/** A note for each created resource that a similar one is not matched with. */
export function similarNotes(
  changes: readonly Change[],
  unmanaged: readonly Unmanaged[],
): string[] {
  const created = new Set(
    changes.flatMap(({ action, address }) => (action === "create" ? [address] : [])),
  );
  const notes = unmanaged.flatMap(({ kind, id, similarTo }) =>
    similarTo && created.has(similarTo.address)
      ? [`${similarTo.address} is new. The similar ${kind} id:${id} stays: ${similarTo.reason}.`]
      : [],
  );
  return limitNotes(notes, "similar to resources that stay");
}
