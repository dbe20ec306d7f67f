// Counts of resources in words.
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change } from "../../engine/model/plan.ts";
import { type Address, kindOf } from "../../engine/model/resource.ts";
import { kindCounts } from "../../engine/text/kind-counts.ts";

/** What is done to some resources. */
interface Counted {
  readonly action: Change["action"];
  readonly addresses: readonly Address[];
}

/** `2 evaluations, 5 assertions`; empty for none. */
export function countByKind(kinds: Kinds, resources: readonly { readonly kind: string }[]): string {
  return kindCounts(kinds, resources).join(", ");
}

/** `2 prompts to delete, 1 tool to create`. */
export function countByAction(kinds: Kinds, changes: readonly Counted[]): string {
  return (["delete", "replace", "create", "update"] as const)
    .flatMap((action) => {
      const resources = changes
        .filter((change) => change.action === action)
        .flatMap(({ addresses }) => addresses.map((address) => ({ kind: kindOf(address) })));
      return kindCounts(kinds, resources).map((count) => `${count} to ${action}`);
    })
    .join(", ");
}
