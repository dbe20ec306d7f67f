// Which trials are made, and what their outcomes mean: whole runs of one case with scripted outcomes.
import { describe, expect, test } from "vitest";
import { resultOf } from "../../../src/engine/evaluate/case-result.ts";
import type { Case } from "../../../src/engine/evaluate/case.ts";
import { nextTrials } from "../../../src/engine/evaluate/next-trials.ts";
import type { JudgedTrial } from "../../../src/engine/evaluate/trial.ts";
import { caseWith, judged } from "../../fixtures/trials.ts";

const defaults = { runs: 1, alpha: 0.05, compare: false };
const compare = { ...defaults, compare: true };
const tenRuns = { ...defaults, runs: 10 };

/** A case whose trials have these outcomes, in order. */
interface Script {
  readonly head: string;
  readonly base?: string;
}

/** Makes all trials. The rounds: `head 1 | head 2 3 | base 1 2`. */
function run(each: Case, script: Script, settings = defaults) {
  const trials = { head: [] as JudgedTrial[], base: [] as JudgedTrial[] };
  const rounds: string[] = [];
  for (;;) {
    const next = nextTrials(each, trials, settings);
    if (next.length === 0) break;
    for (const { side, trial } of next) {
      expect(trial).toBe(trials[side].length + 1);
      trials[side].push(judged(script[side]?.[trial - 1]));
    }
    const sides = (["head", "base"] as const).map((side) => {
      const numbers = next.filter((one) => one.side === side).map(({ trial }) => trial);
      return numbers.length > 0 ? `${side} ${numbers.join(" ")}` : "";
    });
    rounds.push(sides.filter((side) => side !== "").join(" + "));
  }
  const { verdict, comparison, reason, isOpen } = resultOf(each, trials, settings);
  return {
    rounds: rounds.join(" | "),
    result: [verdict, comparison ?? "not compared", ...(isOpen ? ["open"] : [])].join(", "),
    reason,
  };
}

type Row = readonly [script: Script, rounds: string, result: string];

describe("one run against a base", () => {
  const confirm = "head 1 | head 2 3";
  test.each<Row>([
    [{ head: "P" }, "head 1", "passed, not compared"],
    [{ head: "FPP" }, confirm, "unsteady, not compared"],
    [{ head: "FFF", base: "PPP" }, `${confirm} | base 1 2 | base 3`, "failed, regressed"],
    [{ head: "FFF", base: "PPF" }, `${confirm} | base 1 2 | base 3`, "failed, suspect"],
    [{ head: "FFF", base: "PFP" }, `${confirm} | base 1 2 | base 3`, "failed, suspect"],
    [{ head: "FFF", base: "PFF" }, `${confirm} | base 1 2 | base 3`, "failed, still failing"],
    [{ head: "FFF", base: "FF" }, `${confirm} | base 1 2`, "failed, still failing"],
    [{ head: "FPF", base: "PPP" }, `${confirm} | base 1 | base 2 | base 3`, "failed, suspect"],
    [{ head: "FFP", base: "F" }, `${confirm} | base 1`, "failed, still failing"],
    [
      { head: "FFP", base: "PPF" },
      `${confirm} | base 1 | base 2 | base 3`,
      "failed, still failing",
    ],
  ])("%o", (script, rounds, result) => {
    expect(run(caseWith(), script)).toMatchObject({ rounds, result });
  });
});

describe("one run without a base to compare with", () => {
  test.each<readonly ["no-base" | "new", ...Row]>([
    ["no-base", { head: "P" }, "head 1", "passed, not compared"],
    ["no-base", { head: "FF" }, "head 1 | head 2", "failed, not compared"],
    ["no-base", { head: "FPP" }, "head 1 | head 2 | head 3", "unsteady, not compared"],
    ["no-base", { head: "FPF" }, "head 1 | head 2 | head 3", "failed, not compared"],
    ["new", { head: "P" }, "head 1", "passed, new"],
    ["new", { head: "FF" }, "head 1 | head 2", "failed, new"],
    ["new", { head: "FPP" }, "head 1 | head 2 | head 3", "unsteady, new"],
  ])("%s %o", (basis, script, rounds, result) => {
    expect(run(caseWith({ basis }), script)).toMatchObject({ rounds, result });
  });
});

describe("an unchanged case with --all", () => {
  test.each<Row>([
    [{ head: "P" }, "head 1", "passed, unchanged"],
    [{ head: "FF" }, "head 1 | head 2", "failed, still failing"],
    [{ head: "U" }, "head 1", "not measured, not compared, open"],
  ])("%o", (script, rounds, result) => {
    expect(run(caseWith({ basis: "unchanged" }), script)).toMatchObject({ rounds, result });
  });
});

describe("--compare", () => {
  test.each<Row>([
    [{ head: "P", base: "P" }, "head 1 + base 1", "passed, unchanged"],
    [{ head: "P", base: "FPP" }, "head 1 + base 1 | base 2 | base 3", "passed, unchanged"],
    [{ head: "P", base: "FF" }, "head 1 + base 1 | base 2", "passed, fixed"],
    [{ head: "P", base: "FPF" }, "head 1 + base 1 | base 2 | base 3", "passed, fixed"],
    [{ head: "FPP", base: "P" }, "head 1 + base 1 | head 2 3", "unsteady, unchanged"],
    [{ head: "FFF", base: "PPP" }, "head 1 + base 1 | head 2 3 | base 2 3", "failed, regressed"],
    [{ head: "FFF", base: "FF" }, "head 1 + base 1 | head 2 3 | base 2", "failed, still failing"],
  ])("%o", (script, rounds, result) => {
    expect(run(caseWith(), script, compare)).toMatchObject({ rounds, result });
  });
});

