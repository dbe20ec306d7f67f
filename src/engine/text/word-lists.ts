// Lists of names and words in messages.

/** Longer lists are cut, and the rest is counted. */
const mostNamed = 10;

/** The first `max` names on one line, and the number of the others. */
export function someOf(names: readonly string[], max: number = mostNamed): string {
  const more = names.length - max;
  return names.slice(0, max).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The names, a line each. */
export function someLines(names: readonly string[]): readonly string[] {
  const more = names.length - mostNamed;
  const lines = names.slice(0, mostNamed).map((each) => `  ${each}`);
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

/** `a tool`, `an evaluation`. */
export function withArticle(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}

/** `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
