// Markdown for untrusted text. Text from definitions and the service is only put in code spans and
// fences, where mentions, references, links, images and HTML have no effect.
import {
  createScreen,
  escapeLine,
  escapeText,
  pluralize,
  truncateMiddle,
  wrapSentence,
} from "./terminal-text.ts";

/** Masks API keys and texts that look like secrets. */
export type Mask = (text: string, key?: string) => string;

/** The maximum number of characters of a line in a fence. */
const maxLineLength = 500;

/** A text on one line as a code span, cut to `max` characters. */
export function codeSpan(text: string, mask: Mask, max = 200): string {
  const shown = shorten(escapeText(mask(text)), max);
  if (shown.trim() === "") return "`(blank)`";
  const marks = "`".repeat(longestBacktickRun(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${marks}${pad}${shown}${pad}${marks}`;
}

/**
 * Lines in a code fence, cut to `max` characters. The fence is longer than all runs of backticks in
 * the lines.
 */
export function codeFence(
  info: "diff" | "text",
  lines: readonly string[],
  mask: Mask,
  max: number = maxLineLength,
): string {
  const shown = lines.map((line) => shorten(escapeLine(mask(line)), max));
  const marks = "`".repeat(Math.max(3, longestBacktickRun(shown.join("\n")) + 1));
  return [`${marks}${info}`, ...shown, marks].join("\n");
}

/** Sentences in a `text` fence, wrapped to the width of a comment. */
export function textFence(sentences: readonly string[], mask: Mask): string {
  const page = createScreen(false, 100, true);
  const lines = sentences.flatMap((sentence) =>
    sentence
      .split("\n")
      .flatMap((line, index) => wrapSentence(mask(line), page, index === 0 ? "" : "  ")),
  );
  return codeFence("text", lines, mask);
}

/**
 * Cuts a text in the middle. A visible character can consist of many code units, so both are
 * limited. Replaces a run of more than 16 backticks by its length: GitHub's parser supports spans
 * with up to 80 backticks and fences with up to 255.
 */
function shorten(text: string, max: number): string {
  const cut = truncateMiddle(text, max);
  const shorter =
    cut.length <= 4 * max ? cut : `${cut.slice(0, 2 * max).replace(/[\uD800-\uDBFF]$/, "")}…`;
  return shorter.replace(/`{17,}/g, (run) => `\\u{60}(${run.length} times)`);
}

function longestBacktickRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((max, { length }) => Math.max(max, length), 0);
}

/** A size limit, in the units that `size` counts. */
export interface SizeLimit {
  readonly max: number;
  size(text: string): number;
}

/** No limit. */
export const unlimited: SizeLimit = { max: Number.POSITIVE_INFINITY, size: (text) => text.length };

interface FittingOptions {
  readonly separator?: string | undefined;
  /** What the caller adds for each piece that is left. */
  readonly namesOfLeft?: readonly string[];
}

/**
 * Joins the pieces that fit into `max`, in their order. Skips pieces that are too long: `left` has
 * their indexes.
 */
export function takeFitting(
  pieces: readonly string[],
  max: number,
  { size }: SizeLimit,
  { separator = "\n\n", namesOfLeft = [] }: FittingOptions = {},
): { readonly text: string; readonly size: number; readonly left: readonly number[] } {
  const taken: string[] = [];
  const left: number[] = [];
  const nameSizes = namesOfLeft.map(size);
  let used = nameSizes.reduce((sum, each) => sum + each, 0);
  for (const [index, piece] of pieces.entries()) {
    const pieceSize = size(piece + separator) - (nameSizes[index] ?? 0);
    if (used + pieceSize > max) {
      left.push(index);
      continue;
    }
    used += pieceSize;
    taken.push(piece);
  }
  return { text: taken.join(separator), size: used, left };
}

/** The text around a plan or diagnostics, and the size limit. */
export interface MarkdownPageOptions {
  /** The text of the heading. Here and below, text from definitions must be in code spans. */
  readonly heading: string;
  /** The first paragraphs. */
  readonly lead?: readonly string[];
  /** The last paragraph. */
  readonly foot?: string;
  /** Where omitted parts can be read, for example ` in the job summary`; empty if nowhere. */
  readonly elsewhere: string;
  readonly mask: Mask;
  readonly limit: SizeLimit;
}

/** A list on a page. Pieces that exceed the size limit are omitted and counted. */
export interface MarkdownSection {
  readonly pieces: readonly string[];
  /** Names an omitted piece in the count, for example `more change`. */
  readonly noun: string;
  /** Before the count of omitted pieces, for example `the details of`. */
  readonly omittedPrefix?: string;
  /** The names of what the pieces show, in Markdown: those of omitted pieces are listed. */
  readonly names?: readonly string[];
  /** Describes omitted pieces after their count, for example `: 7 prompts to update`. */
  describeOmitted?(indexes: readonly number[]): string;
  /** The part of the free size that the section may use, by default all. */
  readonly share?: number;
  readonly separator?: string;
  /** Hides the pieces until the reader opens this title. */
  readonly foldedUnder?: string;
}

/** Describes the omitted pieces of a section by the items that they show. */
export function omittedCounts<Item>(
  items: readonly Item[],
  countItems: (omitted: readonly Item[]) => string,
): Pick<MarkdownSection, "describeOmitted"> {
  return { describeOmitted: (indexes) => `: ${countItems(indexes.map((index) => items[index]!))}` };
}

/** Reserved for the sentences about omitted parts, and for the tags around the details. */
const reservedSize = 600;

/**
 * A page: heading, lead, `paragraphs`, the sections within the size limit, foot. Ends with a
 * newline.
 */
export function markdownPage(
  { heading, lead = [], foot, elsewhere, limit }: MarkdownPageOptions,
  paragraphs: readonly string[] = [],
  sections: readonly MarkdownSection[] = [],
): string {
  const head = [`### ${heading}`, ...lead, ...paragraphs];
  const tail = foot === undefined ? [] : [foot];
  let free = limit.max - limit.size([...head, ...tail, ""].join("\n\n")) - reservedSize;
  const body = sections.flatMap((section) => {
    const { pieces, noun, share = 1, separator, foldedUnder } = section;
    const names = (section.names ?? []).map((name) => `, ${name}`);
    const isNamed = limit.size(names.join("")) <= (free * share) / 2;
    const options = { separator, namesOfLeft: isNamed ? names : [] };
    const { text, size, left } = takeFitting(pieces, free * share, limit, options);
    free -= size;
    const described = section.describeOmitted?.(left) ?? "";
    const prefix = section.omittedPrefix === undefined ? "" : `${section.omittedPrefix} `;
    const omitted = `${prefix}${pluralize(left.length, noun)}${elsewhere}${described}`;
    const named = isNamed ? left.map((index) => names[index] ?? "").join("") : "";
    const parts = [text, left.length === 0 ? "" : `And ${omitted}${named}.`].filter(Boolean);
    if (foldedUnder === undefined || parts.length === 0) return parts;
    return [`<details><summary>${foldedUnder}</summary>`, ...parts, "</details>"];
  });
  return `${[...head, ...body, ...tail].join("\n\n")}\n`;
}
