// Markdown in which no text of others can act: it stands in code spans and fences, where mentions,
// references, links, images and HTML mean nothing, and nothing but these two holds any.
import { truncateMiddle, escapeText, escapeLine } from "./terminal-text.ts";

/** Takes out of a text what must not be shown: keys, and what looks like one. */
export type Mask = (text: string) => string;

/** GitHub's parser knows code spans of up to 80 backticks and fences of up to 255: long runs are told. */
const longestRun = 16;

/** So many characters of a line of somebody's text are shown. */
const longestLine = 500;

/** A text on one line, as code; `most` characters of it are shown. */
export function codeSpan(text: string, mask: Mask, most = 200): string {
  const said = shortRuns(shortened(escapeText(mask(text)), most));
  if (said.trim() === "") return "`(blank)`";
  const marks = "`".repeat(longestRunOf(said) + 1);
  const pad = /^[` ]|[` ]$/.test(said) ? " " : "";
  return `${marks}${pad}${said}${pad}${marks}`;
}

/** Lines in a fence that is longer than any run of backticks in them. `info`: a word of ours. */
export function codeFence(info: "diff" | "text", lines: readonly string[], mask: Mask): string {
  const said = lines.map((line) => shortRuns(shortened(escapeLine(mask(line)), longestLine)));
  const marks = "`".repeat(Math.max(3, longestRunOf(said.join("\n")) + 1));
  return [`${marks}${info}`, ...said, marks].join("\n");
}

/** Cut in the middle; one character as a reader counts them may be made of very many. */
function shortened(text: string, most: number): string {
  const cut = truncateMiddle(text, most);
  return cut.length <= 4 * most
    ? cut
    : `${cut.slice(0, 2 * most).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function shortRuns(text: string): string {
  return text.replace(/`{17,}/g, (run) => `\\u{60}(${run.length} times)`);
}

function longestRunOf(text: string): number {
  return Math.min(
    longestRun,
    Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)),
  );
}

/** How much of a page there is: so many units of what `size` counts. */
export interface SizeLimit {
  readonly max: number;
  size(text: string): number;
}

/** No end of it. */
export const unlimited: SizeLimit = { max: Number.POSITIVE_INFINITY, size: (text) => text.length };

/** What of some pieces fits into a share of the room, in their order, and how many do not. */
export function takeFitting(
  pieces: readonly string[],
  most: number,
  { size }: SizeLimit,
  separator = "\n\n",
): { readonly text: string; readonly size: number; readonly left: number } {
  const taken: string[] = [];
  let used = 0;
  for (const piece of pieces) {
    const wants = size(piece + separator);
    if (used + wants > most) continue;
    used += wants;
    taken.push(piece);
  }
  return { text: taken.join(separator), size: used, left: pieces.length - taken.length };
}
