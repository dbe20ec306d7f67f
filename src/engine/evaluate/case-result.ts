// The result of a case: its verdict, and how it compares with the base.
import { type Case, type CaseIdentity, hasProblem } from "./case.ts";
import {
  type CaseVerdict,
  type TrialDifference,
  differenceOf,
  isPassingShare,
  isUnmeasurable,
  isUnmeasured,
  passCount,
  plannedTrials,
  verdictOf,
} from "./compare.ts";
import type { PassCount } from "./statistics.ts";
import type { CaseTrials, JudgedTrial, TrialOutcome, TrialSettings } from "./trial.ts";

/** `new`: there is no case on the base to compare with. */
type Comparison = TrialDifference | "new";

export interface CaseResult extends CaseIdentity {
  readonly verdict: CaseVerdict;
  /** undefined without a base, and if the case passes and the base did not run. */
  readonly comparison: Comparison | undefined;
  /** Why the case is new, not measured or not run, in one or more sentences. */
  readonly reason?: string;
  readonly trials: CaseTrials;
  /** Whether trials without a measurement could change what the gate says. */
  readonly isOpen: boolean;
}

/** The result of a case that was selected, from all its trials. */
export function resultOf(each: Case, trials: CaseTrials, settings: TrialSettings): CaseResult {
  const { address, prompt, weight, threshold, informational, basis } = each;
  const head = trials.head.map(({ outcome }) => outcome);
  const base = trials.base.map(({ outcome }) => outcome);
  const verdict = verdictOf(head, informational ? 1 : settings.runs);
  const comparison = comparisonOf(each, { head, base }, settings);
  const isOpen = mayBeRegressed(each, comparison, { head, base }, settings);
  const reason = reasonOf(each, trials, { verdict, comparison, isOpen });
  return {
    address,
    prompt,
    weight,
    threshold,
    informational,
    basis,
    verdict,
    comparison,
    ...(reason !== undefined && { reason }),
    trials,
    isOpen: !informational && (isUnmeasured(verdict) || isOpen),
  };
}

function comparisonOf(
  { basis, informational }: Case,
  outcomes: CaseTrials<TrialOutcome>,
  settings: TrialSettings,
): Comparison | undefined {
  const { head, base } = outcomes;
  if (basis === "no-base" || informational) return undefined;
  if (basis === "new") return "new";
  if (basis === "affected") return isUnmeasurable(base) ? "new" : differenceOf(outcomes, settings);
  // The requests are equal, so the base would have the same replies.
  const verdict = verdictOf(head, settings.runs);
  if (isUnmeasured(verdict)) return undefined;
  return verdict === "failed" ? "still failing" : "unchanged";
}

/** Whether trials without a measurement could have confirmed a regression. */
function mayBeRegressed(
  { basis }: Case,
  comparison: Comparison | undefined,
  { head, base }: CaseTrials<TrialOutcome>,
  settings: TrialSettings,
): boolean {
  if (basis !== "affected" || comparison === "regressed" || comparison === "new") return false;
  const worst = {
    head: head.map((outcome) => (outcome === "passed" ? outcome : "failed")),
    base: Array.from({ length: plannedTrials(settings) }, (_, index) =>
      base[index] === "failed" ? "failed" : "passed",
    ),
  } as const;
  return differenceOf(worst, settings) === "regressed";
}

function reasonOf(
  { head, newBecause }: Case,
  trials: CaseTrials,
  { verdict, comparison, isOpen }: Pick<CaseResult, "verdict" | "comparison" | "isOpen">,
): string | undefined {
  if (isUnmeasured(verdict)) return hasProblem(head) ? head.problem : problemIn(trials.head);
  if (comparison !== "new") {
    const problem = isOpen ? (problemIn(trials.base) ?? problemIn(trials.head)) : undefined;
    if (problem !== undefined) return `Trials are missing for the comparison: ${problem}`;
    return comparison === "still failing" ? ratesIfBasePasses(trials) : undefined;
  }
  return newBecause ?? `The base cannot be measured: ${problemIn(trials.base)}`;
}

/** A head that fails can be little worse than a base that passes. */
function ratesIfBasePasses({ head, base }: CaseTrials): string | undefined {
  const [own, prior] = [head, base].map((side) => passCount(side.map(({ outcome }) => outcome)));
  if (!isPassingShare(prior!)) return undefined;
  const rate = ({ passed, measured }: PassCount): string => `${passed} of ${measured}`;
  return `The base passed ${rate(prior!)} trials, the head ${rate(own!)}: not confirmed as a regression.`;
}

/** Why the first unmeasured trial has no outcome. */
function problemIn(trials: readonly JudgedTrial[]): string | undefined {
  const trial = trials.find(({ outcome }) => outcome === "not measured" || outcome === "not run");
  if (!trial) return undefined;
  if ("problem" in trial.call) return trial.call.problem.message;
  return trial.verdicts.find(({ verdict }) => verdict === "not measured")?.reason;
}
