// The state of environments as JSON: schemas/status.schema.json.
import { groupBy } from "../../engine/model/collections.ts";
import type { Plan, Promotion, UnpromotedChange } from "../../engine/model/plan.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { heldDocument } from "../../engine/review/held-document.ts";
import type {
  EnvironmentStatus,
  Status,
  StatusCounts,
  StatusPromotion,
  StatusVersion,
} from "../../generated/types.ts";
import { wordsText } from "../plan/words.ts";
import { displayName } from "../text/display-name.ts";

/** The document of `promptctl status --json`. */
export function statusDocument(environments: readonly EnvironmentStatus[]): Status {
  return { format: "promptctl.status/1", environments: [...environments] };
}

/**
 * The state and the counts of a plan. Of the resources that no file defines, only duplicates of
 * defined ones are a difference.
 */
export function statusOfPlan(
  plan: Plan,
): Pick<EnvironmentStatus, "baseUrl" | "state" | "counts" | "historyUnknown" | "promotion"> {
  const unknown = plan.alerts?.find(({ code }) => code === "history-unknown");
  const promotion = plan.promotion && promotionStatus(plan, plan.promotion);
  const isWaiting = promotion?.versions.some(({ reason }) => reason) ?? false;
  const counts = countsOf(plan);
  const isDifferent =
    plan.changes.length + plan.refusals.length + counts.duplicates > 0 || isWaiting;
  return {
    baseUrl: plan.baseUrl,
    state: isDifferent ? "different" : "in-sync",
    counts,
    ...(unknown && { historyUnknown: wordsText(unknown.text!) }),
    ...(promotion && { promotion }),
  };
}

/** A change without a reason does not wait. */
type ChangeOnTheWay = Pick<UnpromotedChange, "change"> & Partial<UnpromotedChange>;

/** An entry for each definition to change, and for each resource to delete. Waiting ones come first. */
function promotionStatus(plan: Plan, promotion: Promotion): StatusPromotion {
  const { after, isKnown, heldBack } = promotion;
  const ready = isKnown ? plan.changes.map((change): ChangeOnTheWay => ({ change })) : [];
  const entries = [...heldBack, ...ready].map(({ change, reason, upstream }): StatusVersion => {
    const address = versionedAddress(change);
    return {
      address: displayName(plan, address),
      action: address === change.address ? change.action : "update",
      ...(reason && { reason: reason as NonNullable<StatusVersion["reason"]> }),
      ...(upstream && { upstream: heldDocument(upstream) }),
      ...(change.held && { held: heldDocument(change.held) }),
    };
  });
  const byAddress = groupBy(entries, ({ address }) => address);
  return { after, isKnown, versions: [...byAddress.values()].map(([first]) => first!) };
}

function countsOf({ changes, unmanaged, refusals }: Plan): StatusCounts {
  const duplicates = unmanaged.filter(({ duplicateOf }) => duplicateOf !== undefined).length;
  const counts = {
    create: 0,
    update: 0,
    replace: 0,
    delete: 0,
    changedOnService: 0,
    otherRef: 0,
    duplicates,
    unmanaged: unmanaged.length - duplicates,
    refused: refusals.length,
  };
  for (const { action, held } of changes) {
    if (held?.type === "none" && !held.isTakenOver) counts.changedOnService++;
    else if (held?.type === "other-ref" && !held.isMerged) counts.otherRef++;
    else counts[action]++;
  }
  return counts;
}
