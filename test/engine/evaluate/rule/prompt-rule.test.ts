// The rule of the gate: which trials are made, and what it decides, for scripted outcomes; and simulated
// pull requests.
import { describe, expect, test } from "vitest";
import {
  type CaseRates,
  changed,
  simulate,
  suites,
  uniform,
} from "../../../../bench/gate-simulation.mjs";
import {
  decidePrompt,
  mostTrials,
  nextTrials,
  type PromptDecision,
} from "../../../../src/engine/evaluate/rule/prompt-rule.ts";
import type { RuleCase, RuleTrial } from "../../../../src/engine/evaluate/rule/rule-state.ts";

const defaults = { runs: 1, compare: false, prompts: 1 };

/** The outcomes of a case, in order; a letter beyond the end repeats the last one. */
interface Script extends Partial<Omit<RuleCase, "head" | "base">> {
  readonly head: string;
  readonly base?: string;
  /** The reply of the first trial is old. */
  readonly areOld?: boolean;
}

const outcomes = { P: "passed", F: "failed", U: "not measured", N: "not run" } as const;

function trial(
  { areOld = false, ...script }: Script,
  side: "head" | "base",
  number: number,
): RuleTrial {
  const letters = script[side] ?? "";
  const letter = (letters[number - 1] ?? letters.at(-1)) as keyof typeof outcomes;
  return { outcome: outcomes[letter], isRecent: !areOld || number > 1, reply: letter };
}

/** Makes all trials. Each round: `head 3 base 3` is the number of trials that all cases have made. */
function run(scripts: readonly Script[], settings = defaults) {
  const cases = scripts.map(({ isCompared = true, mustPass = false, isSteady = false }) => {
    return { head: [] as RuleTrial[], base: [] as RuleTrial[], isCompared, mustPass, isSteady };
  });
  const rounds: string[] = [];
  for (;;) {
    const next = nextTrials(cases, settings);
    if (next.length === 0) break;
    for (const { index, side, trial: number } of next) {
      expect(number).toBe(cases[index]![side].length + 1);
      cases[index]![side].push(trial(scripts[index]!, side, number));
    }
    const count = (side: "head" | "base"): number =>
      cases.reduce((sum, each) => sum + each[side].length, 0);
    rounds.push(`${count("head")}+${count("base")}`);
  }
  const total = cases.reduce((sum, { head, base }) => sum + head.length + base.length, 0);
  expect(total).toBeLessThanOrEqual(mostTrials(cases, settings));
  return { rounds: rounds.join(" "), decision: decidePrompt(cases, settings) };
}

type Row = readonly [name: string, script: Script, rounds: string, PromptDecision["cases"][number]];

describe("one compared case", () => {
  test.each<Row>([
    ["passes", { head: "P" }, "3+0", "clear"],
    ["fails on both sides", { head: "F", base: "F" }, "3+0 3+3", "clear"],
    ["regressed at the first look", { head: "F", base: "P" }, "3+0 3+3 7+7", "regressed"],
    [
      "its first trials do not count",
      { head: "FFFPPPP", base: "P" },
      "3+0 3+3 7+7 11+11 15+15",
      "clear",
    ],
    [
      "regressed at a later look",
      { head: "FFFFFPFF", base: "P" },
      "3+0 3+3 7+7 11+11",
      "regressed",
    ],
    ["is better", { head: "FPP", base: "FFF" }, "3+0 3+3", "clear"],
    ["repeats its reply", { head: "F", base: "P", isSteady: true }, "3+0 3+3 6+6", "flipped"],
    [
      "repeats its reply on both sides",
      { head: "FPPP", base: "P", isSteady: true },
      "3+0 3+3 6+6",
      "clear",
    ],
    [
      "is steady and varies",
      { head: "FFFPF", base: "P", isSteady: true },
      "3+0 3+3 6+6 7+7 11+11",
      "regressed",
    ],
    ["not measured on the head", { head: "U" }, "3+0", "clear"],
    ["not run on the base", { head: "F", base: "N" }, "3+0 3+3", "clear"],
    ["not measured later", { head: "F", base: "PPPPPU" }, "3+0 3+3 7+7", "clear"],
    [
      "the base cannot be measured: it must pass",
      { head: "F", base: "U" },
      "3+0 3+3 4+3 5+3",
      "never passed",
    ],
  ])("%s", (_name, script, rounds, expected) => {
    const found = run([script]);
    expect([found.rounds, found.decision.cases]).toEqual([rounds, [expected]]);
  });
});

