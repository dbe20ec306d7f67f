// Notes about unmanaged resources that are similar to new definitions, but may belong to others.
import type { Change } from "../model/plan.ts";
import type { Unmanaged } from "../model/unmanaged.ts";
import { firstOf } from "../text/word-lists.ts";

/** Further notes are only counted. */
const maxNotes = 20;

/** A note for each created resource that a similar one is not matched with. */
export function similarNotes(
  changes: readonly Change[],
  unmanaged: readonly Unmanaged[],
): readonly string[] {
  const created = new Set(
    changes.flatMap(({ action, address }) => (action === "create" ? [address] : [])),
  );
  const notes = unmanaged.flatMap(({ kind, id, similarTo }) =>
    similarTo && created.has(similarTo.address)
      ? [`${similarTo.address} is new. The similar ${kind} id:${id} stays: ${similarTo.reason}.`]
      : [],
  );
  return firstOf(
    notes,
    maxNotes,
    (more) => `${more} more new definitions are similar to resources that stay.`,
  );
}
