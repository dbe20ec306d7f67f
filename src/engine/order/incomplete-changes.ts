// What of a plan is not as planned after an apply that did not do all of it.
import { groupBy } from "../model/collections.ts";
import type { Change, Plan } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { replacementStepIds } from "./order.ts";

/** A change that was not carried out, or not all of it. */
export interface IncompleteChange {
  readonly address: Address;
  readonly action: Change["action"];
  /** How many of its calls came off. */
  readonly succeededCalls: number;
  readonly totalCalls: number;
  /** Whether nobody knows of one of its calls whether it was carried out. */
  readonly isUnknown: boolean;
  /** Of a replace: whether the new one is whole, and only the old one has to go. */
  readonly isCreated: boolean;
}

/** The changes of which not every step is done; both sets hold ids of steps. */
export function incompleteChanges(
  plan: Plan,
  done: ReadonlySet<string>,
  unknown: ReadonlySet<string>,
): IncompleteChange[] {
  const steps = groupBy(plan.steps, (each) => each.address);
  const toDo = new Set(plan.steps.map(({ id }) => id));
  return plan.changes.flatMap((change) => {
    const ids = addressesOf(change)
      .flatMap((each) => steps.get(each) ?? [])
      .map(({ id }) => id);
    const count = ids.filter((id) => done.has(id)).length;
    if (count === ids.length) return [];
    const { address, action } = change;
    const made = change.action === "replace" ? replacementStepIds(change) : [];
    const isMade = made.length > 0 && made.every((id) => done.has(id) || !toDo.has(id));
    const isUnknown = ids.some((id) => unknown.has(id));
    return [
      {
        address,
        action,
        succeededCalls: count,
        totalCalls: ids.length,
        isUnknown,
        isCreated: isMade,
      },
    ];
  });
}

function addressesOf(change: Change): Address[] {
  const made = change.action === "replace" ? change.childCreates : [];
  return [
    change.address,
    ...made.map((each) => each.address),
    ...change.childDeletes.flatMap(addressesOf),
  ];
}
