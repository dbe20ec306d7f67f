// Exact statistics of counts: the Wilson range, Fisher's exact test, the sign test and McNemar's exact
// test. Sums are integers (BigInt), so that a p that equals a threshold is not lost to rounding.

/** Tolerance for shares, scores and p-values, which doubles do not hold exactly. */
export const tolerance = 1e-9;

/** The 97.5 % quantile of the normal distribution, for a range of 95 %. */
const z = 1.959963984540054;

/** The Wilson range of a pass rate at 95 %: the lower and the upper end, from 0 to 1. Counts need not be whole. */
export function wilsonRange(passed: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 1];
  const rate = passed / total;
  const scale = 1 + z ** 2 / total;
  const center = (rate + z ** 2 / (2 * total)) / scale;
  const margin = (z * Math.sqrt((rate * (1 - rate)) / total + z ** 2 / (4 * total ** 2))) / scale;
  // At its ends, rounding would leave 5e-17 in place of 0.
  return [passed === 0 ? 0 : center - margin, passed === total ? 1 : center + margin];
}

/** How many of the measured trials of one side passed. */
export interface PassCount {
  readonly passed: number;
  readonly measured: number;
}

/**
 * Fisher's exact test, one-sided: how probable it is that `head` passes so few trials or fewer if
 * both sides pass equally often.
 */
export function fisherWorse(head: PassCount, base: PassCount): number {
  const passed = head.passed + base.passed;
  const least = Math.max(0, passed - base.measured);
  let tail = 0n;
  for (let count = least; count <= head.passed; count++)
    tail += choose(head.measured, count) * choose(base.measured, passed - count);
  return ratio(tail, choose(head.measured + base.measured, passed));
}

/**
 * McNemar's exact test, two-sided: how probable so large a difference between the cases that got
 * worse and those that got better is if each direction is equally probable.
 */
export function mcnemar(worse: number, better: number): number {
  return Math.min(1, 2 * signTest(Math.max(worse, better), Math.min(worse, better)));
}

/**
 * The sign test, one-sided: how probable so many votes for `worse` or more are if each direction is
 * equally probable.
 */
export function signTest(worse: number, better: number): number {
  const total = worse + better;
  let term = 1n;
  let tail = 1n;
  for (let count = 1; count <= better; count++) {
    term = (term * BigInt(total - count + 1)) / BigInt(count);
    tail += term;
  }
  return ratio(tail, 2n ** BigInt(total));
}

/** The number of ways to choose `count` of `total`. */
function choose(total: number, count: number): bigint {
  let ways = 1n;
  for (let index = 1; index <= Math.min(count, total - count); index++)
    ways = (ways * BigInt(total - index + 1)) / BigInt(index);
  return ways;
}

/** Digits after the point of a ratio. */
const ratioScale = 10n ** 18n;

function ratio(part: bigint, whole: bigint): number {
  return Number((part * ratioScale) / whole) / Number(ratioScale);
}
