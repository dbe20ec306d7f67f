// Figures of a whole run: the pass rate with its range, and what got worse or better. They are those
// of first trials: further ones are made where the first failed.
import type { CaseResult } from "./case-result.ts";
import { passCount } from "./compare.ts";
import { mcnemar, type PassCount, wilsonRange } from "./rule/statistics.ts";
import type { JudgedTrial } from "./trials/trial.ts";

/** How many first replies of the head passed. Informational cases do not count. */
export interface PassRate extends PassCount {
  /** The Wilson range at 95 %, from 0 to 1. */
  readonly range: readonly [number, number];
}

/** The pass rate of a side of the cases that were run. */
export function passRate(results: readonly CaseResult[], side: "head" | "base"): PassRate {
  const counting = results.filter(({ informational }) => !informational);
  const { passed, measured } = countFirst(
    counting.flatMap(({ trials, firstTrials }) => trials[side].slice(0, firstTrials)),
  );
  return { passed, measured, range: wilsonRange(passed, measured) };
}

function countFirst(trials: readonly JudgedTrial[]): PassCount {
  return passCount(trials.map(({ outcome }) => outcome));
}

/** The mean; null if there are no values, or one is unknown. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The cases whose first trials passed more or less often than those of the base. */
export interface SuiteComparison {
  readonly worse: number;
  readonly better: number;
  /** The number of cases that are measured on both sides. */
  readonly cases: number;
  /** McNemar's exact test, two-sided. */
  readonly p: number;
}

/** Compares both sides. Only valid if the base ran for all affected cases. */
export function compareSuite(results: readonly CaseResult[]): SuiteComparison {
  const shares = results
    .filter(({ informational }) => !informational)
    .map(({ trials, firstTrials }) =>
      [trials.head, trials.base].map((side) => countFirst(side.slice(0, firstTrials))),
    )
    .filter((sides) => sides.every(({ measured }) => measured > 0))
    .map(([head, base]) => head!.passed / head!.measured - base!.passed / base!.measured);
  const worse = shares.filter((difference) => difference < 0).length;
  const better = shares.filter((difference) => difference > 0).length;
  return { worse, better, cases: shares.length, p: mcnemar(worse, better) };
}
