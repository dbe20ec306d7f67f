// Redacts a result for comment-detail: names. Comments, job summaries, issues and the log then
// contain neither field values nor resources that only exist on the service.
import { Failure, isCallFailure } from "../engine/model/failure.ts";
import { isRemoteAddress, redactPlan } from "../engine/review/redact.ts";
import type { ApplyResult } from "../views/apply/apply-markdown.ts";
import type { ActionPlan } from "./commands.ts";
import type { RunResult } from "./run-result.ts";
import type { ActionInputs } from "./inputs.ts";

/** The result as reports show it. */
export function redactResult(result: RunResult, { commentDetail }: ActionInputs): RunResult {
  // Without a plan, the report shows only source locations and codes of diagnostics.
  if (commentDetail === "full" || "validation" in result) return result;
  const planned = result.planned && redactPlanned(result.planned);
  const redacted = { ...result, ...(planned && { planned }) };
  if (redacted.type === "failed") return { ...redacted, failure: redactFailure(redacted.failure) };
  if (redacted.type !== "applied") return redacted;
  return { ...redacted, applied: redactApplyResult(redacted.applied) };
}

/** The service's error messages may quote values. */
export function redactFailure(failure: Failure): Failure {
  if (failure.class !== "failed") return failure;
  const reason = isCallFailure(failure) ? failure.reason : failure.code;
  return new Failure("failed", failure.code, `A request to the service failed: ${reason}.`);
}

/** The outcome of a removed definition shows whether the service has its resource. */
function redactPlanned({ plan, pullRequest, ...rest }: ActionPlan): ActionPlan {
  const redacted = { ...rest, plan: redactPlan(plan) };
  if (!pullRequest) return redacted;
  const removed = pullRequest.removed.map(({ address, descendants }) => ({ address, descendants }));
  return { ...redacted, pullRequest: { ...pullRequest, namesOnly: true, removed } };
}

function redactApplyResult(applied: ApplyResult): ApplyResult {
  return {
    ...applied,
    failures: applied.failures.map(({ address, error }) => ({
      address: isRemoteAddress(address) ? "(not named here)" : address,
      error: redactFailure(error),
    })),
    incomplete: applied.incomplete.filter(({ address }) => !isRemoteAddress(address)),
    sameNames: applied.sameNames.map((each) => ({ ...each, otherId: "(not named here)" })),
    ...(applied.sameNamesUnknown && { sameNamesUnknown: redactFailure(applied.sameNamesUnknown) }),
  };
}
