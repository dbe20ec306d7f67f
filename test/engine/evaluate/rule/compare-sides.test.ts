// Votes over pairs: a case votes at a look if it has all of its pairs.
import { expect, test } from "vitest";
import { compareSides } from "../../../../src/engine/evaluate/rule/compare-sides.ts";
import { scriptedCase } from "./scripted-case.ts";

/** Two first replies, then pairs. */
const suiteOf = (sides: readonly (readonly [head: string, base: string])[]) => {
  const cases = sides.map(([head, base], number) => scriptedCase(number, head, base));
  const units = cases.map((_each, index) => [index]);
  return compareSides(cases, units, { runs: 2, compare: true, prompts: 1 }).suite;
};

test("a case whose second pair is lost votes with its first one only", () => {
  const worse = ["FFFP", "PPPF"] as const;
  const equal = ["FFPP", "PPPP"] as const;
  const none = { worse: 0, better: 0, p: 1, isWorse: false };
  expect(suiteOf([worse, worse, worse, equal, equal, equal])).toEqual({ ...none, units: 6 });
  expect(suiteOf([worse, worse, worse, equal, equal, ["FFPL", "PPPP"]])).toEqual({
    ...none,
    units: 5,
  });
});

test("the first pair decides if all cases get worse in it", () => {
  const worse = ["FFF", "PPP"] as const;
  expect(suiteOf([worse, worse, worse, worse, worse, worse, worse])).toEqual({
    worse: 7,
    better: 0,
    units: 7,
    p: 1 / 128,
    isWorse: true,
  });
});
