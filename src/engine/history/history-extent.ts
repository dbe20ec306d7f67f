// How much of a history was read, and why older versions are not known.
import type { HistoryExtent } from "../model/held-version.ts";
import type { ProjectHistory } from "./project-history.ts";

/** How much history was read, for the plan. */
export function historyExtent(history: ProjectHistory): HistoryExtent {
  const gap = historyGap(history);
  return {
    commits: history.commits.length,
    ...(gap !== undefined && { gap }),
    ...(history.missing && { missing: history.missing.code }),
  };
}

/** Why there is no history where nobody expects one. */
const absentCodes = new Set(["no-git", "no-repository", "no-history"]);

/** Whether there is a history, but not all of it can be read. */
export function isHistoryCut(
  history: HistoryExtent | undefined,
): history is HistoryExtent & { readonly gap: string } {
  return history?.gap !== undefined && !absentCodes.has(history.missing ?? "");
}

const gaps = {
  shallow: "the clone is shallow: fetch-depth: 0 of actions/checkout, or git fetch --unshallow",
  limit: "older commits than the newest 500 are not read",
  partial: "the clone is partial and lacks old files",
} as const;

/** Why older versions are not known, as a clause; undefined if the history is whole. */
export function historyGap({ missing, end }: ProjectHistory): string | undefined {
  if (missing) return missing.reason;
  return end === undefined || end === "first" ? undefined : lineGap(end);
}

/** Why a line has no older commits although there are some, as a clause. */
export function lineGap(end: keyof typeof gaps): string {
  return gaps[end];
}
