// Chooses cases that have little in common.

/** How many words of a text are compared. */
const maxWords = 300;

/**
 * At most `count` items, in their order: the first, and then always the one that shares the fewest
 * words with the chosen ones. Takes time in the number of items times `count`.
 */
export function mostDifferent<Item>(
  items: readonly Item[],
  count: number,
  textOf: (item: Item) => string,
): Item[] {
  if (items.length <= count) return [...items];
  const words = items.map((item) => wordsOf(textOf(item)));
  const nearest = items.map(() => Infinity);
  const chosen = new Set<number>();
  for (let next = 0; chosen.size < count; next = indexOfHighest(nearest)) {
    chosen.add(next);
    for (const [index, each] of words.entries())
      nearest[index] = chosen.has(index)
        ? -1
        : Math.min(nearest[index]!, distance(each, words[next]!));
  }
  return items.filter((_item, index) => chosen.has(index));
}

function wordsOf(text: string): ReadonlySet<string> {
  const found =
    text
      .slice(0, 10_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set([...new Set(found)].slice(0, maxWords));
}

/** From 0 for equal sets to 1 for sets without a common word. */
function distance(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - common;
  return all === 0 ? 0 : 1 - common / all;
}

function indexOfHighest(numbers: readonly number[]): number {
  return numbers.reduce((best, each, index) => (each > numbers[best]! ? index : best), 0);
}
