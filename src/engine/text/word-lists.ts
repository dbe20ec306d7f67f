// Lists of names and words in messages.

/** Longer lists are cut, and the rest is counted. */
const mostNamed = 10;

/** The first `max` items; if there are more, what is shown of their number follows. */
export function firstOf<Item>(
  items: readonly Item[],
  max: number,
  showMore: (more: number) => Item,
): readonly Item[] {
  return items.length > max ? [...items.slice(0, max), showMore(items.length - max)] : items;
}

/** The first `max` names on one line, and the number of the others. */
export function someOf(names: readonly string[], max: number = mostNamed): string {
  const more = names.length - max;
  return names.slice(0, max).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The names, a line each. */
export function someLines(names: readonly string[]): readonly string[] {
  const lines = names.map((name) => `  ${name}`);
  return firstOf(lines, mostNamed, (more) => `  and ${more} more`);
}

/** `a tool`, `an evaluation`. */
export function withArticle(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}

/** `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
