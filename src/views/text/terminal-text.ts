// Colours, escaping and line breaking for all text output. Colour never carries meaning alone.
import stringWidth from "fast-string-width";
import pico from "picocolors";
import { invisibleCharacters } from "../../engine/text/invisible-characters.ts";

type Colors = ReturnType<typeof pico.createColors>;

/** The symbols of the program's own text. Text of definitions and of the service is not changed. */
export interface Symbols {
  readonly done: string;
  readonly failed: string;
  readonly pending: string;
  readonly separator: string;
  readonly arrow: string;
  readonly backArrow: string;
  readonly ellipsis: string;
  readonly minus: string;
  /** A blank at the end of a line, and in other places where it must be visible. */
  readonly blank: string;
}

export const unicodeSymbols: Symbols = {
  done: "✓",
  failed: "✗",
  pending: "·",
  separator: "·",
  arrow: "→",
  backArrow: "←",
  ellipsis: "…",
  minus: "−",
  blank: "·",
};

/** For locales without Unicode. The first three have one width. */
export const asciiSymbols: Symbols = {
  done: "ok",
  failed: "x ",
  pending: "- ",
  separator: "-",
  arrow: "->",
  backArrow: "<-",
  ellipsis: "...",
  minus: "-",
  blank: "\\u{20}",
};

/** How text is laid out on a stream. */
export interface Screen {
  readonly colors: Colors;
  readonly symbols: Symbols;
  /** Characters per line. */
  readonly width: number;
  /** Breaks sentences that are longer than a line between words. */
  readonly wraps: boolean;
}

/** `wraps` for terminals only: files and logs keep long lines. The width is limited to 60 to 160. */
export function createScreen(
  color: boolean,
  width: number,
  wraps = false,
  symbols: Symbols = unicodeSymbols,
): Screen {
  const limited = Math.max(60, Math.min(width, 160));
  return { colors: pico.createColors(color), symbols, width: limited, wraps };
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/**
 * The commands of workflow runners: `::error::` at the start of a line, and `##[error]` and
 * `##vso[…]` anywhere in it.
 */
const workflowCommand = /^\s*::|##(?=\w*\[)/g;

/** The text with invisible characters and workflow commands escaped: `\u{202e}`. */
export function escapeText(text: string): string {
  return text
    .replace(invisibleCharacters, (character) => {
      const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
      return short ?? escape(character);
    })
    .replace(workflowCommand, (match) => `${match.slice(0, -1)}${escape(match.at(-1)!)}`);
}

/** A line of text with tabs as four spaces, and all else escaped as in `escapeText`. */
export function escapeLine(line: string): string {
  return escapeText(line.replaceAll("\t", "    "));
}

/** The further indentation of all lines of a sentence but the first. */
const hangingIndent = "    ";

/** Those that sentences contain. */
const shownSigns = ["ellipsis", "arrow", "minus"] as const;

/** A sentence, escaped and indented, broken into lines between words if the screen wraps. */
export function wrapSentence(sentence: string, screen: Screen, indent = "  "): string[] {
  const { width, wraps, symbols } = screen;
  const text = shownSigns.reduce(
    (shown, sign) => shown.replaceAll(unicodeSymbols[sign], symbols[sign]),
    escapeText(sentence),
  );
  const isCopied = text.startsWith(" ");
  if (!wraps || isCopied || stringWidth(indent + text) <= width) return [indent + text];
  const [first = "", ...words] = wordsOf(text, width - indent.length - hangingIndent.length);
  const lines = [indent + first];
  for (const word of words) {
    const line = `${lines.at(-1)!} ${word}`;
    if (stringWidth(line) <= width) lines[lines.length - 1] = line;
    else lines.push(indent + hangingIndent + escapeText(word)); // it may begin with ::
  }
  return lines;
}

/** The words of a sentence. A command at its end that fits into a line is one word: it is copied. */
function wordsOf(text: string, room: number): string[] {
  const [command = ""] = /(?<=: )promptctl .*$/.exec(text) ?? [];
  if (command === "" || stringWidth(command) > room) return text.split(" ");
  return [...text.slice(0, -command.length - 1).split(" "), command];
}

/**
 * At most `width` characters (an emoji of several code points is one): cut in the middle, between
 * words if there are some.
 */
export function truncateMiddle(
  text: string,
  width: number,
  { ellipsis }: Pick<Symbols, "ellipsis"> = unicodeSymbols,
): string {
  if (text.length <= width) return text;
  const margin = width * 32; // segmenting a text of megabytes takes seconds
  const ends = text.length > 2 * margin ? text.slice(0, margin) + text.slice(-margin) : text;
  const characters = charactersOf(ends);
  if (characters.length <= width) return text;
  const room = width - ellipsis.length;
  const left = Math.ceil(room / 2);
  const right = characters.length - (room - left);
  const start = withoutPartialWord(characters.slice(0, left), characters[left]!);
  const end = withoutPartialWord(characters.slice(right).toReversed(), characters[right - 1]!);
  return `${start.join("")}${ellipsis}${end.toReversed().join("")}`;
}

/** At most `width` characters: cut at the end, between words if there are some. */
export function truncateEnd(
  text: string,
  width: number,
  { ellipsis }: Pick<Symbols, "ellipsis"> = unicodeSymbols,
): string {
  if (text.length <= width) return text;
  const characters = charactersOf(text.slice(0, width * 32));
  if (characters.length <= width) return text;
  const room = width - ellipsis.length;
  const start = withoutPartialWord(characters.slice(0, room), characters[room]!);
  return `${start.join("")}${ellipsis}`;
}

/** What a reader sees as characters. Segmenting is slow: a report of long replies took seconds. */
function charactersOf(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return text.split("");
  return Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
}

/** What separates words in texts, names and paths. */
const separator = /^[\s/_.,:;()-]/;

/** Removes the word at the end if `next` continues it, unless that removes half of the characters. */
function withoutPartialWord(characters: readonly string[], next: string): readonly string[] {
  const end = characters.findLastIndex((character) => separator.test(character)) + 1;
  if (separator.test(next) || end <= characters.length / 2) return characters;
  return characters.slice(0, end);
}

/** `1 prompt`, `2 prompts`. */
export function pluralize(number: number, word: string): string {
  return `${number} ${number === 1 ? word : `${word}s`}`;
}
