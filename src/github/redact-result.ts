// Redacts a result for comment-detail: names. Comments, job summaries, issues and the log then
// contain neither field values nor resources that only exist on the service.
import { Failure, isCallFailure } from "../engine/model/failure.ts";
import { isRemoteAddress, redactPlan } from "../engine/saved-plan/redact.ts";
import type { ApplyResult } from "../views/apply-markdown.ts";
import type { RunResult } from "./run-result.ts";
import type { ActionInputs } from "./inputs.ts";
import type { ActionPlan } from "./commands.ts";

/** The result as reports show it. */
export function redactResult(
  result: RunResult,
  { commentDetail }: Pick<ActionInputs, "commentDetail">,
): RunResult {
  if (commentDetail === "full") return result;
  switch (result.type) {
    case "validated":
    case "invalid":
      return result; // the report shows source locations and codes only
    case "failed":
      return { ...result, failure: redactFailure(result.failure) };
    case "cancelled": {
      const { planned } = result;
      return planned ? { ...result, planned: redactActionPlan(planned) } : result;
    }
    case "planned":
    case "refused":
    case "applied": {
      const planned = redactActionPlan(result.planned);
      return result.type === "applied"
        ? { ...result, planned, applied: redactApplyResult(result.applied) }
        : { ...result, planned };
    }
  }
}

function redactActionPlan(planned: ActionPlan): ActionPlan {
  return { ...planned, plan: redactPlan(planned.plan) };
}

/** The service's error messages may quote values. */
function redactFailure(failure: Failure): Failure {
  if (failure.class !== "failed") return failure;
  const reason = isCallFailure(failure) ? failure.reason : failure.code;
  return new Failure("failed", failure.code, `A request to the service failed: ${reason}.`);
}

function redactApplyResult(applied: ApplyResult): ApplyResult {
  return {
    ...applied,
    failures: applied.failures.map(({ address, error }) => ({
      address: isRemoteAddress(address) ? "(not named here)" : address,
      error: redactFailure(error),
    })),
    incomplete: applied.incomplete.filter(({ address }) => !isRemoteAddress(address)),
  };
}
