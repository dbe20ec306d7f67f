// First replies: how many each case has, and which cases are measured by them.
import { expect, test } from "vitest";
import { firstStage } from "../../../../src/engine/evaluate/rule/first-replies.ts";
import type { RuleCase } from "../../../../src/engine/evaluate/rule/rule-state.ts";
import { unitsOf } from "../../../../src/engine/evaluate/rule/units.ts";
import { scriptedCase } from "./scripted-case.ts";

const stageOf = (cases: readonly RuleCase[], runs: number, compare: boolean) =>
  firstStage(cases, unitsOf(cases), { runs, compare, prompts: 1 });

test("a case that is not compared shares the replies of its unit, and its failure takes none from others", () => {
  const compared = Array.from({ length: 12 }, (_item, number) => scriptedCase(number, "P"));
  const { counts } = stageOf(
    [...compared, { ...scriptedCase(0, "F"), isCompared: false }],
    1,
    false,
  );
  expect(counts).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 4]);
});

test("the base answers only for cases with all outcomes on the head", () => {
  const cases = [
    scriptedCase(0, "PL"),
    scriptedCase(1, "PP"),
    scriptedCase(2, "LL"),
    scriptedCase(3, "FP"),
  ];
  const { wants } = stageOf(cases, 2, true);
  expect(wants.map(({ index, side, trial }) => `${index} ${side} ${trial}`)).toEqual([
    "1 base 1",
    "1 base 2",
    "3 base 1",
    "3 base 2",
  ]);
});

test("without --compare, it answers for the cases that failed, until three did", () => {
  const asked = (...heads: string[]): number[] =>
    stageOf(
      heads.map((head, number) => scriptedCase(number, head)),
      2,
      false,
    ).wants.map(({ index }) => index);
  expect(asked("FF", "PP", "FP")).toEqual([0, 0, 2, 2]);
  expect(asked("FF", "PP", "FP", "PF")).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

test("measured are the cases with all outcomes on both sides", () => {
  const cases = [
    scriptedCase(0, "PP", "PL"),
    scriptedCase(1, "PP", "FP"),
    scriptedCase(2, "FF", "LL"),
  ];
  const { wants, measured } = stageOf(cases, 2, true);
  expect([wants, measured.map((unit) => unit.map(({ index }) => index))]).toEqual([[], [[1]]]);
});
