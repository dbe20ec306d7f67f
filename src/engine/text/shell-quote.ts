// Quotes arguments of suggested commands for a POSIX shell.
import { invisibleCharacters } from "./invisible-characters.ts";

/** Quotes a text as one argument. Invisible characters are escaped as in Bash and Zsh. */
export function shellQuote(argument: string): string {
  if (/^[\w./:@%+=-]+$/.test(argument)) return argument;
  if (argument.search(invisibleCharacters) < 0)
    return `'${argument.replaceAll("'", "'\\''").replace(/##(?=\w*\[)/g, "#''#")}'`; // never a workflow command of a GitHub runner
  const plain = argument.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  return `$'${plain.replace(invisibleCharacters, escaped)}'`;
}

function escaped(character: string): string {
  const digits = character.codePointAt(0)!.toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
