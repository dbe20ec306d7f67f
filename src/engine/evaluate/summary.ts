// Figures of a whole run: the pass rate with its range, and what got worse or better.
import type { CaseResult } from "./case-result.ts";
import { isPass, isUnmeasured, verdictOf } from "./compare.ts";
import { mcnemar, wilsonRange } from "./statistics.ts";
import type { TrialSettings } from "./trial.ts";

/** How many measured cases passed. Informational cases do not count. */
export interface PassRate {
  readonly passed: number;
  readonly measured: number;
  /** The Wilson range at 95 %, from 0 to 1. */
  readonly range: readonly [number, number];
}

/** The pass rate of the cases that were run. */
export function passRate(results: readonly CaseResult[]): PassRate {
  const measured = results.filter(
    ({ verdict, informational }) => !informational && !isUnmeasured(verdict),
  );
  const passed = measured.filter(({ verdict }) => isPass(verdict)).length;
  return { passed, measured: measured.length, range: wilsonRange(passed, measured.length) };
}

/** The mean; null if there are no values, or one is unknown. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The cases whose verdict differs between the sides. */
export interface SuiteComparison {
  readonly worse: number;
  readonly better: number;
  /** The number of cases that are measured on both sides. */
  readonly cases: number;
  /** McNemar's exact test, two-sided. */
  readonly p: number;
}

/** Compares the verdicts of both sides. Only valid if the base ran for all affected cases. */
export function compareSuite(
  results: readonly CaseResult[],
  { runs }: Pick<TrialSettings, "runs">,
): SuiteComparison {
  const pairs = results
    .filter(({ informational }) => !informational)
    .map(({ verdict, trials }) => ({
      head: verdict,
      base: verdictOf(
        trials.base.map(({ outcome }) => outcome),
        runs,
      ),
    }))
    .filter(({ head, base }) => !isUnmeasured(head) && !isUnmeasured(base));
  const worse = pairs.filter(({ head, base }) => !isPass(head) && isPass(base)).length;
  const better = pairs.filter(({ head, base }) => isPass(head) && !isPass(base)).length;
  return { worse, better, cases: pairs.length, p: mcnemar(worse, better) };
}
