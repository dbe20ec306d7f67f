// Line diffs of two texts, with one line of context and the changed words marked.
import { compareTexts, type ComparedTexts, linesOf } from "./compared-texts.ts";
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
import type { ChangedRun } from "./word-marks.ts";

const defaultMaxLines = 100;

/** The hunks of a diff; each begins with the number of its first line in the new text. */
export function diffText(before: string, after: string, size: DiffSize): DiffLine[] {
  return comparedLines(compareTexts(before, after), size);
}

/** The hunks of the diff of two texts that are compared already, or that other outputs show too. */
export function comparedLines(texts: ComparedTexts, size: DiffSize): DiffLine[] {
  const { before, after } = texts;
  const ends = [lineEnds(before), lineEnds(after)];
  if (ends.includes("LF") && ends.includes("CRLF")) {
    const [from, to] = ends;
    const rest = diffText(withLf(before), withLf(after), size);
    return [noteLine(`(all line ends change from ${from} to ${to})`), ...rest];
  }
  const { isValue = false, isExcerpt = false, symbols } = size;
  const runs = texts.runs();
  if (!runs) return replacedText(linesOf(before), linesOf(after), size);
  const isNumbered = !isValue && !isExcerpt;
  const lines = hunksOf(runs, after === "" ? [] : linesOf(after), isExcerpt ? 0 : 1).flatMap(
    (hunk, index) => {
      const note = isNumbered ? `@@ ${hunk.newStart + 1} @@` : symbols.ellipsis;
      const hasNote = isNumbered || index > 0;
      const shown = hunk.parts.flatMap((part) =>
        typeof part === "string" ? [contextLine(part, size)] : replacedLines(part, size),
      );
      return [...(hasNote ? [noteLine(note)] : []), ...shown];
    },
  );
  return limitSides(lines, size);
}

/** Changed runs with the lines around and between them. */
interface Hunk {
  /** The number of lines of the new text before it. */
  readonly newStart: number;
  readonly parts: (ChangedRun | string)[];
}

/** The changed runs with `context` lines around each. Runs are in one hunk if these lines meet. */
function hunksOf(runs: readonly ChangedRun[], lines: readonly string[], context: number): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, run] of runs.entries()) {
    const end = run.newStart + run.added.length;
    const next = runs[index + 1]?.newStart ?? Number.POSITIVE_INFINITY;
    const previous = runs[index - 1];
    const isNear =
      previous && run.newStart - previous.newStart - previous.added.length <= 2 * context;
    const start = Math.max(0, run.newStart - context);
    if (!isNear) hunks.push({ newStart: start, parts: lines.slice(start, run.newStart) });
    const meetsNext = next - end <= 2 * context;
    hunks.at(-1)!.parts.push(run, ...lines.slice(end, meetsNext ? next : end + context));
  }
  return hunks;
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

function replacedLines({ removed, added, unended, marks }: ChangedRun, size: DiffSize): DiffLine[] {
  const sides = { removed, added };
  const marked = marks();
  const arePairs = removed.length === added.length;
  const commonRoom = arePairs ? undefined : excerptRoom([...marked.removed, ...marked.added], size);
  const roomAt = (index: number): number | undefined =>
    arePairs ? excerptRoom([marked.removed[index], marked.added[index]], size) : commonRoom;
  return (["removed", "added"] as const).flatMap((type) => [
    ...sides[type].map((text, index) =>
      changedLine(type, { text, marks: marked[type][index], room: roomAt(index) }, size),
    ),
    ...(unended.includes(type) ? [noteLine("(no line ending after this)")] : []),
  ]);
}
