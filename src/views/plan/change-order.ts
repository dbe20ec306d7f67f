// How a plan orders and counts its changes.
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change } from "../../engine/model/plan.ts";
import { type Address, kindOf } from "../../engine/model/resource.ts";
import { compareNames } from "../text/display-name.ts";
import { kindCounts } from "../../engine/text/kind-counts.ts";

/** What the order depends on. */
interface Shown {
  readonly kind: string;
  readonly action: Change["action"];
  readonly title: string;
}

/** Deletes first, then the kinds in the order of apply; `Prompt 2` before `Prompt 10`. */
export function inReadingOrder<Item extends Shown>(changes: readonly Item[], kinds: Kinds): Item[] {
  return bySections(
    changes.toSorted((a, b) => compareNames(a.title, b.title)),
    kinds,
  );
}

/** Deletes first, then the kinds in the order of apply; otherwise the order does not change. */
export function bySections<Item extends Shown>(changes: readonly Item[], kinds: Kinds): Item[] {
  const kindRanks = new Map(kinds.map(({ kind }, index) => [kind, index]));
  const rankOf = ({ action, kind }: Shown): number =>
    kindRanks.get(kind)! - (action === "delete" ? kinds.length : 0);
  return changes.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** What is a child of another. */
interface Nested {
  readonly action: Change["action"];
  readonly parent?: Address | undefined;
}

/** Returns the change that counts another: the topmost parent that is created, or deleted, with it. */
export function countedBy<Item extends Nested>(
  changes: readonly Item[],
  addressOf: (change: Item) => Address,
): (change: Item) => Item {
  const whole = changes.filter(({ action }) => action === "create" || action === "delete");
  const byAddress = new Map(whole.map((each) => [`${each.action} ${addressOf(each)}`, each]));
  const topmost = (change: Item): Item => {
    const parent = byAddress.get(`${change.action} ${change.parent}`);
    return parent ? topmost(parent) : change;
  };
  return topmost;
}

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
