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
