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
import type { PassCount } from "./rule/statistics.ts";
import type { CaseTrials, JudgedTrial, TrialOutcome } from "./trials/trial.ts";

/** `new`: there is no case on the base to compare with. */
type Comparison = TrialDifference | "new";

export interface CaseResult extends CaseIdentity {
  readonly verdict: CaseVerdict;
  /** undefined without a base, and if the case passes and the base did not run. */
  readonly comparison: Comparison | undefined;
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

/** The result of a case that was selected, from all its trials. */
export function resultOf(each: Case, { trials, firstTrials, decision }: CaseOutcome): CaseResult {
  const { address, prompt, weight, threshold, informational, basis } = each;
  const own = verdictOf(trials.head.map(({ outcome }) => outcome));
  const passed = informational && own === "passed" ? "cannot fail" : own;
  const verdict = decision === "flipped" ? decision : passed;
  const comparison = comparisonOf(each, trials, decision);
  const isOpen =
    isUnmeasured(verdict) ||
    [...trials.head, ...comparedTrials(trials)].some(({ outcome }) => isUnmeasured(outcome));
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
  decision: CaseDecision,
): Comparison | undefined {
  if (decision === "regressed" || decision === "flipped") return "regressed";
  if (basis === "no-base" || informational) return undefined;
  if (basis === "new") return "new";
  if (basis === "affected") {
    if (prior || isUnmeasurable(base)) return "new";
    return differenceOf({ head: head.map(outcomeOf), base: base.map(outcomeOf) });
  }
  // The requests are equal, so the base would have the same replies.
  const verdict = verdictOf(head.map(outcomeOf));
  if (isUnmeasured(verdict)) return undefined;
  return verdict === "failed" ? "still failing" : "unchanged";
}

function outcomeOf({ outcome }: JudgedTrial): TrialOutcome {
  return outcome;
}

/** The trials by the version that decides about a regression; none if a side cannot be measured. */
function comparedTrials(trials: CaseTrials): JudgedTrial[] {
  const [head, base] = [trials.head, trials.base].map((side) => side.map(decidingTrial));
  return [head!, base!].some(isUnmeasurable) ? [] : [...base!, ...head!];
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
  if (prior && comparison === "regressed") return priorReason(trials);
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

/** The trials that are shown are judged by the head's version, so the counts are in the sentence. */
function priorReason({ head, base }: CaseTrials): string {
  const count = (side: readonly JudgedTrial[]): string => {
    const { passed, measured }: PassCount = passCount(
      side.map((trial) => decidingTrial(trial).outcome),
    );
    return `${passed} of ${measured}`;
  };
  return `The evaluation changed. By its version on the base, the base passed ${count(base)} trials, the head ${count(head)}.`;
}

/** Why the first unmeasured trial has no outcome. */
function problemIn(trials: readonly JudgedTrial[]): string | undefined {
  const trial = trials.find(({ outcome }) => outcome === "not measured" || outcome === "not run");
  if (!trial) return undefined;
  if ("problem" in trial.call) return trial.call.problem.message;
  return trial.verdicts.find(({ verdict }) => verdict === "not measured")?.reason;
}
