// The outcome of one trial of a case.
import { type CallOutcome, isNotRun } from "./trials/trial-calls.ts";
import { assertionTypes } from "./assertions/assertion-types.ts";
import type { CaseChecks } from "./cases/case.ts";
import type { CheckLibraries } from "./assertions/check-libraries.ts";
import { judgeAssertion } from "./assertions/judge-assertion.ts";
import { scoreTrial } from "./score.ts";
import type { JudgedTrial } from "./trials/trial.ts";

/** What the assertions of a case say about a reply. Without a reply, nothing passes or fails. */
export function judgeTrial(
  { assertions, threshold }: CaseChecks,
  call: CallOutcome,
  libraries?: CheckLibraries,
): JudgedTrial {
  if ("problem" in call) {
    const outcome = isNotRun(call.problem) ? "not run" : "not measured";
    return { call, outcome, score: null, verdicts: [] };
  }
  const verdicts = assertions.map((each) => judgeAssertion(each, call, libraries));
  return { call, ...scoreTrial(verdicts, threshold), verdicts };
}

/** A trial by the head's version of the checks, with that by the base's version if there is one. */
export function withPrior([own, prior]: readonly JudgedTrial[]): JudgedTrial {
  return prior ? { ...own!, prior } : own!;
}

/** Whether a cached reply does not suffice, because the score depends on the latency. */
export function needsLatency({ assertions }: CaseChecks): boolean {
  return assertions.some(
    ({ spec }) =>
      spec.weight > 0 && "targetThreshold" in spec && assertionTypes[spec.type].isLive === true,
  );
}
