// The score of a trial and whether it passes.
import { tolerance } from "./rule/statistics.ts";
import type { AssertionVerdict, JudgedTrial, TrialOutcome } from "./trials/trial.ts";

/**
 * The score of a trial: Σ(weight × pass) / Σ(weight). Unmeasured assertions leave a trial
 * unmeasured only if they could change its outcome. A trial whose weights sum to 0 has no score and
 * passes.
 */
export function scoreTrial(
  verdicts: readonly AssertionVerdict[],
  threshold: number,
): Pick<JudgedTrial, "outcome" | "score"> {
  const total = weightOf(verdicts);
  if (total === 0) return { outcome: "passed", score: null };
  const passed = weightOf(verdicts.filter(({ verdict }) => verdict === "pass"));
  const unknown = weightOf(verdicts.filter(({ verdict }) => verdict === "not measured"));
  const least = passed / total;
  const most = (passed + unknown) / total;
  return { outcome: scoreOutcome(least, most, threshold), score: unknown === 0 ? least : null };
}

function scoreOutcome(least: number, most: number, threshold: number): TrialOutcome {
  if (least >= threshold - tolerance) return "passed";
  return most < threshold - tolerance ? "failed" : "not measured";
}

function weightOf(verdicts: readonly AssertionVerdict[]): number {
  return verdicts.reduce((sum, { assertion }) => sum + assertion.weight, 0);
}
