// A case without a base: how often it must fail, and which of its replies count.
import { expect, test } from "vitest";
import { newCaseState, trialsToPass } from "../../../../src/engine/evaluate/rule/new-case-rule.ts";
import type { RuleTrial } from "../../../../src/engine/evaluate/rule/rule-state.ts";

const made = { isRepeat: false, isCached: false };
const failed: RuleTrial = { ...made, outcome: "failed" };
const passed: RuleTrial = { ...made, outcome: "passed" };
const lost: RuleTrial = { ...made, outcome: "not measured", cause: "failed" };

test.each<[name: string, head: readonly RuleTrial[], state: string]>([
  ["without a reply, it needs one", [], "another reply"],
  ["fewer failures than needed", [failed, failed], "another reply"],
  ["as many as needed", [failed, failed, failed], "never passed"],
  ["a pass clears it", [failed, failed, passed], "clear"],
  [
    "a reply of an earlier run is no failure of this one",
    [failed, failed, { ...failed, isCached: true }],
    "another reply",
  ],
  ["a reply that is lost is asked for once more", [failed, lost, failed], "another reply"],
  ["one that is lost twice clears it", [failed, { ...lost, isRepeat: true }, failed], "clear"],
  [
    "passed by its own version clears it",
    Array.from({ length: 3 }, () => ({ ...failed, ownOutcome: "passed" as const })),
    "clear",
  ],
  [
    "failed by its own version, passed by the base's",
    Array.from({ length: 3 }, () => ({ ...passed, ownOutcome: "failed" as const })),
    "never passed",
  ],
])("of three failures: %s", (_name, head, state) => {
  expect(newCaseState(head, 3)).toBe(state);
});

test.each([
  [0, 1, 5],
  [1, 1, 5],
  [2, 1, 6],
  [10, 1, 7],
  [10, 5, 9],
  [50, 1, 9],
])("of %i cases in %i prompts, each needs %i failures", (cases, prompts, expected) => {
  expect(trialsToPass(cases, prompts)).toBe(expected);
});
