// Grouping (Map.groupBy is missing in Node 20), what is reachable, and functions that keep their results.

/** Items by key; keys in the order of their first item. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The items, and all that `next` leads to from them. */
export function reachable<Item>(
  items: Iterable<Item>,
  next: (item: Item) => Iterable<Item>,
): Set<Item> {
  const found = new Set(items);
  // The loop goes on with the items that are added during it.
  for (const item of found) for (const other of next(item)) found.add(other);
  return found;
}

/** Returns a function that computes its result on the first call and keeps it. */
export function once<Result>(compute: () => Result): () => Result {
  let known: { readonly result: Result } | undefined;
  return () => (known ??= { result: compute() }).result;
}

/** Returns a function that keeps its result for each argument, compared by identity. */
export function memo<Argument, Result>(
  compute: (argument: Argument) => Result,
  known: Results<Argument, Result> = new Map(),
): (argument: Argument) => Result {
  return (argument) => {
    if (!known.has(argument)) known.set(argument, compute(argument));
    return known.get(argument)!;
  };
}

/** A Map, or a WeakMap if the arguments must not be kept in memory. */
type Results<Argument, Result> = Pick<Map<Argument, Result>, "has" | "get"> & {
  set(argument: Argument, result: Result): unknown;
};
