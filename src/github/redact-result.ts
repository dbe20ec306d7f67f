// What of an ending is shown where everybody can read: with comment-detail: names, neither what
// anything says nor what only the service has, in comments, summaries, issues and the log.
import { Failure, isCallFailure } from "../engine/model/failure.ts";
import { isRemoteAddress, redactPlan } from "../engine/saved-plan/redact.ts";
import type { ApplyResult } from "../views/apply-markdown.ts";
import type { RunResult } from "./run-result.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionPlan } from "./commands.ts";

/** The ending as it is shown. */
export function redactResult(
  ending: RunResult,
  { commentDetail }: Pick<ActionInputs, "commentDetail">,
): RunResult {
  if (commentDetail === "full") return ending;
  switch (ending.type) {
    case "validated":
    case "invalid":
      return ending; // of files; the page shows places and codes
    case "failed":
      return { ...ending, failure: bareFailure(ending.failure) };
    case "cancelled": {
      const { planned } = ending;
      return planned ? { ...ending, planned: named(planned) } : ending;
    }
    case "planned":
    case "refused":
    case "applied": {
      const planned = named(ending.planned);
      return ending.type === "applied"
        ? { ...ending, planned, applied: bareApplied(ending.applied) }
        : { ...ending, planned };
    }
  }
}

function named(planned: ActionPlan): ActionPlan {
  return { ...planned, plan: redactPlan(planned.plan) };
}

/** The words of a service may quote what it has. */
function bareFailure(failure: Failure): Failure {
  if (failure.class !== "failed") return failure;
  const reason = isCallFailure(failure) ? failure.reason : failure.code;
  return new Failure("failed", failure.code, `A call of the service failed: ${reason}.`);
}

function bareApplied(applied: ApplyResult): ApplyResult {
  return {
    ...applied,
    failures: applied.failures.map(({ address, error }) => ({
      address: isRemoteAddress(address) ? "(not named here)" : address,
      error: bareFailure(error),
    })),
    left: applied.left.filter(({ address }) => !isRemoteAddress(address)),
  };
}
