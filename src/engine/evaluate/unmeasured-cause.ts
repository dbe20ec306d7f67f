// Why a trial has no outcome: whether asking once more can help, and whether the request itself is wrong.
import { isWhole } from "./assertions/judge-assertion.ts";
import { isUnmeasured } from "./compare.ts";
import type { CallProblem } from "./trials/trial-calls.ts";
import type { JudgedTrial, UnmeasuredCause } from "./trials/trial.ts";

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
  "command-failed": "failed",
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

/** The cause of a judge that gave no answer, because of its call. Only a failed one is worth another reply. */
export function judgeCause({ code }: CallProblem): UnmeasuredCause {
  return causes[code] === "failed" ? "failed" : "unreadable";
}

/** The cause of a trial without an outcome; undefined if it has one. */
export function unmeasuredCause({
  call,
  outcome,
  verdicts,
}: JudgedTrial): UnmeasuredCause | undefined {
  if (!isUnmeasured(outcome)) return undefined;
  if ("problem" in call) return causes[call.problem.code];
  if (!isWhole(call.run)) return "not whole";
  if (outcome === "not run") return "other";
  const unanswered = new Set(verdicts.map((each) => each.unanswered));
  return answerCauses.find((cause) => unanswered.has(cause)) ?? "unfit";
}

/** If several judges or commands gave no answer, the first of these decides. */
const answerCauses = ["failed", "unreadable"] as const;
