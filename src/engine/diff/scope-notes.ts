// What a plan says about the scope of the project.
import type { Unmanaged } from "../model/plan.ts";

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
