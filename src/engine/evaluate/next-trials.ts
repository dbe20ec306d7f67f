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

type Outcomes = readonly TrialOutcome[];

/**
 * The trials that can be made now, given those made so far; none if the case is complete. The base
 * waits for the head, unless all cases are compared.
 */
export function nextTrials(
  each: Case,
  trials: CaseTrials<Judged>,
  settings: TrialSettings,
): NextTrial[] {
  if (hasProblem(each.head)) return [];
  const head = trials.head.map(({ outcome }) => outcome);
  const base = trials.base.map(({ outcome }) => outcome);
  const missing = missingOnHead(each, head, settings);
  const isHeadComplete = missing === 0;
  const missingBase = isHeadComplete
    ? missingOnBase(each, { head, base }, settings)
    : firstOnBase(each, base, settings);
  return [...numbered("head", head, missing), ...numbered("base", base, missingBase)];
}

/** A failing case with a base needs all confirmations; others only until the verdict is decided. */
function missingOnHead(each: Case, head: Outcomes, { runs }: TrialSettings): number {
  const planned = plannedTrials({ runs });
  if (head.includes("not run")) return 0;
  if (each.informational) return head.length === 0 ? 1 : 0;
  if (head.length === 0 || runs > 1) return runs - head.length;
  if (head[0] !== "failed") return 0;
  if (each.base) return planned - head.length;
  return fewestToDecide(head, planned, (outcomes) => isPass(verdictOf(outcomes, runs)));
}

/** The first trials of the base while the head runs: to compare all cases, it runs in any case. */
function firstOnBase(each: Case, base: Outcomes, { runs, compare }: TrialSettings): number {
  return runsOnBase(each, base) && compare && base.length === 0 ? runs : 0;
}

/** After the head, the base runs if the head may be worse, or to compare all cases. */
function missingOnBase(
  each: Case,
  { head, base }: CaseTrials<TrialOutcome>,
  settings: TrialSettings,
): number {
  if (!runsOnBase(each, base)) return 0;
  const { runs, compare } = settings;
  const planned = plannedTrials(settings);
  const differenceFrom = (outcomes: Outcomes) => differenceOf({ head, base: outcomes }, settings);
  const worst = differenceFrom(Array<TrialOutcome>(planned).fill("passed")); // for the head
  const mayBeWorse = worst === "regressed" || worst === "suspect";
  if (worst === undefined || !(compare || mayBeWorse)) return 0;
  if (runs > 1) return runs - base.length;
  return isUnmeasurable(base) ? 0 : fewestToDecide(base, planned, differenceFrom);
}

function runsOnBase(each: Case, base: Outcomes): boolean {
  return each.base !== undefined && !each.informational && !base.includes("not run");
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
