// promptctl completion: prints the completion script of a shell, and the candidates that it asks for.
import type { Command } from "commander";
import { completionScripts, type Shell } from "../views/code/completion-scripts.ts";
import type { CommandHost } from "./host/command-host.ts";
import { completionsOf } from "./completions.ts";
import { insertedText, lineOfWords, parseLine } from "./shell-line.ts";

export interface CompletionFlags {
  readonly complete?: boolean;
}

/**
 * Prints the script of a shell. With --complete, prints what a script asks for: first the kind of
 * paths to offer (none, files or folders), then a candidate per line, with its description after a
 * tab. Exit code 0.
 */
export async function completionCommand(
  host: CommandHost,
  shell: Shell,
  words: readonly string[],
  { complete }: CompletionFlags,
  { parent: program }: Command,
): Promise<number> {
  if (!complete) {
    host.out(completionScripts[shell]);
    return 0;
  }
  const line = shell === "bash" ? parseLine(words.join(" ")) : lineOfWords(shell, words);
  const { paths, candidates } = await completionsOf(host, program!, line.words);
  const lines = candidates
    .filter(({ value }) => !/\p{Cc}/u.test(value)) // a line per candidate
    .map(({ value, description }) => `${insertedText(shell, line, value)}\t${description}`);
  host.out([paths, ...lines].map((each) => `${each}\n`).join(""));
  return 0;
}
