// Colours and safe text: what every text view uses. Never colour alone: each symbol has its word.
import pico from "picocolors";
import { invisibleCharacters } from "../engine/model/invisible-characters.ts";

type Colors = ReturnType<typeof pico.createColors>;

/** How a text view may draw. */
export interface Screen {
  readonly colors: Colors;
  /** Characters per line. */
  readonly width: number;
  /** Whether sentences are broken between words where they are longer than a line. */
  readonly wraps: boolean;
}

/** `wraps` where a person looks at it; what goes to a file or a log keeps its lines. */
export function createScreen(color: boolean, width: number, wraps = false): Screen {
  return { colors: pico.createColors(color), width: Math.max(60, Math.min(width, 160)), wraps };
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/**
 * What runners of workflows take for commands: `::error::` where a line begins, and `##[error]`
 * and `##vso[…]` anywhere in it.
 */
const command = /^\s*::|##(?=\w*\[)/g;

/** The text with everything that could act on a terminal or a runner shown as an escape: `\u{202e}`. */
export function escapeText(text: string): string {
  return text
    .replace(invisibleCharacters, (found) => {
      const named = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[found];
      return named ?? escape(found);
    })
    .replace(command, (found) => `${found.slice(0, -1)}${escape(found.at(-1)!)}`);
}

/** A line of a text, tabs kept as spaces. */
export function escapeLine(line: string): string {
  return escapeText(line.replaceAll("\t", "    "));
}

/** Characters as a reader counts them: an emoji of several parts is one. Made when it is needed: that takes 10 ms. */
let graphemes: Intl.Segmenter | undefined;

/** A sentence, safe to show, on lines of its own with this indentation. */
export function wrapSentence(sentence: string, { width, wraps }: Screen, indent = "  "): string[] {
  const text = escapeText(sentence);
  const room = width - indent.length;
  if (!wraps || text.length <= room || text.startsWith(" ")) return [indent + text]; // lines to copy begin so
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1)!;
    const longer = last === "" ? word : `${last} ${word}`;
    if (longer.length <= room || last === "") lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => indent + line);
}

/** Cut in the middle where it is longer than so many characters. */
export function truncateMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const enough = width * 32; // no more is looked at, however long it is
  const ends = text.length > 2 * enough ? text.slice(0, enough) + text.slice(-enough) : text;
  graphemes ??= new Intl.Segmenter("en");
  const characters = Array.from(graphemes.segment(ends), ({ segment }) => segment);
  if (characters.length <= width) return text;
  const left = Math.ceil((width - 1) / 2);
  return `${characters.slice(0, left).join("")}…${characters.slice(characters.length - (width - 1 - left)).join("")}`;
}

/** `1 prompt`, `2 prompts`. */
export function pluralize(number: number, word: string): string {
  return `${number} ${number === 1 ? word : `${word}s`}`;
}
