// The words of an incomplete command line, and candidates as the shell inserts them.
import { type ShellWords, shellWords } from "../engine/text/shell-words.ts";
import type { Shell } from "../views/code/completion-scripts.ts";

/** The line of the words that Zsh and fish pass. The last word of fish has its quotes. */
export function lineOfWords(shell: Shell, words: readonly string[]): ShellWords {
  const last = words.at(-1) ?? "";
  const plain = shell === "fish" ? shellWords(last).words.join(" ") : last;
  return { words: [...words.slice(0, -1), plain], prefix: "", quote: undefined };
}

/** Parses a Bash command up to the cursor. */
export function parseLine(text: string): ShellWords {
  const { words, ...rest } = shellWords(text);
  return { ...rest, words: words.length > 1 ? words.slice(1) : [""] };
}

/** A candidate for the last word as text that the shell inserts. Zsh and fish quote it themselves. */
export function insertedText(shell: Shell, { prefix, quote }: ShellWords, value: string): string {
  if (shell !== "bash") return value;
  const rest = value.slice(prefix.length);
  if (quote === "'") return rest.replaceAll("'", "'\\''");
  return rest.replace(quote === '"' ? /["\\$`]/g : /[^\p{L}\p{N}_./:@%+=,-]/gu, "\\$&");
}
