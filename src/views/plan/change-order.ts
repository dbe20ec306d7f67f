// The order in which a plan shows its changes.
import type { Kinds } from "../../engine/model/kind.ts";
import type { ChangeSummary } from "./change-summary.ts";

const names = new Intl.Collator("en", { numeric: true });

/** Deletes first, then the kinds in the order of apply; `Prompt 2` before `Prompt 10`. */
export function inReadingOrder(changes: readonly ChangeSummary[], kinds: Kinds): ChangeSummary[] {
  return bySections(
    changes.toSorted((a, b) => names.compare(a.title, b.title)),
    kinds,
  );
}

/** Deletes first, then the kinds in the order of apply; otherwise the order does not change. */
export function bySections(changes: readonly ChangeSummary[], kinds: Kinds): ChangeSummary[] {
  const kindRanks = new Map(kinds.map(({ kind }, index) => [kind, index]));
  const rankOf = ({ action, kind }: ChangeSummary): number =>
    kindRanks.get(kind)! - (action === "delete" ? kinds.length : 0);
  return changes.toSorted((a, b) => rankOf(a) - rankOf(b));
}
