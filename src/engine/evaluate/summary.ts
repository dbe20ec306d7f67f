// Figures of a whole run: the pass rate with its range, and what got worse or better. They are those
// of first trials: further ones are made where the first failed.
import { groupBy } from "../model/collections.ts";
import type { CaseResult } from "./case-result.ts";
import { passCount } from "./compare.ts";
import { mcnemar, type PassCount, tolerance, wilsonRange } from "./rule/statistics.ts";
import type { JudgedTrial } from "./trials/trial.ts";

/**
 * How many judgements of first replies passed: each reply has one for each case that shares it.
 * Informational cases do not count.
 */
export interface PassRate extends PassCount {
  /** The measured replies. */
  readonly replies: number;
  /** The Wilson range at 95 %, from 0 to 1, of as many independent observations as there are. */
  readonly range: readonly [number, number];
}

/** The pass rate of a side of the cases that were run. */
export function passRate(results: readonly CaseResult[], side: "head" | "base"): PassRate {
  const trials = results
    .filter(({ informational }) => !informational)
    .flatMap(({ requests, trials: made, firstTrials }) =>
      made[side]
        .slice(0, firstTrials)
        .map((trial, at) => ({ reply: `${requests[side]} ${at}`, trial })),
    );
  const counts = [...groupBy(trials, ({ reply }) => reply).values()]
    .map((all) => countTrials(all.map(({ trial }) => trial)))
    .filter(({ measured }) => measured > 0);
  const [passed, measured, squares] = [
    sumOf(counts, (each) => each.passed),
    sumOf(counts, (each) => each.measured),
    sumOf(counts, (each) => each.measured ** 2),
  ];
  // Kish's effective size: with equally many judgements of each reply, the number of replies.
  const size = measured === 0 ? 0 : measured ** 2 / squares;
  const range = wilsonRange(passed === measured ? size : (size * passed) / measured, size);
  return { passed, measured, replies: counts.length, range };
}

function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + valueOf(item), 0);
}

function countTrials(trials: readonly JudgedTrial[]): PassCount {
  return passCount(trials.map(({ outcome }) => outcome));
}

/** The mean; null if there are no values, or one is unknown. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** The cases with a truncated reply on the head, and replies of the base of which none is. */
export function newlyTruncated(results: readonly CaseResult[]): CaseResult[] {
  const stopsOf = (trials: readonly JudgedTrial[]) =>
    trials.flatMap(({ call }) => ("run" in call ? [call.run.stopReason] : []));
  return results.filter(({ trials }) => {
    const [head, base] = [stopsOf(trials.head), stopsOf(trials.base)];
    return head.includes("truncated") && base.length > 0 && !base.includes("truncated");
  });
}

/** The units whose first trials passed more or less often than those of the base. */
export interface SuiteComparison {
  readonly worse: number;
  readonly better: number;
  /** The cases that are measured on both sides. */
  readonly cases: number;
  /** McNemar's exact test, two-sided. */
  readonly p: number;
}

/** Compares both sides. Only valid if the base ran for all affected cases. */
export function compareSuite(results: readonly CaseResult[]): SuiteComparison {
  const measured = results
    .filter(({ informational }) => !informational)
    .map(({ unit, trials, firstTrials }) => {
      const [head, base] = [trials.head, trials.base].map((side) =>
        countTrials(side.slice(0, firstTrials)),
      );
      return { unit, head: head!, base: base! };
    })
    .filter(({ head, base }) => head.measured > 0 && base.measured > 0);
  const differences = [...groupBy(measured, ({ unit }) => unit).values()].map((cases) =>
    sumOf(cases, ({ head, base }) => head.passed / head.measured - base.passed / base.measured),
  );
  const worse = differences.filter((difference) => difference < -tolerance).length;
  const better = differences.filter((difference) => difference > tolerance).length;
  return { worse, better, cases: measured.length, p: mcnemar(worse, better) };
}
