// Why a trial has no outcome, by what the call says and by the reply.
import { expect, test } from "vitest";
import { judgeTrial } from "../../../src/engine/evaluate/judge-trial.ts";
import type { CallProblem } from "../../../src/engine/evaluate/trials/trial-calls.ts";
import type { AssertionSpec } from "../../../src/engine/evaluate/trials/trial.ts";
import { unmeasuredCause } from "../../../src/engine/evaluate/unmeasured-cause.ts";
import { callReply, caseWith, type ReplyFields } from "../../fixtures/trials.ts";

test.each<[CallProblem["code"], string]>([
  ["rejected", "refused"],
  ["unknown-model", "refused"],
  ["rate-limited", "failed"],
  ["provider-failed", "failed"],
  ["provider-refused", "failed"],
  ["timed-out", "failed"],
  ["unreachable", "failed"],
  ["broke-off", "failed"],
  ["unreadable-reply", "failed"],
  ["wrong-key", "other"],
  ["no-quota", "other"],
  ["over-budget", "other"],
  ["not-cached", "other"],
  ["provider-down", "other"],
])("a call with the problem %s: %s", (code, cause) => {
  const trial = judgeTrial(caseWith(), { problem: { code, message: "" } });
  expect(unmeasuredCause(trial)).toBe(cause);
});

const forbids: AssertionSpec = {
  type: "CONTAINS_ANY",
  targetValues: ["no"],
  negate: true,
  weight: 1,
  jsonPath: "$",
  ignoreCase: false,
};
const cost: AssertionSpec = { type: "COST", targetThreshold: 1, weight: 1 };
const question = { type: "JUDGE", prompt: "J", question: "?", negate: false, weight: 1 };

test.each<[name: string, spec: AssertionSpec, reply: ReplyFields, cause: string | undefined]>([
  ["a reply that passes", forbids, { text: "yes" }, undefined],
  ["a reply that is cut off", forbids, { text: "yes", stopReason: "truncated" }, "not whole"],
  ["an empty reply", forbids, { text: "" }, "not whole"],
  [
    "a reply that is cut off and fails",
    forbids,
    { text: "no", stopReason: "truncated" },
    undefined,
  ],
  ["an unknown price", cost, { text: "yes", cost: null }, "other"],
  ["a judge without an answer", question as AssertionSpec, { text: "yes" }, "failed"],
])("%s: %s", (_name, spec, reply, cause) => {
  const each = caseWith({ assertions: [{ address: "assertion/Greet/hello/1", spec }] });
  expect(unmeasuredCause(judgeTrial(each, callReply(reply)))).toBe(cause);
});