describe("a case that must pass", () => {
  test.each<Row>([
    ["passes", { head: "P" }, "1+0", "clear"],
    ["stops at the first pass", { head: "FFP" }, "1+0 2+0 3+0", "clear"],
    ["fails five times", { head: "F" }, "1+0 2+0 3+0 4+0 5+0", "never passed"],
    ["not measured", { head: "FU" }, "1+0 2+0", "clear"],
  ])("%s", (_name, script, rounds, expected) => {
    const found = run([{ ...script, isCompared: false, mustPass: true }]);
    expect([found.rounds, found.decision.cases]).toEqual([rounds, [expected]]);
  });

  test("other cases without a base have their first trials only", () => {
    expect(run([{ head: "F", isCompared: false }]).rounds).toBe("1+0");
  });
});

describe("a prompt with more than 10 cases", () => {
  const passing = (count: number): Script[] =>
    Array.from({ length: count }, () => ({ head: "P", base: "P" }));
  const failing = (count: number, more: Partial<Script> = {}): Script[] =>
    Array.from({ length: count }, () => ({ head: "F", base: "P", ...more }));

  test.each([
    [
      "three fail: the base runs for all, then all have fresh trials",
      [...failing(3), ...passing(10)],
      "13+0 13+13 39+39 65+65 91+91",
      false,
    ],
    ["ten fail: the prompt got worse at once", [...failing(10), ...passing(2)], "12+0 12+12", true],
    [
      "ten fail with old replies: fresh trials",
      failing(11, { areOld: true }),
      "11+0 11+11 33+33",
      true,
    ],
  ] as const)("%s", (_name, scripts, rounds, isWorse) => {
    const found = run(scripts);
    expect([found.rounds, found.decision.suite?.isWorse]).toEqual([rounds, isWorse]);
  });

  test("with --compare, the base runs for all cases at once", () => {
    expect(run(passing(12), { ...defaults, compare: true }).rounds).toBe("12+12");
  });

  test("with --runs 5, all cases have five first trials", () => {
    expect(run(passing(12), { ...defaults, runs: 5 }).rounds).toBe("60+0");
  });

  test("the error is divided by the number of prompts", () => {
    const scripts = [...failing(10), ...passing(2)];
    expect(run(scripts, { ...defaults, prompts: 2 }).rounds).not.toBe("12+0 12+12");
  });
});

describe("in simulated pull requests", () => {
  const rule = { nextTrials, decidePrompt };
  const always = (cases: readonly CaseRates[]) => ({ cases: () => cases });
  test.each([
    ["50 flaky cases, unchanged", suites.flaky, 0, 0.04],
    ["20 cases at 50 %, unchanged", suites.half, 0, 0.05],
    ["new cases at 90 %", uniform(20, 0.9, true), 0, 0.01],
    ["3 of 50 cases from 95 to 20 %", changed(suites.all95, 3, 0.2), 0.9, 1],
    ["all cases from 95 to 20 %", changed(suites.all95, 50, 0.2), 0.99, 1],
    ["1 of 3 cases from 95 to 20 %", changed(uniform(3, 0.95), 1, 0.2), 0.9, 1],
  ])("%s: the share that is blocked", (_name, cases, least, most) => {
    const { blocked } = simulate(rule, always(cases), { pulls: 300, seed: 1 });
    expect(blocked).toBeGreaterThanOrEqual(least);
    expect(blocked).toBeLessThanOrEqual(most);
  });
});
