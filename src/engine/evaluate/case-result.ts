// The result of a case: its verdict, how it compares with the base, and what the rule decided.
import { type Case, type CaseIdentity, hasProblem } from "./cases/case.ts";
import {
  type CaseVerdict,
  differenceOf,
  isUnmeasured,
  passCount,
  type TrialDifference,
  verdictOf,
} from "./compare.ts";
import { type CaseDecision, isUnmeasurable } from "./rule/prompt-rule.ts";
import type { CaseTrials, JudgedTrial, TrialOutcome } from "./trials/trial.ts";

/** `new`: there is no case on the base to compare with. */
type CaseComparison = TrialDifference | "new";

export interface CaseResult extends CaseIdentity {
  readonly verdict: CaseVerdict;
  /** undefined without a base, and if the case passes and the base did not run. */
  readonly comparison: CaseComparison | undefined;
  readonly decision: CaseDecision;
  /** Why the case is new, not measured or not run, in one or more sentences. */
  readonly reason?: string;
  readonly trials: CaseTrials;
  /** The number of first trials of each side; rates are those of these trials. */
  readonly firstTrials: number;
  /** Whether trials without a measurement could change what the gate says. */
  readonly isOpen: boolean;
}

/** What is known of a case whose trials are complete. */
export interface CaseOutcome {
  readonly trials: CaseTrials;
  readonly firstTrials: number;
  readonly decision: CaseDecision;
}

/**
 * The result of a case that was selected, from all its trials. Where the base's version of a changed
 * evaluation says that the case regressed, the result is by that version.
 */
export function resultOf(each: Case, outcome: CaseOutcome): CaseResult {
  const { decision, firstTrials } = outcome;
  const { address, prompt, weight, basis } = each;
  const isRegressed = decision === "regressed" || decision === "flipped";
  const deciding = isRegressed ? each.prior : undefined;
  const trials = deciding ? decidingTrials(outcome.trials) : outcome.trials;
  const informational = each.informational && !deciding;
  const own = verdictOf(trials.head.map(trialOutcome));
  const passed = informational && own === "passed" ? "cannot fail" : own;
  const verdict = decision === "flipped" ? decision : passed;
  const comparison = isRegressed ? "regressed" : comparisonOf(each, trials);
  const isOpen =
    isUnmeasured(verdict) ||
    [...trials.head, ...comparedTrials(trials)].some(({ outcome: one }) => isUnmeasured(one));
  const reason = deciding
    ? priorReason(each, outcome.trials)
    : reasonOf(each, trials, { verdict, comparison, isOpen });
  return {
    address,
    prompt,
    weight,
    threshold: (deciding ?? each).threshold,
    informational,
    basis,
    verdict,
    comparison,
    decision,
    ...(reason !== undefined && { reason }),
    trials,
    firstTrials,
    isOpen: (!informational || each.prior !== undefined) && isOpen,
  };
}

function comparisonOf(
  { basis, informational, prior }: Case,
  { head, base }: CaseTrials,
): CaseComparison | undefined {
  if (basis === "no-base" || informational) return undefined;
  if (basis === "new") return "new";
  if (basis === "affected") {
    if (prior || isUnmeasurable(base)) return "new";
    return differenceOf({ head: head.map(trialOutcome), base: base.map(trialOutcome) });
  }
  // The requests are equal, so the base would have the same replies.
  const verdict = verdictOf(head.map(trialOutcome));
  if (isUnmeasured(verdict)) return undefined;
  return verdict === "failed" ? "still failing" : "unchanged";
}

function trialOutcome({ outcome }: JudgedTrial): TrialOutcome {
  return outcome;
}

/** The trials by the version that decides about a regression; none if a side cannot be measured. */
function comparedTrials(trials: CaseTrials): JudgedTrial[] {
  const { head, base } = decidingTrials(trials);
  return [head, base].some(isUnmeasurable) ? [] : [...base, ...head];
}

function decidingTrials({ head, base }: CaseTrials): CaseTrials {
  return { head: head.map(decidingTrial), base: base.map(decidingTrial) };
}

function decidingTrial(trial: JudgedTrial): JudgedTrial {
  return trial.prior ?? trial;
}

function reasonOf(
  each: Case,
  trials: CaseTrials,
  { verdict, comparison, isOpen }: Pick<CaseResult, "verdict" | "comparison" | "isOpen">,
): string | undefined {
  const { head, newBecause, prior } = each;
  if (isUnmeasured(verdict)) return hasProblem(head) ? head.problem : problemIn(trials.head);
  if (comparison === "new" && newBecause !== undefined) return newBecause;
  const compared = comparedTrials(trials);
  if (comparison === "new" && compared.length === 0) {
    const problem = problemIn([...trials.base, ...trials.head].map(decidingTrial));
    return `The base cannot be measured: ${problem}`;
  }
  const cannotFail = verdict === "cannot fail" ? each.cannotFail : undefined;
  if (cannotFail !== undefined && comparison === undefined) return cannotFail;
  const problem = isOpen ? problemIn([...compared, ...trials.head]) : undefined;
  if (problem !== undefined) return `Trials are missing for the comparison: ${problem}`;
  return prior && "The evaluation changed. By its version on the base, the case did not regress.";
}

/** Why a case regressed whose evaluation changed, and what its new version says. */
function priorReason({ informational }: Case, { head }: CaseTrials): string {
  const { passed, measured } = passCount(head.map(trialOutcome));
  const own = informational
    ? "every reply passes"
    : `the head passed ${passed} of ${measured} trials`;
  return `The evaluation changed, and its version on the base decides. By the new one, ${own}.`;
}

/** Why the first unmeasured trial has no outcome. */
function problemIn(trials: readonly JudgedTrial[]): string | undefined {
  const trial = trials.find(({ outcome }) => outcome === "not measured" || outcome === "not run");
  if (!trial) return undefined;
  if ("problem" in trial.call) return trial.call.problem.message;
  return trial.verdicts.find(({ verdict }) => verdict === "not measured")?.reason;
}
