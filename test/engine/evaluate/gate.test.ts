// The gate, the scores of prompts and the figures of a run.
import { expect, test } from "vitest";
import { type CaseResult, resultOf } from "../../../src/engine/evaluate/case-result.ts";
import type { Case } from "../../../src/engine/evaluate/case.ts";
import { applyGate, type Gate, promptScores } from "../../../src/engine/evaluate/gate.ts";
import { compareSuite, passRate } from "../../../src/engine/evaluate/summary.ts";
import { caseWith, judged } from "../../fixtures/trials.ts";

const settings = { runs: 1, alpha: 0.05, compare: false };

/** The result of a case from its outcomes: `FFF/PPP` is head and base. */
function result(text: string, changes: Partial<Case> = {}): CaseResult {
  const [head = "", base = ""] = text.split("/");
  const trials = { head: [...head].map(judged), base: [...base].map(judged) };
  return resultOf(caseWith({ address: `evaluation/${text}`, ...changes }), trials, settings);
}

const regressed = result("FFF/PPP");
const suspect = result("FFF/PPF");
const stillFailing = result("FFF/FF");
const newFailing = result("FF", { basis: "new" });
const newPassing = result("FPP", { basis: "new" });
const passed = result("P");
const unsteady = result("FPP");
const unmeasured = result("U");
const notRun = result("N");
const baseNotRun = result("FFF/NN");
const informational = result("U", { informational: true });
const unchanged = result("FF", { basis: "unchanged" });

test.each<readonly [Gate, CaseResult[], verdict: string, exitCode: number]>([
  ["regressions", [], "passed", 0],
  ["regressions", [passed, unsteady, newPassing], "passed", 0],
  ["regressions", [passed, regressed], "failed", 5],
  ["regressions", [suspect, stillFailing, unchanged], "passed", 0],
  ["regressions", [newFailing], "failed", 5],
  ["regressions", [passed, unmeasured], "incomplete", 1],
  ["regressions", [notRun], "incomplete", 1],
  ["regressions", [baseNotRun], "incomplete", 1],
  ["regressions", [regressed, unmeasured], "failed", 5],
  ["regressions", [passed, informational], "passed", 0],
  ["all", [passed, unsteady], "passed", 0],
  ["all", [suspect], "failed", 5],
  ["all", [stillFailing], "failed", 5],
  ["all", [unchanged], "failed", 5],
  ["all", [unmeasured], "incomplete", 1],
  ["report", [regressed], "failed", 0],
  ["report", [unmeasured], "incomplete", 1],
  ["report", [regressed, unmeasured], "failed", 1],
  ["report", [stillFailing], "passed", 0],
])("--gate %s %o: %s, exit code %i", (gate, results, verdict, exitCode) => {
  expect(applyGate(results, { gate, hasBase: true })).toMatchObject({ verdict, exitCode });
});

test.each<readonly [Gate, number]>([
  ["regressions", 5],
  ["all", 5],
  ["report", 0],
])("without a base, a failing case blocks with --gate %s: exit code %i", (gate, exitCode) => {
  const failing = result("FF", { basis: "no-base" });
  const found = applyGate([failing], { gate, hasBase: false });
  expect(found).toMatchObject({ verdict: "failed", exitCode, blocking: [failing] });
});

test("the gate names what blocks and what is open", () => {
  const { blocking, open } = applyGate([passed, regressed, suspect, notRun, newFailing], {
    gate: "regressions",
    hasBase: true,
  });
  expect(blocking).toEqual([regressed, newFailing]);
  expect(open).toEqual([notRun]);
});

const scored = (text: string, weight: number, prompt = "prompt/A") =>
  result(text, { weight, prompt, basis: "unchanged" });

test.each<readonly [name: string, CaseResult[], score: number | null, best: number | null]>([
  ["weights count", [scored("P", 1), scored("FF", 0.25)], 0.8, 0.8],
  ["unsteady cases pass", [scored("FPP", 1), scored("FF", 1)], 0.5, 0.5],
  [
    "unmeasured cases leave the score open",
    [scored("P", 1), scored("FF", 1), scored("U", 2)],
    0.5,
    0.75,
  ],
  ["weights that sum to 0 give no score", [scored("P", 0), scored("FF", 0)], null, null],
  ["informational cases do not count", [scored("P", 1), informational], 1, 1],
])("the score of a prompt: %s", (_name, results, score, best) => {
  expect(promptScores(results)[0]).toEqual({ prompt: "prompt/A", score, best });
});

test.each<readonly [minScore: number, CaseResult[], exitCode: number]>([
  [0.8, [scored("P", 1), scored("FF", 0.25)], 0],
  [0.9, [scored("P", 1), scored("FF", 0.25)], 5],
  [0.7, [scored("P", 1), scored("P", 1), scored("P", 1), scored("U", 1)], 1],
  [0.9, [scored("P", 1), scored("FF", 1), scored("U", 1)], 5],
  [0.9, [scored("P", 0)], 0],
  [0.9, [scored("P", 1), scored("FF", 1, "prompt/B")], 5],
])("--min-score %f: %o has the exit code", (minScore, results, exitCode) => {
  const found = applyGate(results, { gate: "regressions", hasBase: true, minScore });
  expect(found.exitCode).toBe(exitCode);
});

test("the score too low is named with its prompt", () => {
  const { lowScores } = applyGate([scored("P", 1), scored("FF", 1, "prompt/B")], {
    gate: "regressions",
    hasBase: true,
    minScore: 0.5,
  });
  expect(lowScores).toEqual([{ prompt: "prompt/B", score: 0, best: 0 }]);
});

test("the pass rate counts measured cases, with its range", () => {
  const ten = Array.from({ length: 10 }, () => passed);
  const { range, ...counts } = passRate([...ten, unmeasured, informational]);
  expect(counts).toEqual({ passed: 10, measured: 10 });
  expect(range[0]).toBeCloseTo(0.7224672001371109, 12);
});

test("the suite: cases that got worse and better, with McNemar's p", () => {
  const worse = Array.from({ length: 6 }, () => regressed);
  const same = [result("P/P"), stillFailing];
  expect(compareSuite([...worse, ...same, unmeasured, passed], settings)).toEqual({
    worse: 6,
    better: 0,
    cases: 8,
    p: 0.03125,
  });
  expect(compareSuite([result("P/FF"), result("P/FPP")], settings)).toMatchObject({
    worse: 0,
    better: 1,
  });
});
