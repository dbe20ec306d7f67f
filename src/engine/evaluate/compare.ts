// Whether a case passes, from the outcomes of its trials, and how its trials compare with those of the
// base. What blocks is decided in prompt-rule.ts.
import type { PassCount } from "./rule/statistics.ts";
import type { CaseTrials, TrialOutcome } from "./trials/trial.ts";

/**
 * `unsteady`: some trials pass and some fail · `flipped`: each side repeats its reply, which fails on
 * the head and passes on the base · `not measured`: no trial passed, and one was not measured · `not
 * run`: no trial passed, and one was not made · `cannot fail`: all trials pass, as every reply would.
 */
export type CaseVerdict =
  | "passed"
  | "failed"
  | "unsteady"
  | "flipped"
  | "cannot fail"
  | "not measured"
  | "not run";

/**
 * `regressed`: confirmed · `suspect`: passes less often, neither confirmed nor cleared · `fixed`: passes,
 * and fails on the base · `still failing`: fails, and the base is not clearly better · `not compared`:
 * replies are missing.
 */
export type TrialDifference =
  | "regressed"
  | "suspect"
  | "fixed"
  | "still failing"
  | "unchanged"
  | "not compared";

/** Whether a case has no verdict, because trials are missing. */
export function isUnmeasured(verdict: CaseVerdict | TrialOutcome): boolean {
  return verdict === "not measured" || verdict === "not run";
}

/** How many of the measured trials passed. */
export function passCount(outcomes: readonly TrialOutcome[]): PassCount {
  const passed = outcomes.filter((each) => each === "passed").length;
  return { passed, measured: passed + outcomes.filter((each) => each === "failed").length };
}

/** The verdict of the trials of one side. */
export function verdictOf(
  outcomes: readonly TrialOutcome[],
): Exclude<CaseVerdict, "flipped" | "cannot fail"> {
  const { passed, measured } = passCount(outcomes);
  if (passed > 0) return passed === measured ? "passed" : "unsteady";
  if (measured > 0 && measured === outcomes.length) return "failed";
  return outcomes.includes("not measured") ? "not measured" : "not run";
}

/** How the head differs from the base, if it is not worse; undefined if a side is missing. */
export function differenceOf({
  head,
  base,
}: CaseTrials<TrialOutcome>): "fixed" | "still failing" | "unchanged" | undefined {
  const [own, prior] = [passCount(head), passCount(base)];
  if (own.measured === 0 || prior.measured === 0) return undefined;
  if (own.passed === 0) return "still failing";
  return prior.passed === 0 && own.passed === own.measured ? "fixed" : "unchanged";
}
