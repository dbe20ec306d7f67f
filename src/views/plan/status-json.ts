// The state of environments as JSON: schemas/status.schema.json.
import type { Plan } from "../../engine/model/plan.ts";
import type { EnvironmentStatus, Status, StatusCounts } from "../../generated/types.ts";

/** The document of `promptctl status --json`. */
export function statusDocument(environments: readonly EnvironmentStatus[]): Status {
  return { format: "promptctl.status/1", environments: [...environments] };
}

/** The state and the counts of a plan. Resources that no file defines are no difference. */
export function statusOfPlan(plan: Plan): Pick<EnvironmentStatus, "baseUrl" | "state" | "counts"> {
  const isDifferent = plan.changes.length > 0 || plan.refusals.length > 0;
  return {
    baseUrl: plan.baseUrl,
    state: isDifferent ? "different" : "in-sync",
    counts: countsOf(plan),
  };
}

function countsOf({ changes, unmanaged, refusals }: Plan): StatusCounts {
  const counts = {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    changedOnService: 0,
    otherRef: 0,
    unmanaged: unmanaged.length,
    refused: refusals.length,
  };
  for (const { action, held } of changes) {
    if (held?.type === "none") counts.changedOnService++;
    else if (held?.type === "other-ref" && !held.isMerged) counts.otherRef++;
    else counts[action]++;
  }
  return counts;
}
