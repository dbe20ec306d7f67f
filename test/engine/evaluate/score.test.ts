// The score and the outcome of a trial, from the verdicts of its assertions.
import { expect, test } from "vitest";
import { judgeTrial, needsLatency } from "../../../src/engine/evaluate/judge-trial.ts";
import { scoreTrial } from "../../../src/engine/evaluate/score.ts";
import type { AssertionSpec, Verdict } from "../../../src/engine/evaluate/trials/trial.ts";
import { callReply, caseWith, judged } from "../../fixtures/trials.ts";

const verdicts = { p: "pass", f: "fail", u: "not measured" } as const;

/** `p1 f0.5 u0.25`: the verdicts with the weights of their assertions. */
function scored(text: string, threshold: number) {
  const given = text.split(" ").filter((each) => each !== "");
  const all = given.map((each) => ({
    address: "assertion/a/b/1",
    assertion: { type: "COST", targetThreshold: 1, weight: Number(each.slice(1)) } as const,
    verdict: verdicts[each[0] as "p" | "f" | "u"] as Verdict,
    compared: { form: "calls", actual: [] } as const,
  }));
  return scoreTrial(all, threshold);
}

test.each([
  ["all pass", "p1 p1", 1, "passed", 1],
  ["one of two fails", "p1 f1", 1, "failed", 0.5],
  ["the score reaches the threshold", "p1 f1", 0.5, "passed", 0.5],
  ["the score is below the threshold", "p1 f1 f1", 0.5, "failed", 1 / 3],
  ["weights count", "p1 f0.25", 0.8, "passed", 0.8],
  ["weights whose sum is not exact reach the threshold", "p0.1 p0.2 f0.7", 0.3, "passed", 0.3],
  ["a weight of 0 does not count", "p1 f0", 1, "passed", 1],
  ["the threshold 0 is always reached", "f1", 0, "passed", 0],
  ["weights that sum to 0 give no score", "f0 f0", 1, "passed", null],
  ["without assertions there is no score", "", 1, "passed", null],
  ["an unmeasured assertion that decides", "p1 u1", 1, "not measured", null],
  ["an unmeasured assertion cannot save a failed trial", "f1 u1", 1, "failed", null],
  ["an unmeasured assertion cannot spoil a passed trial", "p1 p1 u1", 0.6, "passed", null],
  ["an unmeasured assertion of weight 0 does not count", "p1 u0", 1, "passed", 1],
  ["only unmeasured assertions", "u1", 1, "not measured", null],
  ["unmeasured assertions reach the threshold together", "p1 f1 u1 u1", 0.75, "not measured", null],
  ["unmeasured assertions do not reach it together", "p1 f1 u1", 0.75, "failed", null],
] as const)("%s", (_name, text, threshold, outcome, score) => {
  const result = scored(text, threshold);
  expect(result.outcome).toBe(outcome);
  if (score === null) expect(result.score).toBeNull();
  else expect(result.score).toBeCloseTo(score, 12);
});

test.each([
  ["P", "passed", 1],
  ["F", "failed", 0],
  ["U", "not measured", null],
  ["N", "not run", null],
])("the outcome of a call %s is %s", (letter, outcome, score) => {
  expect(judged(letter)).toMatchObject({ outcome, score });
});

test("a failed call does not become a pass with negate", () => {
  const [{ address, spec }] = caseWith().assertions as [{ address: string; spec: AssertionSpec }];
  const checks = {
    threshold: 1,
    assertions: [{ address, spec: { ...spec, negate: true } as AssertionSpec }],
  };
  const call = { problem: { code: "timed-out", message: "No reply within 60 s." } } as const;
  expect(judgeTrial(checks, call)).toEqual({
    call,
    outcome: "not measured",
    score: null,
    verdicts: [],
  });
  expect(judgeTrial(checks, callReply({ text: "no" }))).toMatchObject({ outcome: "passed" });
});

test.each([
  [1, true],
  [0, false],
])("a case with LATENCY of weight %f needs the latency: %s", (weight, expected) => {
  const spec = { type: "LATENCY", targetThreshold: 1, weight } as const;
  const assertions = [{ address: "assertion/a/b/1", spec }];
  expect(needsLatency({ threshold: 1, assertions })).toBe(expected);
});
