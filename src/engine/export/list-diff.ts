// The differences of two lists: items that stay, move, change in place, are removed or inserted.
import { diffArrays } from "diff";
import { groupBy } from "../model/collections.ts";
import type { Json } from "../model/json.ts";

/** Items inserted before an item of the list; `before` is the length of the list for its end. */
export interface InsertedItems {
  readonly before: number;
  /** A value, or the index of an item that moves. */
  readonly items: readonly ({ readonly value: Json } | { readonly moved: number })[];
}

export interface ListDiff {
  /** Items that change in place: old index, new index. */
  readonly changed: readonly (readonly [old: number, now: number])[];
  /** Indexes of old items that are removed from their place, moved ones included. */
  readonly removed: readonly number[];
  readonly inserted: readonly InsertedItems[];
}

/**
 * Compares two lists by the texts of their items: items with equal text are equal. `values`: the new
 * items, to be inserted.
 */
export function diffLists(
  old: readonly string[],
  now: readonly string[],
  values: readonly Json[],
): ListDiff {
  const gaps = gapsBetween(old, now);
  const movedFrom = findMoves(old, now, gaps);
  const isMoved = new Set(movedFrom.values());
  const changed: (readonly [number, number])[] = [];
  const removed: number[] = [...isMoved];
  const inserted: { before: number; item: InsertedItems["items"][number] }[] = [];
  for (const gap of gaps) {
    const outgoing = gap.old.filter((index) => !isMoved.has(index));
    const incoming = gap.now.filter((index) => !movedFrom.has(index));
    const pairs = new Map(
      incoming.slice(0, outgoing.length).map((now, at) => [now, outgoing[at]!]),
    );
    changed.push(...[...pairs].map(([now, old]) => [old, now] as const));
    removed.push(...outgoing.slice(pairs.size));
    for (const [at, index] of gap.now.entries()) {
      if (pairs.has(index)) continue;
      const next = gap.now.slice(at).find((other) => pairs.has(other));
      const before = next === undefined ? gap.end : pairs.get(next)!;
      const moved = movedFrom.get(index);
      inserted.push({ before, item: moved === undefined ? { value: values[index]! } : { moved } });
    }
  }
  const groups = [...groupBy(inserted, ({ before }) => before)];
  return {
    changed,
    removed,
    inserted: groups.map(([before, all]) => ({ before, items: all.map(({ item }) => item) })),
  };
}

/** Indexes that are not common to both lists, between two common items. */
interface Gap {
  readonly old: readonly number[];
  readonly now: readonly number[];
  /** Index of the old item after the gap. */
  readonly end: number;
}

/** With more differences than this, items are compared by their index alone. */
const maxEditLength = 1000;

function gapsBetween(old: readonly string[], now: readonly string[]): Gap[] {
  const changes = diffArrays([...old], [...now], { maxEditLength });
  if (!changes) return [{ old: [...old.keys()], now: [...now.keys()], end: old.length }];
  const gaps: Gap[] = [];
  let gap: Gap = { old: [], now: [], end: 0 };
  let nowEnd = 0;
  for (const { added, removed, count } of changes) {
    const oldIndexes = added ? [] : indexes(gap.end, count);
    const nowIndexes = removed ? [] : indexes(nowEnd, count);
    const end = gap.end + oldIndexes.length;
    nowEnd += nowIndexes.length;
    if (added || removed)
      gap = { old: [...gap.old, ...oldIndexes], now: [...gap.now, ...nowIndexes], end };
    else {
      gaps.push(gap);
      gap = { old: [], now: [], end };
    }
  }
  return [...gaps, gap];
}

function indexes(start: number, count: number): number[] {
  return Array.from({ length: count }, (_item, index) => start + index);
}

/** New index → old index of items that leave one gap and arrive, unchanged, in the same or another. */
function findMoves(
  old: readonly string[],
  now: readonly string[],
  gaps: readonly Gap[],
): ReadonlyMap<number, number> {
  const outgoing = groupBy(
    gaps.flatMap((gap) => gap.old),
    (index) => old[index]!,
  );
  const moves = gaps.flatMap((gap) =>
    gap.now.flatMap((index): [number, number][] => {
      const source = outgoing.get(now[index]!)?.shift();
      return source === undefined ? [] : [[index, source]];
    }),
  );
  return new Map(moves);
}
