// The gate, the scores of prompts and the figures of a run.
import { describe, expect, test } from "vitest";
import type { CaseResult } from "../../../src/engine/evaluate/case-result.ts";
import type { Case } from "../../../src/engine/evaluate/cases/case.ts";
import {
  applyGate,
  type Gate,
  type GateInput,
  promptScores,
  type PromptSuite,
} from "../../../src/engine/evaluate/gate.ts";
import type { UntestedPrompt } from "../../../src/engine/evaluate/cases/cases.ts";
import type { Loosening } from "../../../src/engine/evaluate/loosened.ts";
import type { CaseDecision } from "../../../src/engine/evaluate/rule/prompt-rule.ts";
import { wilsonRange } from "../../../src/engine/evaluate/rule/statistics.ts";
import { compareSuite, passRate } from "../../../src/engine/evaluate/summary.ts";
import { caseWith, resultFrom } from "../../fixtures/trials.ts";

/** The result of a case from its outcomes: `FFF/PPP` is head and base. */
function result(
  text: string,
  changes: Partial<Case> = {},
  decision: CaseDecision = "clear",
): CaseResult {
  const [head = "", base] = text.split("/");
  return resultFrom(
    caseWith({ address: `evaluation/${text}`, ...changes }),
    { head, base },
    decision,
  );
}

const regressed = result("FFF/PPP", {}, "regressed");
const flipped = result("FFF/PPP", {}, "flipped");
const suspect = result("FFF/PPF", {}, "suspect");
const stillFailing = result("FFF/FF");
const newFailing = result("FFFFF", { basis: "new" }, "never passed");
const newPassing = result("FPP", { basis: "new" });
const passed = result("P");
const unsteady = result("FPP");
const unmeasured = result("U");
const notRun = result("N");
const baseNotRun = result("FFF/NN");
const baseUnmeasured = result("P/U");
const undecided = result("FFFF/PPPU");
const informational = result("U", { informational: true });
const neverPassed = result("FFFFF", { basis: "unchanged" }, "never passed");

const run = (
  results: readonly CaseResult[],
  suites: readonly PromptSuite[] = [],
  untested: readonly UntestedPrompt[] = [],
): GateInput => ({ results, suites, untested, loosened: [] });

const worse = { prompt: "prompt/A", worse: 9, better: 0, units: 9, p: 0.002, isWorse: true };

test.each<readonly [Gate, CaseResult[], verdict: string, exitCode: number]>([
  ["regressions", [], "passed", 0],
  ["regressions", [passed, unsteady, newPassing], "passed", 0],
  ["regressions", [passed, regressed], "failed", 5],
  ["regressions", [flipped], "failed", 5],
  ["regressions", [suspect, stillFailing], "passed", 0],
  ["regressions", [newFailing], "failed", 5],
  ["regressions", [passed, unmeasured], "incomplete", 1],
  ["regressions", [notRun], "incomplete", 1],
  ["regressions", [baseNotRun], "incomplete", 1],
  ["regressions", [baseUnmeasured], "incomplete", 1],
  ["regressions", [regressed, baseUnmeasured], "failed", 5],
  ["regressions", [undecided], "incomplete", 1],
  ["regressions", [regressed, unmeasured], "failed", 5],
  ["regressions", [passed, informational], "passed", 0],
  ["all", [passed, unsteady], "passed", 0],
  ["all", [suspect, stillFailing], "passed", 0],
  ["all", [neverPassed], "failed", 5],
  ["all", [unmeasured], "incomplete", 1],
  ["report", [regressed], "failed", 0],
  ["report", [unmeasured], "incomplete", 1],
  ["report", [regressed, unmeasured], "failed", 1],
  ["report", [stillFailing], "passed", 0],
])("--gate %s %o: %s, exit code %i", (gate, results, verdict, exitCode) => {
  expect(applyGate(run(results), { gate })).toMatchObject({ verdict, exitCode });
});

test.each([
  [worse, "failed", [worse]],
  [{ ...worse, isWorse: false }, "passed", []],
])("the votes of a prompt %o: %s", (suite, verdict, worsePrompts) => {
  expect(applyGate(run([passed], [suite]), { gate: "regressions" })).toMatchObject({
    verdict,
    worsePrompts,
  });
});

test("the gate names what blocks and what is open", () => {
  const { blocking, open } = applyGate(run([passed, regressed, suspect, notRun, newFailing]), {
    gate: "regressions",
  });
  expect(blocking).toEqual([regressed, newFailing]);
  expect(open).toEqual([notRun]);
});

