// The thresholds of suspects. The expected errors are of a program in Python that follows all trials
// with `scipy.stats.fisher_exact` and `binom` (SciPy 1.17.1), for pass rates in steps of 0.001.
import { expect, test } from "vitest";
import { suspectPlan } from "../../../../src/engine/evaluate/rule/suspect-rule.ts";
import { suspectLooks } from "../../../../src/generated/suspect-looks.ts";

test.each([
  ["many", [4, 6, 9, 12], 0.0147058824, 0.011555910110473635],
  ["many", [4, 6, 9, 12], 0.0076100371, 0.007543385028839112],
  ["many", [4, 6, 9, 12], 0.0016865488, 0.0013299584388732912],
  ["few", [4, 8, 12, 16], 0.0142857143, 0.012527580647953491],
  ["few", [4, 8, 12, 16], 0.0035, 0.0024900077842175965],
  ["few", [4, 8, 12, 16], 0.0007, 0.0006094891577959062],
] as const)("%s cases, looks %o: the threshold %f has the error %f", (size, looks, p, error) => {
  expect(suspectLooks[size].looks).toEqual(looks);
  const [, found] = suspectLooks[size].rows.find(([threshold]) => threshold <= p + 1e-9)!;
  expect(Math.abs(found - error) / error).toBeLessThan(0.002);
});

test.each([
  [1, 0.019562850663940985],
  [2, 0.01359536949791358],
  [3, 0.006864988558352402],
  [10, 0.0022883295194508],
  [1_000_000, 0],
])("the error is divided among %i suspects: threshold %f", (shares, threshold) => {
  const row = suspectLooks.many.rows.find(([each]) => each === threshold);
  expect(row?.[1] ?? 0).toBeLessThanOrEqual(0.018 / shares);
  expect(suspectPlan(false, shares).threshold).toBe(threshold);
});
