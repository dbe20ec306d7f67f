// Line diffs of two texts, with one line of context and the changed words marked.
import { structuredPatch, type StructuredPatchHunk } from "diff";
import {
  changedLine,
  contextLine,
  type DiffLine,
  type DiffSize,
  excerptRoom,
  noteLine,
  wholeLine,
} from "./diff-line.ts";
import { pluralize } from "./terminal-text.ts";
import { markWords } from "./word-marks.ts";

/** With more changed lines than this, a diff is slow and of no use to a reader. */
const maxEdits = 1000;
const defaultMaxLines = 100;

/** The hunks of a diff; each begins with the number of its first line in the new text. */
export function diffText(before: string, after: string, size: DiffSize): DiffLine[] {
  const ends = [lineEnds(before), lineEnds(after)];
  if (ends.includes("LF") && ends.includes("CRLF")) {
    const [from, to] = ends;
    const rest = diffText(withLf(before), withLf(after), size);
    return [noteLine(`(all line ends change from ${from} to ${to})`), ...rest];
  }
  const { isValue = false, isExcerpt = false, symbols } = size;
  const hunks = hunksOf(before, after, isExcerpt ? 0 : 1);
  if (!hunks) return replacedText(linesOf(before), linesOf(after), size);
  const lines = hunks.flatMap(({ newStart, lines: hunk }, index) => {
    const isNumbered = !isValue && !isExcerpt;
    const note = isNumbered ? `@@ ${newStart} @@` : symbols.ellipsis;
    const hasNote = isNumbered || index > 0;
    return [...(hasNote ? [noteLine(note)] : []), ...hunkLines(hunk, size)];
  });
  return limitSides(lines, size);
}

/** Cuts a long diff on both sides, so that many removed lines do not hide the added ones. */
function limitSides(lines: DiffLine[], size: DiffSize): DiffLine[] {
  const { full, maxLines = defaultMaxLines } = size;
  if (full || lines.length <= maxLines) return lines;
  const half = Math.floor(maxLines / 2); // one side cannot take it from the other
  const count = (type: DiffLine["type"]): number =>
    lines.filter((line) => line.type === type).length;
  const [removed, added] = [count("removed"), count("added")];
  const left = {
    removed: Math.max(half, maxLines - added),
    added: Math.max(half, maxLines - removed),
  };
  const kept = lines.filter(({ type }) =>
    type === "removed" || type === "added" ? left[type]-- > 0 : left.removed + left.added > 0,
  );
  return limitLines(kept, size, lines.length);
}

/** How many lines of a text are removed and added, in how many places. `key`: equal for texts with the same ones. */
export function changedLines(
  before: string,
  after: string,
): {
  readonly removed: number;
  readonly added: number;
  readonly places: number;
  readonly key: string;
} {
  const hunks = hunksOf(before, after, 0);
  if (!hunks) {
    const [removed, added] = [before, after].map((text) => linesOf(text).length);
    return { removed: removed!, added: added!, places: 1, key: JSON.stringify([before, after]) };
  }
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return {
    removed: count("-"),
    added: count("+"),
    places: hunks.length,
    key: JSON.stringify(hunks.map((hunk) => hunk.lines)),
  };
}

/** The changed parts with `context` lines around each; undefined if too many lines differ. */
export function hunksOf(
  before: string,
  after: string,
  context: number,
): readonly StructuredPatchHunk[] | undefined {
  const end = before.endsWith("\n") || after.endsWith("\n") ? "" : "\n"; // no note if both lack it
  const [old, current] = [before, after].map((text) => (text === "" ? text : text + end));
  const options = { context, maxEditLength: maxEdits };
  return structuredPatch("", "", old!, current!, "", "", options)?.hunks;
}

/** Two texts that differ in too many lines for a diff: all lines on `full`, else their numbers. */
function replacedText(
  removed: readonly string[],
  added: readonly string[],
  size: DiffSize,
): DiffLine[] {
  if (size.full)
    return [...wholeLines("removed", removed, size), ...wholeLines("added", added, size)];
  const change = `${pluralize(removed.length, "line")} become ${added.length}, nearly all of them new`;
  return [noteLine(`(${change}${size.elsewhere && `; all lines${size.elsewhere}`})`)];
}

/** Lines that only one side has. */
export function wholeLines(
  type: "removed" | "added",
  lines: readonly string[],
  size: DiffSize,
): DiffLine[] {
  return limitLines(
    lines.map((line) => wholeLine(type, line, size)),
    size,
  );
}

function limitLines(
  lines: DiffLine[],
  { full, elsewhere, maxLines = defaultMaxLines }: DiffSize,
  all = lines.length,
): DiffLine[] {
  if (full || all <= maxLines) return lines;
  const more = pluralize(all - Math.min(lines.length, maxLines), "more line");
  return [...lines.slice(0, maxLines), noteLine(`(${more}${elsewhere})`)];
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** How all lines of a text end; undefined if it is a single line or its lines end differently. */
function lineEnds(text: string): "LF" | "CRLF" | undefined {
  const all = text.split("\n").length - 1;
  const crlf = text.split("\r\n").length - 1;
  if (all === 0 || (crlf > 0 && crlf < all)) return undefined;
  return crlf === 0 ? "LF" : "CRLF";
}

function withLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Reads the lines of a hunk of a unified diff: each run of removed lines before the added ones. */
function hunkLines(lines: readonly string[], size: DiffSize): DiffLine[] {
  const found: DiffLine[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): void => {
    found.push(...replacedLines(removed, added, size));
    removed = [];
    added = [];
  };
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith("-")) removed.push(text);
    else if (line.startsWith("+")) added.push(text);
    else if (line.startsWith("\\")) (added.length > 0 ? added : removed).push(noLineEnd);
    else {
      flush();
      found.push(contextLine(text, size));
    }
  }
  flush();
  return found;
}

/** After the last line of a text without a line end. Lines contain no line feed. */
const noLineEnd = "\n";

function replacedLines(
  removed: readonly string[],
  added: readonly string[],
  size: DiffSize,
): DiffLine[] {
  const isLine = (text: string): boolean => text !== noLineEnd;
  const marks = markWords(removed.filter(isLine), added.filter(isLine));
  const arePairs = marks.removed.length === marks.added.length;
  const roomAt = (index: number): number | undefined => {
    const [old, now] = [marks.removed, marks.added];
    return excerptRoom(arePairs ? [old[index], now[index]] : [...old, ...now], size);
  };
  const shown = (type: "removed" | "added", lines: readonly string[]): DiffLine[] =>
    lines.map((text, index) => {
      if (!isLine(text)) return noteLine("(no line ending after this)");
      return changedLine(type, { text, marks: marks[type][index], room: roomAt(index) }, size);
    });
  return [...shown("removed", removed), ...shown("added", added)];
}
