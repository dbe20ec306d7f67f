// The expected values are those of SciPy 1.17.1: `binomtest(…).proportion_ci(method="wilson")`,
// `fisher_exact(…, alternative="less")` and `binomtest(worse, worse + better)`, for the sign
// test with alternative="greater".
import { expect, test } from "vitest";
import {
  fisherWorse,
  mcnemar,
  signTest,
  wilsonRange,
} from "../../../../src/engine/evaluate/rule/statistics.ts";

test.each([
  [0, 1, 0, 0.7934506856227626],
  [1, 1, 0.20654931437723745, 1],
  [1, 3, 0.06149194472039626, 0.7923403991979523],
  [9, 10, 0.5958499732047615, 0.9821237869049271],
  [10, 10, 0.7224672001371109, 1],
  [45, 50, 0.7863976856252034, 0.9565242350681095],
  [50, 50, 0.9286524008666412, 1],
  [0, 50, 0, 0.07134759913335872],
  [90, 100, 0.8256343384950865, 0.9447708629393249],
  [7123, 10000, 0.7033472350276563, 0.7210897192641544],
])("the Wilson range of %i of %i is %f to %f", (passed, total, low, high) => {
  const range = wilsonRange(passed, total);
  expect(range[0]).toBeCloseTo(low, 12);
  expect(range[1]).toBeCloseTo(high, 12);
});

test("without trials, the range is everything", () => {
  expect(wilsonRange(0, 0)).toEqual([0, 1]);
});

test.each([
  [0, 3, 3, 3, 0.05],
  [0, 3, 2, 3, 0.2],
  [1, 3, 3, 3, 0.2],
  [0, 1, 1, 1, 0.5],
  [1, 5, 5, 5, 0.023809523809523808],
  [0, 3, 10, 10, 0.0034965034965034965],
  [2, 3, 9, 10, 0.42307692307692313],
  [6, 10, 10, 10, 0.04334365325077399],
  [7, 10, 10, 10, 0.10526315789473684],
  [5, 10, 9, 10, 0.07043343653250773],
  [3, 3, 3, 3, 1],
  [3, 3, 0, 3, 1],
  [0, 3, 0, 3, 1],
  [40, 100, 60, 100, 0.003529757747508124],
  [90, 100, 100, 100, 0.0007710260627178504],
  [480, 500, 499, 500, 8.80265771149668e-6],
])("Fisher: %i of %i against %i of %i has p = %f", (passed, total, basePassed, baseTotal, p) => {
  const found = fisherWorse(
    { passed, measured: total },
    { passed: basePassed, measured: baseTotal },
  );
  expect(found).toBeCloseTo(p, 12);
});

test("0 of 3 against 3 of 3 is exactly 0.05", () => {
  expect(fisherWorse({ passed: 0, measured: 3 }, { passed: 3, measured: 3 })).toBe(0.05);
});

test.each([
  [0, 0, 1],
  [1, 0, 1],
  [5, 0, 0.0625],
  [6, 0, 0.03125],
  [0, 6, 0.03125],
  [5, 1, 0.21875],
  [8, 1, 0.0390625],
  [8, 2, 0.109375],
  [2, 8, 0.109375],
  [10, 10, 1],
  [15, 5, 0.04138946533203125],
  [60, 30, 0.0020602656809630745],
  [700, 600, 0.0060157938610449395],
])("McNemar: %i worse and %i better has p = %f", (worse, better, p) => {
  expect(mcnemar(worse, better)).toBeCloseTo(p, 12);
});

test.each([
  [0, 0, 1],
  [0, 5, 1],
  [2, 0, 0.25],
  [3, 0, 0.125],
  [8, 0, 0.00390625],
  [10, 0, 0.0009765625],
  [9, 1, 0.0107421875],
  [14, 3, 0.0063629150390625],
])("the sign test: %i worse and %i better has p = %f", (worse, better, p) => {
  expect(signTest(worse, better)).toBeCloseTo(p, 12);
});
