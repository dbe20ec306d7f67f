// Whether a case passes, from the outcomes of its trials, and how it compares with the base.
import { fisherWorse, type PassCount, tolerance } from "./statistics.ts";
import type { CaseTrials, TrialOutcome, TrialSettings } from "./trial.ts";

/** With one run, a case that fails is tried this often. */
const confirmedTrials = 3;

/** The share of trials that must pass: 2 of 3. */
const neededShare = 2 / 3;

/**
 * `unsteady`: it passes, but not in every trial · `not measured`: the unmeasured trials decide ·
 * `not run`: trials that were not made decide.
 */
export type CaseVerdict = "passed" | "failed" | "unsteady" | "not measured" | "not run";

/**
 * `regressed`: fails in all confirmed trials and passes in all on the base, or is worse by Fisher's
 * test · `suspect`: passes less often by two thirds of the trials or more, not confirmed · `fixed`:
 * passes, and fails on the base · `still failing`: fails, and the base is not clearly better.
 */
export type TrialDifference = "regressed" | "suspect" | "fixed" | "still failing" | "unchanged";

/** Whether a case passes. */
export function isPass(verdict: CaseVerdict): boolean {
  return verdict === "passed" || verdict === "unsteady";
}

/** Whether a case has no verdict, because the trials that decide were not measured. */
export function isUnmeasured(verdict: CaseVerdict): boolean {
  return verdict === "not measured" || verdict === "not run";
}

/** Whether trials were made and none was measured, for example with a retired model. */
export function isUnmeasurable(outcomes: readonly TrialOutcome[]): boolean {
  return outcomes.length > 0 && outcomes.every((outcome) => outcome === "not measured");
}

/** How many of the measured trials passed. */
export function passCount(outcomes: readonly TrialOutcome[]): PassCount {
  const passed = outcomes.filter((each) => each === "passed").length;
  return { passed, measured: passed + outcomes.filter((each) => each === "failed").length };
}

/** The number of trials of a side that decide: with one run, those of a case that fails. */
export function plannedTrials({ runs }: Pick<TrialSettings, "runs">): number {
  return runs === 1 ? confirmedTrials : runs;
}

/** The verdict of the trials of one side. A case passes with its first trial, or with 2 of 3. */
export function verdictOf(outcomes: readonly TrialOutcome[], runs: number): CaseVerdict {
  const { passed, measured } = passCount(outcomes);
  if (runs === 1 && outcomes[0] === "passed") return "passed";
  const planned = plannedTrials({ runs });
  const needed = Math.ceil(planned * neededShare - tolerance);
  if (passed >= needed) return passed === measured ? "passed" : "unsteady";
  if (measured - passed > planned - needed) return "failed";
  return outcomes.includes("not measured") ? "not measured" : "not run";
}

/** How the head differs from the base; undefined if one of them is not measured. */
export function differenceOf(
  { head, base }: CaseTrials<TrialOutcome>,
  settings: TrialSettings,
): TrialDifference | undefined {
  const [own, prior] = [passCount(head), passCount(base)];
  const verdict = verdictOf(head, settings.runs);
  if (prior.measured === 0 || isUnmeasured(verdict)) return undefined;
  if (isConfirmed(own, prior, settings)) return "regressed";
  if (shareOf(prior) - shareOf(own) >= neededShare - tolerance) return "suspect";
  if (verdict === "failed") return "still failing";
  return isFixed(own, prior, base, settings) ? "fixed" : "unchanged";
}

function isConfirmed(worse: PassCount, better: PassCount, { runs, alpha }: TrialSettings): boolean {
  if (runs > 1) return fisherWorse(worse, better) <= alpha + tolerance;
  const isWhole = [worse, better].every(({ measured }) => measured === confirmedTrials);
  return isWhole && worse.passed === 0 && better.passed === better.measured;
}

function isFixed(
  head: PassCount,
  base: PassCount,
  outcomes: readonly TrialOutcome[],
  settings: TrialSettings,
): boolean {
  if (settings.runs > 1) return isConfirmed(base, head, settings);
  return verdictOf(outcomes, settings.runs) === "failed";
}

/** Whether a side with these trials passes, if all of its trials are measured. */
export function isPassingShare(count: PassCount): boolean {
  return count.measured > 0 && shareOf(count) >= neededShare - tolerance;
}

function shareOf({ passed, measured }: PassCount): number {
  return passed / measured;
}
