// Which definition of an older project is which of a newer one.
import { groupBy } from "../model/collections.ts";
import { type Address, type Definition, nameOf } from "../model/resource.ts";

/** The keys that a newer definition looks for, and the key of an older one. */
export type PairRule<Item = Definition> = readonly [
  (newer: Item) => readonly string[],
  (older: Item) => string | undefined,
];

/**
 * Named definitions are paired as the service identifies them: by name, then by an earlier name. Those
 * with the same name are told apart by their addresses, which also pair the others.
 */
export const namedPairRules: readonly PairRule[] = [
  [({ name, address }) => [`${name!}\n${address}`], ({ name, address }) => `${name!}\n${address}`],
  [({ name }) => [name!], ({ name }) => name],
  [({ renamedFrom }) => renamedFrom, ({ name }) => name],
  [({ address }) => [address], ({ address }) => address],
];

/** The name of a child without that of its parent. */
export function localName({ address, parent }: Definition): string {
  return nameOf(address).slice(nameOf(parent!).length + 1);
}

/** Pairs by the first rule that finds a partner, each definition once. Returns older by newer address. */
export function pairByKeys(
  newer: readonly Definition[],
  older: readonly Definition[],
  rules: readonly PairRule[],
): Map<Address, Definition> {
  const pairs = pairItems(newer, older, rules);
  return new Map([...pairs].map(([{ address }, found]) => [address, found]));
}

/** The same for anything. */
export function pairItems<Item>(
  newer: readonly Item[],
  older: readonly Item[],
  rules: readonly PairRule<Item>[],
): Map<Item, Item> {
  const pairs = new Map<Item, Item>();
  const taken = new Set<Item>();
  for (const [wanted, keyOf] of rules) {
    const free = older.filter((each) => !taken.has(each));
    const unpaired = newer.filter((each) => !pairs.has(each));
    if (free.length === 0 || unpaired.length === 0) break;
    const byKey = groupBy(free, keyOf);
    for (const each of unpaired) {
      const key = wanted(each).find((name) => byKey.get(name)?.length);
      const found = key === undefined ? undefined : byKey.get(key)!.shift();
      if (found === undefined) continue;
      pairs.set(each, found);
      taken.add(found);
    }
  }
  return pairs;
}
