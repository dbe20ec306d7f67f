// Why a trial has no outcome: whether asking once more can help, and whether the request itself is wrong.
import { isWhole } from "./assertions/judge-assertion.ts";
import { isUnmeasured } from "./compare.ts";
import type { UnmeasuredCause } from "./rule/rule-state.ts";
import type { CallProblem } from "./trials/trial-calls.ts";
import type { JudgedTrial } from "./trials/trial.ts";

/** By the code of a call that has no reply. */
const causes: { readonly [code in CallProblem["code"]]: UnmeasuredCause } = {
  rejected: "refused",
  "unknown-model": "refused",
  "rate-limited": "failed",
  "provider-failed": "failed",
  "provider-refused": "failed",
  "timed-out": "failed",
  unreachable: "failed",
  "broke-off": "failed",
  "unreadable-reply": "failed",
  "scripted-error": "failed",
  "no-scripted-reply": "other",
  "no-quota": "other",
  "wrong-key": "other",
  "wrong-settings": "other",
  "over-budget": "other",
  "not-cached": "other",
  "provider-down": "other",
  interrupted: "other",
};

/** The cause of a trial without an outcome; undefined if it has one. */
export function unmeasuredCause({
  call,
  outcome,
  verdicts,
}: JudgedTrial): UnmeasuredCause | undefined {
  if (!isUnmeasured(outcome)) return undefined;
  if ("problem" in call) return causes[call.problem.code];
  if (!isWhole(call.run)) return "not whole";
  const isJudgeMissing = verdicts.some(
    ({ verdict, assertion }) => verdict === "not measured" && "question" in assertion,
  );
  return isJudgeMissing && outcome === "not measured" ? "failed" : "other";
}
