// What a saved plan deletes although another project of the repository uses it now.
import { type OtherProjectDefinition, otherProjectWith } from "../match/other-projects.ts";
import { type Delete, type ExecutablePlan, isPruned } from "../model/plan.ts";
import { type Address, addressOf, kindOf, nameOf } from "../model/resource.ts";
import { stepId } from "../order/step-id.ts";

/** A resource that the plan would delete, and the project that uses it. */
export interface TakenOver {
  readonly address: Address;
  /** A clause: `the project billing defines it`. */
  readonly reason: string;
}

/** The remaining deletes of prune. A duplicate is deleted whoever defines the resource that stays. */
export function remainingPrunes({ changes, steps }: ExecutablePlan): Delete[] {
  const remaining = new Set(steps.map(({ id }) => id));
  return changes
    .filter(isPruned)
    .filter(({ supersededBy }) => supersededBy === undefined)
    .filter(({ address }) => remaining.has(stepId("delete", address)));
}

/** The remaining deletes of resources that other projects use. */
export function takenOver(
  plan: ExecutablePlan,
  others: readonly OtherProjectDefinition[],
): TakenOver[] {
  return remainingPrunes(plan).flatMap(({ kind, address, name, parent }) => {
    const family =
      parent === undefined
        ? { address, names: [name!] }
        : { address: parent, names: [nameOnService(plan, parent)] };
    const reason = otherProjectWith(others, { kind, family, isNamed: parent === undefined });
    return reason === undefined ? [] : [{ address, reason }];
  });
}

/** The name of a definition may differ from that in its address. */
function nameOnService({ ids, listed }: ExecutablePlan, address: Address): string {
  return listed[addressOf(kindOf(address), ids[address] ?? "")] ?? nameOf(address);
}
