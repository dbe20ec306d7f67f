// The result of a case: its verdict, how it compares with the base, and what the rule decided.
import { type Case, type CaseIdentity, hasProblem, type PriorChecks } from "./cases/case.ts";
import {
  type CaseVerdict,
  differenceOf,
  isUnmeasured,
  passCount,
  type TrialDifference,
  verdictOf,
} from "./compare.ts";
import type { CaseDecision } from "./rule/prompt-rule.ts";
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
  /** Equal for cases that share replies on a side. */
  readonly unit: string;
  /** Equal on a side for cases that share its replies. */
  readonly requests: CaseOutcome["requests"];
  /** Whether it is new because the base cannot be rendered or has no reply for a reason of its own. */
  readonly repairsBase: boolean;
  /** Whether trials without a measurement could change what the gate says. */
  readonly isOpen: boolean;
}

/** What is known of a case whose trials are complete. */
export interface CaseOutcome {
  readonly trials: CaseTrials;
  readonly firstTrials: number;
  readonly decision: CaseDecision;
  readonly hasBrokenBase: boolean;
  readonly unit: string;
  readonly requests: { readonly head: string; readonly base?: string | undefined };
}

/**
 * The result of a case that was selected, from all its trials. Where the base's version of a changed
 * evaluation says that the case regressed, the result is by that version.
 */
export function resultOf(each: Case, outcome: CaseOutcome): CaseResult {
  const { decision, firstTrials, hasBrokenBase, unit, requests } = outcome;
  const { address, prompt, weight, basis } = each;
  const isRegressed = decision === "regressed" || decision === "flipped";
  const deciding = isRegressed ? each.prior : undefined;
  const trials = deciding ? decidingTrials(outcome.trials) : outcome.trials;
  const informational = each.informational && !deciding;
  const own = verdictOf(trials.head.map(trialOutcome));
  const passed = informational && own === "passed" ? "cannot fail" : own;
  const verdict = decision === "flipped" ? decision : passed;
  const compared = hasBrokenBase ? [] : comparedTrials(trials);
  const isOpen =
    isUnmeasured(verdict) ||
    [...trials.head, ...compared].some(({ outcome: one }) => isUnmeasured(one));
  const comparison = isRegressed ? "regressed" : comparisonOf(each, { ...outcome, trials, isOpen });
  const reason = deciding
    ? priorReason(each, deciding, outcome.trials)
    : reasonOf(each, { ...outcome, trials }, { verdict, comparison, isOpen });
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
    unit,
    requests,
    repairsBase: hasBrokenBase || each.repairsBase === true,
    isOpen: (!informational || each.prior !== undefined) && isOpen,
  };
}

function comparisonOf(
  { basis, informational, prior }: Case,
  {
    trials: { head, base },
    decision,
    hasBrokenBase,
    isOpen,
  }: CaseOutcome & Pick<CaseResult, "isOpen">,
): CaseComparison | undefined {
  const isLost = isOpen && prior !== undefined;
  if (basis === "no-base" || (informational && !isLost)) return undefined;
  if (basis === "new") return "new";
  const verdict = verdictOf(head.map(trialOutcome));
  if (basis === "affected") {
    if (hasBrokenBase) return "new";
    if (decision === "suspect" && !prior) return "suspect";
    if (isOpen) return isUnmeasured(verdict) ? undefined : "not compared";
    if (prior) return "new";
    return differenceOf({ head: head.map(trialOutcome), base: base.map(trialOutcome) });
  }
  // The requests are equal, so the base would have the same replies.
  if (isUnmeasured(verdict)) return undefined;
  return verdict === "failed" ? "still failing" : "unchanged";
}

function trialOutcome({ outcome }: JudgedTrial): TrialOutcome {
  return outcome;
}

/** The trials of both sides by the version that decides about a regression. */
function comparedTrials(trials: CaseTrials): JudgedTrial[] {
  const { head, base } = decidingTrials(trials);
  return [...base, ...head];
}

function decidingTrials({ head, base }: CaseTrials): CaseTrials {
  return { head: head.map(decidingTrial), base: base.map(decidingTrial) };
}

function decidingTrial({ prior, ...own }: JudgedTrial): JudgedTrial {
  return prior ? { ...prior, own } : own;
}

function reasonOf(
  each: Case,
  { trials, hasBrokenBase, decision }: CaseOutcome,
  { verdict, comparison, isOpen }: Pick<CaseResult, "verdict" | "comparison" | "isOpen">,
): string | undefined {
  const { head, newBecause, prior } = each;
  if (isUnmeasured(verdict)) return hasProblem(head) ? head.problem : problemIn(trials.head);
  if (comparison === "new" && newBecause !== undefined) return newBecause;
  const base = trials.base.map(decidingTrial);
  if (hasBrokenBase) {
    const why = problemIn([...base, ...trials.head.map(decidingTrial)]);
    return `The base cannot be measured, so that the case is judged as new: ${why}`;
  }
  const cannotFail = verdict === "cannot fail" ? each.cannotFail : undefined;
  if (cannotFail !== undefined && comparison === undefined) return cannotFail;
  const problem = isOpen ? problemIn([...comparedTrials(trials), ...trials.head]) : undefined;
  if (problem !== undefined && base.length > 0 && base.every(hasNoOutcome))
    return `The base was not measured: ${problem}`;
  if (problem !== undefined) return `Trials are missing for the comparison: ${problem}`;
  if (!prior) return undefined;
  const isSuspect = decision === "suspect";
  const compared = isSuspect ? "may be worse, which is not confirmed" : "did not regress";
  return `${changedTexts[prior.changed]}. By its version on the base, the case ${compared}.`;
}

const changedTexts = { test: "The evaluation changed", judge: "The judge changed" } as const;

function hasNoOutcome({ outcome }: JudgedTrial): boolean {
  return isUnmeasured(outcome);
}

/** Why a case regressed whose evaluation or judge changed, and what the new version says. */
function priorReason(
  { informational }: Case,
  { changed }: PriorChecks,
  { head }: CaseTrials,
): string {
  const { passed, measured } = passCount(head.map(trialOutcome));
  const own = informational
    ? "every reply passes"
    : `the head passed ${passed} of ${measured} trials`;
  return `${changedTexts[changed]}, and its version on the base decides. By the new one, ${own}.`;
}

/** Why the first unmeasured trial has no outcome. */
function problemIn(trials: readonly JudgedTrial[]): string | undefined {
  const trial = trials.find(hasNoOutcome);
  if (!trial) return undefined;
  if ("problem" in trial.call) return trial.call.problem.message;
  return trial.verdicts.find(({ verdict }) => verdict === "not measured")?.reason;
}