const scored = (text: string, weight: number, prompt = "prompt/A") =>
  result(text, { weight, prompt, basis: "unchanged" });

const shared = { unit: "shared", requests: { head: "shared", base: "shared" } };

/** A case of the unit that shares all replies. */
const inUnit = (text: string, weight: number): CaseResult => ({
  ...scored(text, weight),
  ...shared,
});

/** The same, of which only the base has one request. */
const ofBase = (text: string, request: string): CaseResult => ({
  ...scored(text, 1),
  ...shared,
  requests: { head: request, base: "shared" },
});

test.each<readonly [name: string, CaseResult[], score: number | null, best: number | null]>([
  ["weights count", [scored("P", 1), scored("FF", 0.25)], 0.8, 0.8],
  ["the share of first trials counts", [scored("FPPPP", 1), scored("FF", 1)], 1 / 3, 1 / 3],
  [
    "unmeasured cases leave the score open",
    [scored("P", 1), scored("FF", 1), scored("U", 2)],
    0.5,
    0.75,
  ],
  ["weights that sum to 0 give no score", [scored("P", 0), scored("FF", 0)], null, null],
  ["informational cases do not count", [scored("P", 1), informational], 1, 1],
  [
    "cases that share replies count as one, with the largest weight",
    [...[1, 1, 1].map((weight) => inUnit("P", weight)), inUnit("F", 0.5), scored("F", 1)],
    3 / 3.5 / 2,
    3 / 3.5 / 2,
  ],
  [
    "cases that share replies of the base only count each",
    [ofBase("P", "a"), ofBase("P", "b"), ofBase("P", "c"), ofBase("F", "d")],
    0.75,
    0.75,
  ],
  [
    "a weight of 0 changes nothing there",
    [inUnit("P", 1), inUnit("F", 0), scored("F", 1)],
    0.5,
    0.5,
  ],
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
  const found = applyGate(run(results), { gate: "regressions", minScore });
  expect(found.exitCode).toBe(exitCode);
});

test("the score too low is named with its prompt", () => {
  const { lowScores } = applyGate(run([scored("P", 1), scored("FF", 1, "prompt/B")]), {
    gate: "regressions",
    minScore: 0.5,
  });
  expect(lowScores).toEqual([{ prompt: "prompt/B", score: 0, best: 0 }]);
});

test("the pass rate counts first trials, with its range", () => {
  const ten = ["a", "b", "c"].map((head) => ({ ...result("PPPF"), requests: { head } }));
  const { range, ...counts } = passRate([...ten, passed, unmeasured, informational], "head");
  expect(counts).toEqual({ passed: 10, measured: 10, replies: 10 });
  expect(range[0]).toBeCloseTo(0.7224672001371109, 12);
});

test("the range of cases that share replies is one of the replies", () => {
  const all = (text: string, count: number): CaseResult[] =>
    Array.from({ length: count }, () => inUnit(text, 1));
  const { range: one, ...counts } = passRate(all("P", 20), "head");
  expect(counts).toEqual({ passed: 20, measured: 20, replies: 1 });
  expect(one).toEqual(passRate([passed], "head").range);
  const half = passRate([...all("PF", 3), ...all("FF", 9)], "head");
  expect(half).toMatchObject({ passed: 3, measured: 24, replies: 2 });
  expect(half.range).toEqual(wilsonRange(0.25, 2));
  // Twelve cases of one reply and one of another are worth 1.17 replies.
  const uneven = passRate([...all("P", 12), scored("F", 1)], "head");
  expect(uneven.range).toEqual(wilsonRange(((169 / 145) * 12) / 13, 169 / 145));
});

test("the range of a side counts the replies of this side", () => {
  const twelve = Array.from("abcdefghijkl", (request) => ({
    ...ofBase("P/P", request),
    trials: result("P/P").trials,
  }));
  expect(passRate(twelve, "head")).toMatchObject({ passed: 12, measured: 12, replies: 12 });
  expect(passRate(twelve, "base")).toMatchObject({ passed: 12, measured: 12, replies: 1 });
});

