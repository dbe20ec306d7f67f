// The words of an incomplete command line, and candidates as the shell inserts them.
import type { Shell } from "../views/code/completion-scripts.ts";

export interface ShellLine {
  /** The arguments after the program name, without quotes; the last one is incomplete. */
  readonly words: readonly string[];
  /** The start of the last word that Bash does not replace: up to `=`, `:` or a quote. */
  readonly prefix: string;
  /** The quote that is open at the end. */
  readonly quote: string | undefined;
}

/** The line of the words that Zsh and fish pass. The last word of fish has its quotes. */
export function lineOfWords(shell: Shell, words: readonly string[]): ShellLine {
  const last = words.at(-1) ?? "";
  const plain = shell === "fish" ? parseWords(last).words.join(" ") : last;
  return { words: [...words.slice(0, -1), plain], prefix: "", quote: undefined };
}

/** Parses a Bash command up to the cursor. */
export function parseLine(text: string): ShellLine {
  const { words, ...rest } = parseWords(text);
  return { ...rest, words: words.length > 1 ? words.slice(1) : [""] };
}

function parseWords(text: string): ShellLine {
  const words = [""];
  let [quote, prefix, prefixBefore] = [undefined as string | undefined, "", ""];
  const tokens = text.trimStart().matchAll(/\\[^]|[ \t\n]+|[^]/g);
  for (const [token] of tokens) {
    const last = words.length - 1;
    if (token === quote) [quote, prefix] = [undefined, prefixBefore];
    else if (quote !== undefined) words[last] += inQuotes(token, quote);
    else if (token === "'" || token === '"')
      [quote, prefixBefore, prefix] = [token, prefix, words[last]!];
    else if (/^\s/.test(token)) [words[last + 1], prefix] = ["", ""];
    else {
      words[last] += token.length > 1 ? token.slice(1) : token;
      if (token === "=" || token === ":") prefix = words[last]!;
    }
  }
  return { words, prefix, quote };
}

/** A token within quotes without its backslash, if that is one that quotes. */
function inQuotes(token: string, quote: string): string {
  return quote === '"' && /^\\["\\$`]$/.test(token) ? token.slice(1) : token;
}

/** A candidate for the last word as text that the shell inserts. Zsh and fish quote it themselves. */
export function insertedText(shell: Shell, { prefix, quote }: ShellLine, value: string): string {
  if (shell !== "bash") return value;
  const rest = value.slice(prefix.length);
  if (quote === "'") return rest.replaceAll("'", "'\\''");
  return rest.replace(quote === '"' ? /["\\$`]/g : /[^\p{L}\p{N}_./:@%+=,-]/gu, "\\$&");
}
