// What of a service a plan was made with: whatever is there besides came later.
import type { Change, Plan } from "./plan.ts";
import { addressOf, kindOf } from "./resource.ts";

/** Every id the plan speaks of, as `kind/id`: matched, unmanaged, and what goes. */
export function knownThings(plan: Plan): Set<string> {
  const matched = Object.entries(plan.ids).map(([address, id]) => addressOf(kindOf(address), id));
  const unmanaged = plan.unmanaged.map(({ kind, id }) => addressOf(kind, id));
  return new Set([...matched, ...unmanaged, ...plan.changes.flatMap(withBeneath)]);
}

function withBeneath(change: Change): string[] {
  const own = change.action === "create" ? [] : [addressOf(change.kind, change.id)];
  return [...own, ...change.beneath.flatMap(withBeneath)];
}
