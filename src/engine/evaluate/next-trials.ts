// Which trials of a case are made next. The runner calls it again with the outcomes until no trial
// is missing.
import { type Case, hasProblem } from "./case.ts";
import { differenceOf, isPass, isUnmeasurable, plannedTrials, verdictOf } from "./compare.ts";
import type { CaseTrials, TrialOutcome, TrialSettings } from "./trial.ts";

/** A trial to make. */
export interface NextTrial {
  readonly side: "head" | "base";
  /** From 1. */
  readonly trial: number;
}

type Judged = { readonly outcome: TrialOutcome };

/** The trials that can be made now, given those made so far; none if the case is complete. */
export function nextTrials(
  each: Case,
  trials: CaseTrials<Judged>,
  settings: TrialSettings,
): NextTrial[] {
  if (hasProblem(each.head)) return [];
  const head = trials.head.map(({ outcome }) => outcome);
  const base = trials.base.map(({ outcome }) => outcome);
  const missing = missingOnHead(each, head, settings);
  return [
    ...numbered("head", head, missing),
    ...numbered("base", base, missingOnBase(each, { head, base }, missing === 0, settings)),
  ];
}

type Outcomes = readonly TrialOutcome[];

/** A failing case with a base needs all confirmations; others only until the verdict is decided. */
function missingOnHead(each: Case, head: Outcomes, { runs }: TrialSettings): number {
  if (head.includes("not run")) return 0;
  if (head.length === 0) return each.informational ? 1 : runs;
  if (each.informational) return 0;
  if (runs > 1) return runs - head.length;
  if (head[0] !== "failed") return 0;
  if (each.base) return plannedTrials({ runs }) - head.length;
  return fewestToDecide(head, plannedTrials({ runs }), (outcomes) =>
    isPass(verdictOf(outcomes, runs)),
  );
}

/** The base runs if the head may be worse, or to compare all cases. */
function missingOnBase(
  each: Case,
  { head, base }: CaseTrials<TrialOutcome>,
  isHeadComplete: boolean,
  settings: TrialSettings,
): number {
  const { runs, compare } = settings;
  if (!each.base || each.informational || base.includes("not run")) return 0;
  if (!isHeadComplete) return compare && base.length === 0 ? runs : 0;
  const differenceFrom = (outcomes: Outcomes) => differenceOf({ head, base: outcomes }, settings);
  const best = differenceFrom(Array<TrialOutcome>(plannedTrials(settings)).fill("passed"));
  if (best === undefined || !(compare || best === "regressed" || best === "suspect")) return 0;
  if (runs > 1) return runs - base.length;
  if (isUnmeasurable(base)) return 0;
  return fewestToDecide(base, plannedTrials(settings), differenceFrom);
}

/**
 * The smallest number of further trials, up to the planned number in all, that can decide the
 * result.
 */
function fewestToDecide(
  outcomes: Outcomes,
  planned: number,
  resultOf: (outcomes: Outcomes) => unknown,
): number {
  const isDecided = (given: Outcomes): boolean =>
    new Set(completions(given, planned).map(resultOf)).size === 1;
  for (let length = outcomes.length; length < planned; length++)
    if (completions(outcomes, length).some(isDecided)) return length - outcomes.length;
  return Math.max(0, planned - outcomes.length);
}

/** All ways to continue with trials that pass or fail, up to a number of trials. */
function completions(outcomes: Outcomes, length: number): Outcomes[] {
  if (outcomes.length >= length) return [outcomes];
  return (["passed", "failed"] as const).flatMap((next) =>
    completions([...outcomes, next], length),
  );
}

function numbered(side: NextTrial["side"], made: Outcomes, count: number): NextTrial[] {
  return Array.from({ length: count }, (_, index) => ({ side, trial: made.length + index + 1 }));
}