test("the suite: cases whose first trials got worse and better, with McNemar's p", () => {
  const six = [..."abcdef"].map((unit) => ({ ...regressed, unit }));
  const same = [result("P/P"), stillFailing, result("PPPF/PPPP")];
  expect(compareSuite([...six, ...same, unmeasured, passed])).toEqual({
    worse: 6,
    better: 0,
    cases: 9,
    p: 0.03125,
  });
  expect(compareSuite([result("P/FF"), result("P/FPP")])).toMatchObject({ worse: 0, better: 2 });
  const shared = [result("FFF/PPP"), result("FFF/PPP"), result("PPP/FPP")].map((each) => {
    return { ...each, unit: "shared" };
  });
  expect(compareSuite(shared)).toEqual({ worse: 1, better: 0, cases: 3, p: 1 });
});

const changedTest = (looser: boolean): Loosening => ({
  address: "evaluation/A/a",
  test: "evaluation/A/a",
  message: "threshold 1 → 0.5",
  looser,
  path: "/threshold",
});
const [looser, unclear] = [changedTest(true), changedTest(false)];
const failOn = "looser";

test.each<readonly [name: string, GateInput, GateSettings, verdict: string, exitCode: number]>([
  ["without the flag", run([passed]), {}, "passed", 0],
  ["a passing case", run([passed]), { failOn }, "failed", 5],
  ["no case at all", run([]), { failOn }, "failed", 5],
  ["an unmeasured case", run([unmeasured]), { failOn, allowUnmeasured: true }, "failed", 5],
  ["cached replies only", run([passed]), { failOn, cachedOnly: true }, "failed", 5],
  ["--gate report", run([passed]), { failOn, gate: "report" }, "failed", 0],
])("an easier test and --fail-on looser: %s", (_name, input, settings, verdict, exitCode) => {
  const changes = { gate: "regressions", ...settings } as const;
  const found = applyGate({ ...input, loosened: [looser, unclear] }, changes);
  expect([found.verdict, found.exitCode]).toEqual([verdict, exitCode]);
  expect(found.looser).toEqual("failOn" in settings ? [looser] : []);
  expect(applyGate({ ...input, loosened: [unclear] }, changes).looser).toEqual([]);
});

type GateSettings = Partial<Parameters<typeof applyGate>[1]>;
const allowed = { allowUnmeasured: true };
const required = { requireEvaluations: true };
const neverTested = { prompt: "prompt/New", hadEvaluations: false, possibleOrigins: [] };
const unguarded = { prompt: "prompt/Old", hadEvaluations: true, possibleOrigins: [] };
const renamed = { ...neverTested, possibleOrigins: ["prompt/Old"] };

test.each<readonly [name: string, GateInput, Partial<GateSettings>, exitCode: number]>([
  ["a low score", run([scored("FF", 1)]), { minScore: 0.9 }, 1],
  ["a case that never passed", run([newFailing]), {}, 1],
  ["the same, which is allowed", run([newFailing]), { allowUnmeasured: true }, 0],
  ["a case that passes", run([passed]), { minScore: 0.9 }, 0],
  ["no evaluations", run([], [], [neverTested]), { requireEvaluations: true }, 5],
])("--cached-only never blocks by replies: %s", (_name, input, settings, exitCode) => {
  const found = applyGate(input, { gate: "regressions", cachedOnly: true, ...settings });
  expect(found.exitCode).toBe(exitCode);
});

describe("a run that measured nothing", () => {
  test.each<readonly [name: string, GateInput, GateSettings, verdict: string, exitCode: number]>([
    ["only cases that cannot fail", run([informational]), {}, "incomplete", 1],
    ["no case, all evaluations removed", run([], [], [unguarded]), {}, "incomplete", 1],
    ["another prompt passed", run([passed], [], [unguarded]), {}, "incomplete", 1],
    ["perhaps renamed, without its evaluations", run([passed], [], [renamed]), {}, "incomplete", 1],
    ["a regression too", run([regressed], [], [unguarded]), {}, "failed", 5],
    ["--allow-unmeasured", run([unmeasured], [], [unguarded]), allowed, "incomplete", 0],
    ["--allow-unmeasured blocks", run([regressed, unmeasured]), allowed, "failed", 5],
    ["never had evaluations", run([passed], [], [neverTested]), {}, "passed", 0],
    ["--require-evaluations", run([passed], [], [neverTested]), required, "failed", 5],
    ["--require-evaluations, none untested", run([passed]), required, "passed", 0],
    ["no case and no prompt", run([]), {}, "passed", 0],
  ])("%s", (_, input, settings, verdict, exitCode) => {
    const found = applyGate(input, { gate: "regressions", ...settings });
    expect([found.verdict, found.exitCode]).toEqual([verdict, exitCode]);
  });
});
