// The totals and the consequences of a plan in sentences, neither coloured nor escaped.
import { firstOf } from "../../engine/text/word-lists.ts";
import { type Kinds, rowsOf } from "../../engine/model/kind.ts";
import { type ChangeCounts, heldBackIn, type Plan } from "../../engine/model/plan.ts";
import type { Unmanaged } from "../../engine/model/unmanaged.ts";
import { commandText } from "../../engine/text/command-text.ts";
import { unmanagedName } from "../text/display-name.ts";
import { pluralize } from "../text/terminal-text.ts";
import { joinWithAnd, kindCounts } from "../../engine/text/kind-counts.ts";
import { countByKind } from "./change-order.ts";
import type { PlanNote } from "./plan-notes.ts";

/**
 * What the plan deletes, replaces and deploys: ` This deletes 2 prompts and deploys 1.` Empty if it
 * does none of these. The children of deleted and replaced resources are not counted.
 */
export function consequences({ changes }: Plan, kinds: Kinds): string {
  const deployed = changes.filter(({ action, row }) => action !== "delete" && row.deploys);
  const parts = [
    ["deletes", changes.filter(({ action }) => action === "delete")],
    ["replaces", changes.filter(({ action }) => action === "replace")],
    ["deploys", deployed],
  ] as const;
  let last = ""; // the only kind of the part before: not repeated
  const named = parts.flatMap(([verb, list]) => {
    if (list.length === 0) return [];
    const listed = new Set(rowsOf(list));
    const only = listed.size === 1 ? list[0]!.row.kind : "";
    const isRepeated = only !== "" && only === last;
    last = only;
    return `${verb} ${isRepeated ? list.length : joinWithAnd(kindCounts(kinds, rowsOf(list)))}`;
  });
  return named.length === 0 ? "" : ` This ${joinWithAnd(named)}.`;
}

export interface PlanSummary {
  /** The emphasised start of the line; may be empty. */
  readonly headline: string;
  readonly detail: string;
  /** The service, if the definitions match it: the line ends with it. */
  readonly baseUrl?: string;
}

/**
 * The whole plan in one line. Empty for a refused plan without changes: what it would change is not
 * known.
 */
export function summarizePlan(plan: Plan): PlanSummary {
  if (plan.changes.length > 0) return { headline: `Plan: ${countsText(plan.counts)}.`, detail: "" };
  if (plan.refusals.length > 0) return { headline: "", detail: "" };
  if (heldBackIn(plan).length > 0) return { headline: "No changes.", detail: "" };
  if (plan.definitionCount === 0)
    return { headline: "", detail: "No definitions found in *.yaml and *.yml files." };
  const { keep } = plan.counts; // with --target or --exclude, fewer than all definitions
  const detail = `${pluralize(keep, "definition")} ${keep === 1 ? "matches" : "match"}`;
  return { headline: "No changes.", detail, baseUrl: plan.baseUrl };
}

/** `1 to create, 2 to update, 34 unchanged`, without the counts that are zero. */
export function countsText(counts: ChangeCounts): string {
  const parts = (["create", "update", "replace", "delete"] as const)
    .filter((action) => counts[action] > 0)
    .map((action) => `${counts[action]} to ${action}`);
  const unchanged = counts.keep > 0 ? [`${counts.keep} unchanged`] : [];
  return [...parts, ...unchanged].join(", ");
}

function moreDeletedNote(plan: Plan): string {
  return `--prune also deletes other unmanaged resources. To see which: ${commandText("plan --prune", plan)}`;
}

/** Further duplicates are only counted. */
const maxListedDuplicates = 10;

/** How the resources that no file defines are shown. */
export interface UnmanagedOptions {
  /** Lists the unmanaged resources instead of counting them. */
  readonly unmanaged: boolean;
  /** How to list them, by default with a flag. Empty if they must not be listed. */
  readonly listHint?: string;
}

/** `Unmanaged: 1 tool (to list: --unmanaged)` */
export function withListHint(text: string, { listHint }: UnmanagedOptions): string {
  return [text, listHint ?? "(to list: --unmanaged)"].filter(Boolean).join(" ");
}

/**
 * The duplicates on the service, a line for each with what deletes it, and what else that deletes.
 */
export function duplicateNotes(plan: Plan, kinds: Kinds, options: UnmanagedOptions): PlanNote[] {
  const { unmanaged } = plan;
  const { unmanaged: listsAll, listHint } = options;
  const duplicates = unmanaged.filter(({ duplicateOf }) => duplicateOf !== undefined);
  if (duplicates.length === 0) return [];
  const isMoreDeleted =
    unmanaged.length > duplicates.length && duplicates.some(({ deletedByPrune }) => deletedByPrune);
  const listed = duplicates.map(
    (resource) => `${unmanagedName(resource)}  ${resource.reason.text}`,
  );
  const max = listsAll ? Infinity : maxListedDuplicates;
  const lines = [
    ...firstOf(listed, max, (more) => withListHint(`and ${more} more`, options)),
    ...(isMoreDeleted && listHint !== "" ? [moreDeletedNote(plan)] : []),
  ];
  return [{ tone: "warning", words: [`Duplicates: ${countByKind(kinds, duplicates)}`], lines }];
}

/** The unmanaged resources that are no duplicates. */
export function otherUnmanaged({ unmanaged }: Plan): Unmanaged[] {
  return unmanaged.filter(({ duplicateOf }) => duplicateOf === undefined);
}
