// Hints: what to do about an error or refusal, on one line or several.

/** One line, or a list of lines. Text from files or services in it cannot start a line of its own. */
export type Hint = string | readonly string[];

/** Joins the lines of a hint. Line endings within a line are escaped. */
export function hintText(hint: Hint): string {
  return (typeof hint === "string" ? [hint] : hint)
    .map((line) => line.replace(/[\n\r\u0085\u2028\u2029]/g, escaped))
    .join("\n");
}

/** The lines of a hint that `hintText` joined; none if it is undefined. */
export function hintLines(hint: string | undefined): string[] {
  return hint?.split("\n") ?? [];
}

function escaped(lineEnding: string): string {
  const named = { "\n": "\\n", "\r": "\\r" }[lineEnding];
  return named ?? `\\u{${lineEnding.codePointAt(0)!.toString(16)}}`;
}
