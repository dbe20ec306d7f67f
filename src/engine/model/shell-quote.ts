// Words of commands that are suggested: pasted into a shell, each is one word that does nothing.
import { invisibleCharacters } from "./invisible-characters.ts";

/** As a shell takes it for one word; where characters cannot be seen, as Bash and Zsh escape them. */
export function shellQuote(word: string): string {
  if (/^[\w./:@%+=-]+$/.test(word)) return word;
  if (word.search(invisibleCharacters) < 0)
    return `'${word.replaceAll("'", "'\\''").replace(/##(?=\w*\[)/g, "#''#")}'`; // no command of a runner
  const plain = word.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  return `$'${plain.replace(invisibleCharacters, escaped)}'`;
}

function escaped(character: string): string {
  const digits = character.codePointAt(0)!.toString(16);
  return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
