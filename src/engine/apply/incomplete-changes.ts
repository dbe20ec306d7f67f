// The changes that an apply did not complete.
import { groupBy } from "../model/collections.ts";
import { type Failure, isCallFailure } from "../model/failure.ts";
import { flattenChange, type Change, type Plan } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { replacementStepIds } from "../order/order.ts";

export interface IncompleteChange {
  readonly address: Address;
  readonly action: Change["action"];
  readonly succeededCalls: number;
  readonly totalCalls: number;
  /** Whether the result of one of its calls is unknown. */
  readonly isUnknown: boolean;
  /** Whether the service stored a resource with other values. */
  readonly isStoredOtherwise: boolean;
  /** Of a replace: whether the new resource is complete, so that only the old one remains. */
  readonly isCreated: boolean;
}

/** Returns the changes with steps that did not succeed. `succeeded` and `failures`: by step id. */
export function incompleteChanges(
  plan: Plan,
  succeeded: ReadonlySet<string>,
  failures: ReadonlyMap<string, Failure>,
): IncompleteChange[] {
  const stepsByAddress = groupBy(plan.steps, ({ address }) => address);
  const planned = new Set(plan.steps.map(({ id }) => id));
  return plan.changes.flatMap((change) => {
    const ids = flattenChange(change)
      .flatMap(({ address }) => stepsByAddress.get(address) ?? [])
      .map(({ id }) => id);
    const succeededCalls = ids.filter((id) => succeeded.has(id)).length;
    if (succeededCalls === ids.length) return [];
    // A resumed plan has no steps for what succeeded before.
    const isDone = (id: string): boolean => succeeded.has(id) || !planned.has(id);
    return {
      address: change.address,
      action: change.action,
      succeededCalls,
      totalCalls: ids.length,
      isUnknown: ids.some((id) => hasUnknownResult(failures.get(id))),
      isStoredOtherwise: ids.some((id) => failures.get(id)?.code === "stored-otherwise"),
      isCreated: change.action === "replace" && replacementStepIds(change).every(isDone),
    };
  });
}

/** Whether the request of a failed step may have been executed. */
export function hasUnknownResult(failure: Failure | undefined): boolean {
  return isCallFailure(failure)
    ? failure.outcome === "unknown"
    : failure?.code === "outcome-unknown";
}
