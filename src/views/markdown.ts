// Markdown for untrusted text. Text from definitions and the service is only put in code spans and
// fences, where mentions, references, links, images and HTML have no effect.
import { truncateMiddle, escapeText, escapeLine } from "./terminal-text.ts";

/** Masks API keys and texts that look like secrets. */
export type Mask = (text: string) => string;

/**
 * The longest run of backticks that is shown as is. GitHub's parser supports code spans with up to 80
 * backticks and fences with up to 255.
 */
const maxBackticks = 16;

/** The maximum number of characters of a line in a fence. */
const maxLineLength = 500;

/** A text on one line as a code span, cut to `max` characters. */
export function codeSpan(text: string, mask: Mask, max = 200): string {
  const shown = describeLongRuns(shorten(escapeText(mask(text)), max));
  if (shown.trim() === "") return "`(blank)`";
  const marks = "`".repeat(longestBacktickRun(shown) + 1);
  const pad = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${marks}${pad}${shown}${pad}${marks}`;
}

/** Lines in a code fence. The fence is longer than all runs of backticks in the lines. */
export function codeFence(info: "diff" | "text", lines: readonly string[], mask: Mask): string {
  const shown = lines.map((line) =>
    describeLongRuns(shorten(escapeLine(mask(line)), maxLineLength)),
  );
  const marks = "`".repeat(Math.max(3, longestBacktickRun(shown.join("\n")) + 1));
  return [`${marks}${info}`, ...shown, marks].join("\n");
}

/** Cuts a text in the middle. A visible character can consist of many code units, so both are limited. */
function shorten(text: string, max: number): string {
  const cut = truncateMiddle(text, max);
  return cut.length <= 4 * max ? cut : `${cut.slice(0, 2 * max).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function describeLongRuns(text: string): string {
  return text.replace(/`{17,}/g, (run) => `\\u{60}(${run.length} times)`);
}

function longestBacktickRun(text: string): number {
  return Math.min(
    maxBackticks,
    Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)),
  );
}

/** A size limit, in the units that `size` counts. */
export interface SizeLimit {
  readonly max: number;
  size(text: string): number;
}

/** No limit. */
export const unlimited: SizeLimit = { max: Number.POSITIVE_INFINITY, size: (text) => text.length };

/** Joins the pieces that fit into `max`, in their order. Skips pieces that are too long; `left` counts them. */
export function takeFitting(
  pieces: readonly string[],
  max: number,
  { size }: SizeLimit,
  separator = "\n\n",
): { readonly text: string; readonly size: number; readonly left: number } {
  const taken: string[] = [];
  let used = 0;
  for (const piece of pieces) {
    const pieceSize = size(piece + separator);
    if (used + pieceSize > max) continue;
    used += pieceSize;
    taken.push(piece);
  }
  return { text: taken.join(separator), size: used, left: pieces.length - taken.length };
}
