// Splits a line into words as a POSIX shell does. Nothing is expanded: only quotes, backslashes and blanks
// have a meaning.

/** The words of a line, which may be incomplete. */
export interface ShellWords {
  /** The words without their quotes. The last one is empty after a blank at the end. */
  readonly words: readonly string[];
  /** The start of the last word up to its last `=` or `:`, or to the quote that is open. */
  readonly prefix: string;
  /** The quote that is open at the end. */
  readonly quote: string | undefined;
}

/** A text in quotes, whose end may be missing; an escaped character; blanks; another character. */
const tokens = /'([^']*)('?)|"((?:\\[^]|[^"])*)("?)|\\([^])|([ \t\r\n]+)|([^])/g;

/** Splits a line. */
export function shellWords(text: string): ShellWords {
  const words = [""];
  let [prefix, quote] = ["", undefined as string | undefined];
  for (const token of text.trimStart().matchAll(tokens)) {
    const [whole, single, singleEnd, double, doubleEnd, escaped, blanks, other] = token;
    const last = words.length - 1;
    if (singleEnd === "" || doubleEnd === "") [quote, prefix] = [whole.charAt(0), words[last]!];
    if (blanks !== undefined) [words[last + 1], prefix] = ["", ""];
    else
      words[last] += single ?? (double && unescaped(double)) ?? joinedLine(escaped) ?? other ?? "";
    if (other === "=" || other === ":") prefix = words[last]!;
  }
  return { words, prefix, quote };
}

/** A text between double quotes. */
function unescaped(text: string): string {
  return text.replace(/\\(["\\$`\n])/g, (_whole, escaped: string) => joinedLine(escaped)!);
}

/** What a backslash and a character mean: at the end of a line, the line goes on. */
function joinedLine(escaped: string | undefined): string | undefined {
  return escaped === "\n" ? "" : escaped;
}
