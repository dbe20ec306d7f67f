// Why a trial has no outcome, by what the call says and by the reply.
import { expect, test } from "vitest";
import {
  type JudgeAnswers,
  readAnswers,
  withAnswers,
} from "../../../src/engine/evaluate/judge-answers.ts";
import { judgeTrial } from "../../../src/engine/evaluate/judge-trial.ts";
import type { CallProblem } from "../../../src/engine/evaluate/trials/trial-calls.ts";
import type { AssertionSpec } from "../../../src/engine/evaluate/trials/trial.ts";
import { judgeCause, unmeasuredCause } from "../../../src/engine/evaluate/unmeasured-cause.ts";
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

const yes = '{"answers": [{"pass": true}]}';
const forbids: AssertionSpec = {
  type: "CONTAINS_ANY",
  targetValues: ["no"],
  negate: true,
  weight: 1,
  jsonPath: "$",
  ignoreCase: false,
};
const cost: AssertionSpec = { type: "COST", targetThreshold: 1, weight: 1 };

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
  ["an unknown price", cost, { text: "yes", cost: null }, "unfit"],
])("%s: %s", (_name, spec, reply, cause) => {
  const each = caseWith({ assertions: [{ address: "assertion/Greet/hello/1", spec }] });
  expect(unmeasuredCause(judgeTrial(each, callReply(reply)))).toBe(cause);
});

const questions = ["A", "B"].map((prompt, index) => ({
  address: `check/Greet/hello/${index + 1}` as const,
  spec: { type: "JUDGE", prompt, question: "?", negate: false, weight: 1 } as const,
}));

test.each<[name: string, a: CallProblem["code"] | string, b: string, cause: string]>([
  ["a call to a judge that fails", "timed-out", "Fine.", "failed"],
  ["a judge without a key", "wrong-key", "Fine.", "unreadable"],
  ["a judge whose provider refuses the reply", "rejected", "Fine.", "unreadable"],
  ["a judge that cannot be read, and one that answers", "Fine.", yes, "unreadable"],
  ["a judge that cannot be read, and one that is down", "Fine.", "unreachable", "failed"],
])("%s: %s, %s: %s", (_name, a, b, cause) => {
  const each = caseWith({ assertions: questions });
  let trial = judgeTrial(each, callReply({ text: "Hi" }));
  for (const [index, said] of [a, b].entries())
    trial = withAnswers(each, trial, "AB"[index]!, answersBy(said));
  expect(unmeasuredCause(trial)).toBe(cause);
});

/** A word is the code of a call that failed, other texts are the reply of a judge. */
function answersBy(said: string): JudgeAnswers {
  if (!/^[a-z-]+$/.test(said))
    return readAnswers(callReply({ text: said }).run, { questions: 1, about: "Hi" });
  const code = said as CallProblem["code"];
  return { problem: "did not judge.", cause: judgeCause({ code, message: "" }) };
}
