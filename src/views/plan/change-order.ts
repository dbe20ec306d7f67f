// The order in which a plan shows its changes, and which change counts another.
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { compareNames } from "../text/name-order.ts";

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
