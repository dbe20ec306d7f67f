// Two lists side by side: what stays, what moves, what changes where it stands, what goes and comes.

/** Something put into a list: new, or an item of the old list that stands elsewhere. Indexes are into their own list. */
type Arrival = { readonly from: "new" | "old"; readonly index: number };

export interface Alignment {
  /** Items that stay in their place and say something else: old index, new index. */
  readonly changed: readonly (readonly [old: number, now: number])[];
  /** Old items that go, or move. */
  readonly drop: readonly number[];
  /** What comes right before an old item; before the length of the list is at its end. */
  readonly puts: readonly { readonly before: number; readonly items: readonly Arrival[] }[];
}

/** Lists longer than this are compared at their ends only. */
const longest = 500;

/** By the texts of the items: equal text, equal item. */
export function align(old: readonly string[], now: readonly string[]): Alignment {
  const anchors: (readonly [number, number])[] = [
    ...commonItems(old, now),
    [old.length, now.length],
  ];
  const isKept = new Set(anchors.map(([index]) => index));
  const free = new Map<string, number[]>();
  for (const [index, text] of old.entries())
    if (!isKept.has(index)) free.set(text, [...(free.get(text) ?? []), index]);
  const keptNow = new Set(anchors.map(([, index]) => index));
  const moved = new Map<number, number>(); // new index → old index
  for (const [index, text] of now.entries()) {
    const from = keptNow.has(index) ? undefined : free.get(text)?.shift();
    if (from !== undefined) moved.set(index, from);
  }
  const leaves = new Set(moved.values());
  const changed: (readonly [number, number])[] = [];
  const drop: number[] = [...leaves];
  const puts: { before: number; items: Arrival[] }[] = [];
  let [oldStart, nowStart] = [0, 0];
  for (const [oldEnd, nowEnd] of anchors) {
    const stay = indexes(oldStart, oldEnd).filter((index) => !leaves.has(index));
    let pending: Arrival[] = [];
    const put = (before: number): void => {
      if (pending.length > 0) puts.push({ before, items: pending });
      pending = [];
    };
    for (const index of indexes(nowStart, nowEnd)) {
      const from = moved.get(index);
      const partner = from === undefined ? stay.shift() : undefined;
      if (partner === undefined)
        pending.push(from === undefined ? { from: "new", index } : { from: "old", index: from });
      else {
        put(partner);
        changed.push([partner, index]);
      }
    }
    put(oldEnd);
    drop.push(...stay);
    [oldStart, nowStart] = [oldEnd + 1, nowEnd + 1];
  }
  return { changed, drop, puts };
}

function indexes(start: number, end: number): number[] {
  return Array.from({ length: Math.max(end - start, 0) }, (_, each) => start + each);
}

/** The longest common subsequence, as pairs of indexes. */
function commonItems(old: readonly string[], now: readonly string[]): [number, number][] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const head = indexes(0, start).map((index): [number, number] => [index, index]);
  const tail = indexes(0, end)
    .map((index): [number, number] => [old.length - 1 - index, now.length - 1 - index])
    .reverse();
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [...head, ...middle.map(([a, b]): [number, number] => [a + start, b + start]), ...tail];
}

function between(old: readonly string[], now: readonly string[]): [number, number][] {
  if (old.length > longest || now.length > longest) return [];
  const lengths = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(now.length + 1).fill(0),
  );
  for (let a = old.length - 1; a >= 0; a--)
    for (let b = now.length - 1; b >= 0; b--)
      lengths[a]![b] =
        old[a] === now[b]
          ? 1 + lengths[a + 1]![b + 1]!
          : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
  const found: [number, number][] = [];
  for (let a = 0, b = 0; a < old.length && b < now.length;)
    if (old[a] === now[b]) found.push([a++, b++]);
    else if (lengths[a + 1]![b]! >= lengths[a]![b + 1]!) a++;
    else b++;
  return found;
}
