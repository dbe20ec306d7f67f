// What a plan says about missing history.
import type { Change, HistoryExtent } from "../model/plan.ts";

/** A note if it is not known which versions the service holds, although there is a repository. */
export function historyNotes(
  changes: readonly Change[],
  history: HistoryExtent | undefined,
): string[] {
  const count = changes.filter(({ held }) => held?.type === "unknown").length;
  if (count === 0 || history?.gap === undefined || history.isOptional) return [];
  const resources = count === 1 ? "of 1 change" : `of ${count} changes`;
  return [`It is not known which version ${resources} the service holds: ${history.gap}.`];
}
