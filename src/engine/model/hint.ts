// What to do next, in words: one line, or several that are to be read or copied as they stand.

/** One line, or each of several. Words of others in it never begin a line of their own. */
export type Hint = string | readonly string[];

/** Its lines, between them the only line ends there are; others stand as escapes. */
export function hintText(hint: Hint): string {
  return (typeof hint === "string" ? [hint] : hint)
    .map((line) => line.replace(/[\n\r\u0085\u2028\u2029]/g, escaped))
    .join("\n");
}

function escaped(lineEnd: string): string {
  const named = { "\n": "\\n", "\r": "\\r" }[lineEnd];
  return named ?? `\\u{${lineEnd.codePointAt(0)!.toString(16)}}`;
}

/** Longer lists are cut, and the rest is counted. */
const mostNamed = 10;

/** The names on one line. */
export function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return names.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The names, a line each. */
export function someLines(names: readonly string[]): readonly string[] {
  const more = names.length - mostNamed;
  const lines = names.slice(0, mostNamed).map((each) => `  ${each}`);
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}
