// What of an outcome is shown where everybody can read: with comment-detail: names, neither what
// anything says nor what only the service has, in comments, summaries, issues and the log.
import { CallFailure, Failure } from "../engine/failure.ts";
import { isOnlyThere, namesOnly } from "../engine/names-only.ts";
import type { Applied } from "../views/apply-markdown.ts";
import type { Inputs } from "./inputs.ts";
import type { Outcome } from "./outcome.ts";

/** The outcome as it is shown. */
export function shownOf(
  outcome: Outcome,
  { commentDetail }: Pick<Inputs, "commentDetail">,
): Outcome {
  if (commentDetail === "full") return outcome;
  switch (outcome.type) {
    case "validated":
    case "invalid":
      return outcome; // of files; the page shows places and codes
    case "failed":
      return { ...outcome, failure: bareFailure(outcome.failure) };
    case "planned":
    case "refused":
    case "applied": {
      const planned = { ...outcome.planned, plan: namesOnly(outcome.planned.plan) };
      return outcome.type === "applied"
        ? { ...outcome, planned, applied: bareApplied(outcome.applied) }
        : { ...outcome, planned };
    }
  }
}

/** The words of a service may quote what it has. */
function bareFailure(failure: Failure): Failure {
  if (failure.class !== "failed") return failure;
  const reason = failure instanceof CallFailure ? failure.reason : failure.code;
  return new Failure("failed", failure.code, `A call of the service failed: ${reason}.`);
}

function bareApplied(applied: Applied): Applied {
  return {
    ...applied,
    failures: applied.failures.map(({ address, error }) => ({
      address: isOnlyThere(address) ? "(not named here)" : address,
      error: bareFailure(error),
    })),
    left: applied.left.filter(({ address }) => !isOnlyThere(address)),
  };
}