describe("3 runs", () => {
  const head = "head 1 2 3";
  const both = `${head} | base 1 2 3`;
  test.each<Row>([
    [{ head: "PPP" }, head, "passed, not compared"],
    [{ head: "PPF" }, head, "unsteady, not compared"],
    [{ head: "FFF", base: "PPP" }, both, "failed, regressed"],
    [{ head: "PFF", base: "PPP" }, both, "failed, suspect"],
    [{ head: "FFF", base: "PPF" }, both, "failed, suspect"],
    [{ head: "FFF", base: "FFF" }, both, "failed, still failing"],
  ])("%o", (script, rounds, result) => {
    expect(run(caseWith(), script, { ...defaults, runs: 3 })).toMatchObject({ rounds, result });
  });

  test("alpha 0.01 confirms nothing with 3 runs", () => {
    const script = { head: "FFF", base: "PPP" };
    expect(run(caseWith(), script, { ...defaults, runs: 3, alpha: 0.01 }).result).toBe(
      "failed, suspect",
    );
  });
});

describe("10 runs", () => {
  const all = "1 2 3 4 5 6 7 8 9 10";
  test.each<Row>([
    [{ head: "PPPPPPPPPP" }, `head ${all}`, "passed, not compared"],
    [{ head: "PPPPPPPFFF" }, `head ${all}`, "unsteady, not compared"],
    [{ head: "PPPPPPFFFF", base: "PPPPPPPPPP" }, `head ${all} | base ${all}`, "failed, regressed"],
    [
      { head: "PPPPPPFFFF", base: "PPPPPPPPPF" },
      `head ${all} | base ${all}`,
      "failed, still failing",
    ],
  ])("%o", (script, rounds, result) => {
    expect(run(caseWith(), script, tenRuns)).toMatchObject({ rounds, result });
  });

  test("a case that passes can be worse than on the base", () => {
    const runs = 100;
    const script = { head: "P".repeat(90) + "F".repeat(10), base: "P".repeat(100) };
    expect(run(caseWith(), script, { ...defaults, runs }).result).toBe("unsteady, regressed");
  });

  test("a head that fails and is little worse than a base that passes has both rates", () => {
    const script = { head: "PPPPPPFFFF", base: "PPPPPPPFFF" };
    expect(run(caseWith(), script, tenRuns)).toMatchObject({
      result: "failed, still failing",
      reason: "The base passed 7 of 10 trials, the head 6 of 10: not confirmed as a regression.",
    });
    const failing = { head: "PPPPPPFFFF", base: "PPPPPPFFFF" };
    expect(run(caseWith(), failing, tenRuns).reason).toBeUndefined();
  });

  test("with --compare, fixed is confirmed as strictly as regressed", () => {
    const settings = { ...tenRuns, compare: true };
    const fixed = { head: "PPPPPPPPPP", base: "PPPPPPFFFF" };
    const similar = { head: "PPPPPPPFFF", base: "PPPPPPFFFF" };
    expect(run(caseWith(), fixed, settings).result).toBe("passed, fixed");
    expect(run(caseWith(), similar, settings).result).toBe("unsteady, unchanged");
  });
});

describe("trials without a measurement", () => {
  const confirm = "head 1 | head 2 3";
  test.each<Row>([
    [{ head: "U" }, "head 1", "not measured, not compared, open"],
    [{ head: "N" }, "head 1", "not run, not compared, open"],
    [{ head: "FUP" }, confirm, "not measured, not compared, open"],
    [{ head: "FPU" }, confirm, "not measured, not compared, open"],
    [{ head: "FNN" }, confirm, "not run, not compared, open"],
    [{ head: "FNP" }, confirm, "not run, not compared, open"],
    [{ head: "FFN", base: "FF" }, `${confirm} | base 1 2`, "failed, still failing"],
    [{ head: "FFN", base: "PPP" }, `${confirm} | base 1 2`, "failed, suspect, open"],
    [{ head: "FUF", base: "PPP" }, `${confirm} | base 1 2`, "failed, suspect, open"],
    [{ head: "FFF", base: "NN" }, `${confirm} | base 1 2`, "failed, not compared, open"],
    [{ head: "FFF", base: "PN" }, `${confirm} | base 1 2`, "failed, suspect, open"],
    [{ head: "FFF", base: "PUP" }, `${confirm} | base 1 2 | base 3`, "failed, suspect, open"],
    [{ head: "FFF", base: "PUF" }, `${confirm} | base 1 2 | base 3`, "failed, still failing"],
    [{ head: "FFF", base: "UU" }, `${confirm} | base 1 2`, "failed, new"],
  ])("%o", (script, rounds, result) => {
    expect(run(caseWith(), script)).toMatchObject({ rounds, result });
  });
});
