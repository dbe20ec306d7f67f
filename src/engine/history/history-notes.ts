// What a plan says about missing history.
import type { Change, HistoryExtent, Unmanaged } from "../model/plan.ts";

/** A note if prune deletes nothing because promptctl.yaml has no scope. */
export function scopeNotes(
  { prune, lacksScope }: { readonly prune: boolean; readonly lacksScope: boolean },
  unmanaged: readonly Unmanaged[],
): string[] {
  if (!prune || !lacksScope || unmanaged.length === 0) return [];
  return [
    "--prune deletes nothing: promptctl.yaml has no scope, and in CI prune needs one. To delete in the whole service, write scope: ['*'].",
  ];
}

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
