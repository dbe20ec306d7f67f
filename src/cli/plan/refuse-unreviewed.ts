// What a saved plan permits: anything else is refused and shown.
import { someLines } from "../../engine/text/word-lists.ts";
import { refused } from "../../engine/model/failure.ts";
import { heldBackIn, type Plan } from "../../engine/model/plan.ts";
import type { Plan as PlanDocument } from "../../generated/types.ts";
import { planAtoms } from "../../engine/review/atoms.ts";
import { compareAtoms, planOfAtoms } from "../../engine/review/permission.ts";
import { impossibleDeletes } from "../../engine/review/impossible-deletes.ts";
import { displayName } from "../../views/text/display-name.ts";
import { pluralize } from "../../views/text/terminal-text.ts";
import type { CommandHost } from "../host/command-host.ts";
import { type ApplyFlags, throwIfRefused } from "./apply-plan.ts";
import type { PlanWithInput } from "./prepare-plan.ts";
import { type PlanSourcePaths, printPlan } from "./print-plan.ts";
import { newPlanHint } from "./saved-plan-target.ts";

/** A saved plan and how its apply was started. */
export interface SavedReview {
  readonly host: CommandHost;
  readonly file: string;
  readonly flags: ApplyFlags;
  readonly reviewed: Plan;
  readonly document: PlanDocument;
  readonly paths: PlanSourcePaths;
}

/**
 * Throws a Failure if the plan is refused, does something that was not reviewed, or cannot do what was
 * reviewed and is not done.
 */
export function refuseUnreviewed(
  { host, file, flags, reviewed, document, paths }: SavedReview,
  { plan, planInput }: PlanWithInput,
): void {
  const { definitions, matching } = planInput;
  const atoms = planAtoms(reviewed, definitions);
  const keys = atoms.map(({ key }) => key);
  const { unreviewed, unplanned } = compareAtoms(keys, planAtoms(plan, definitions));
  if (plan.refusals.length > 0) printPlan(host, plan, flags, paths);
  throwIfRefused(plan, newPlanHint(reviewed));
  const heldBack = heldBackIn(plan);
  if (heldBack.length > 0) {
    printPlan(host, plan, flags, paths);
    throw refused(
      "unpromoted",
      `${plan.promotion!.after} does not hold any more what it held when ${file} was created: ${pluralize(heldBack.length, "reviewed change")} must wait. Nothing was applied.`,
      newPlanHint(reviewed),
    );
  }
  if (unreviewed.length > 0) {
    printPlan(host, planOfAtoms(plan, unreviewed), flags, paths);
    throw refused(
      "not-reviewed",
      `The service changed: ${file} does not contain the changes shown above, which are needed now. Nothing was applied.`,
      newPlanHint(reviewed),
    );
  }
  const left = new Set(unplanned);
  const missing = atoms.filter(({ key }) => left.has(key));
  const impossible = impossibleDeletes(missing, { plan, matching, history: document.history });
  if (impossible.length === 0) return;
  const reasons = [...new Set(impossible.map(({ reason }) => reason))];
  throw refused(
    "not-possible",
    `${pluralize(impossible.length, "reviewed change")} cannot be made here: ${reasons.join("; ")}. Nothing was applied.`,
    [
      ...someLines(
        impossible.map(({ change }) => `${change.action} ${displayName(reviewed, change.address)}`),
      ),
      newPlanHint(reviewed),
    ],
  );
}

/** Says how much of the saved plan was made before. */
export function printApplied(
  { host, flags, reviewed }: SavedReview,
  { plan, planInput: { definitions } }: PlanWithInput,
): void {
  const [total, planned] = [reviewed, plan].map(
    (each) => planAtoms(each, definitions).filter(({ action }) => action !== "field").length,
  ) as [number, number];
  if (flags.quiet || planned === total) return;
  host.err(
    planned === 0
      ? "This plan was already applied.\n"
      : `${total - planned} of ${pluralize(total, "reviewed change")} were made already.\n`,
  );
}
