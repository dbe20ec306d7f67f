// One line of a diff: what is cut of it, and how it looks with and without colour.
import { escapeLine, type Screen, type Symbols } from "./terminal-text.ts";
import { visibleText } from "./visible-text.ts";
import type { MarkedLine, Segment } from "./word-marks.ts";

export interface DiffLine {
  /** `note`: a line number, or a remark in parentheses. */
  readonly type: "note" | "context" | "removed" | "added";
  /** Escaped. Changed words are marked; a line that is new as a whole has no marks. */
  readonly segments: readonly Segment[];
}

/** How much of a diff is shown. */
export interface DiffSize {
  /** Characters per line. Longer lines are shown around their changes. */
  readonly width: number;
  /** Shows everything. */
  readonly full?: boolean;
  /** Further lines are only counted. */
  readonly maxLines?: number;
  /** Where the rest can be read, for example ` with --full`; empty if nowhere. */
  readonly elsewhere: string;
  readonly symbols: Pick<Symbols, "ellipsis" | "blank">;
  /** The texts are the lines of a value: their numbers are not shown. */
  readonly isValue?: boolean;
  /** Shows neither line numbers nor the lines around the changed ones. */
  readonly isExcerpt?: boolean;
}

/** The maximum number of characters of a changed stretch, and of a line, unless all is shown. */
const maxStretch = 1000;
const maxLine = 4000;

/** A line with a line number or a remark. */
export function noteLine(text: string): DiffLine {
  return { type: "note", segments: [{ text, isMarked: false }] };
}

/** A line without changes; its end is cut if it is long. */
export function contextLine(text: string, { width, full, symbols }: DiffSize): DiffLine {
  const { ellipsis } = symbols;
  const isWhole = full || text.length <= width;
  const shown = isWhole ? text : cutBefore(text, width - ellipsis.length) + ellipsis;
  return { type: "context", segments: [{ text: escapeLine(shown), isMarked: false }] };
}

/** A line that only one side has, or that has little in common with its counterpart. */
export function wholeLine(type: "removed" | "added", text: string, size: DiffSize): DiffLine {
  return { type, segments: [segmentOf({ text, isMarked: false }, true, size)] };
}

/** A changed line. `room`: what a cut leaves next to its changes; undefined for the whole line. */
interface ChangedLine {
  readonly text: string;
  readonly marks: MarkedLine;
  readonly room: number | undefined;
}

/** A changed line. Long parts that did not change are cut. */
export function changedLine(
  type: "removed" | "added",
  { text, marks, room }: ChangedLine,
  size: DiffSize,
): DiffLine {
  if (!marks) return wholeLine(type, text, size);
  const excerpt = room === undefined ? marks : excerptOf(marks, room, size);
  const segments = excerpt.map((segment, index) =>
    segment.isMarked
      ? segmentOf(segment, index === excerpt.length - 1, size)
      : { ...segment, text: escapeLine(segment.text) },
  );
  return { type, segments: limit(withoutCommands(segments), size) };
}

/** Escapes what is a command of a workflow runner only together with the next segments: `##[error]`. */
function withoutCommands(segments: readonly Segment[]): Segment[] {
  return segments.map((segment, index) => {
    const [end = ""] = /#+\w*$/.exec(segment.text) ?? [];
    if (end === "") return segment;
    const rest = segments.slice(index + 1).map(({ text }) => text);
    if (!/^#*##\w*\[/.test(end + rest.join(""))) return segment;
    return { ...segment, text: segment.text.replace(/#(?=\w*$)/, "\\u{23}") };
  });
}

/** A changed stretch, with its invisible characters made visible. */
function segmentOf({ text, isMarked }: Segment, endsLine: boolean, size: DiffSize): Segment {
  const { full, symbols } = size;
  if (full || text.length <= maxStretch)
    return { text: visibleText(text, symbols.blank, endsLine), isMarked };
  const start = cutBefore(text, maxStretch);
  const rest = omitted(text.length - start.length, size);
  return { text: visibleText(start, symbols.blank, false) + rest, isMarked };
}

/** Cuts a line with so many changes that it is long even without its unchanged parts. */
function limit(segments: readonly Segment[], size: DiffSize): readonly Segment[] {
  const length = (list: readonly Segment[]): number =>
    list.reduce((sum, { text }) => sum + text.length, 0);
  if (size.full || length(segments) <= maxLine) return segments;
  const end = segments.findIndex((_item, index) => length(segments.slice(0, index + 1)) > maxLine);
  const shown = segments.slice(0, Math.max(end, 1));
  const rest = omitted(length(segments.slice(shown.length)), size);
  return [...shown, { text: rest, isMarked: false }];
}

function omitted(characters: number, { elsewhere, symbols }: DiffSize): string {
  return `${symbols.ellipsis} (${characters} more characters${elsewhere})`;
}

/**
 * How many characters a cut leaves next to the changes of lines that replace each other: the same in
 * all, so that none loses words that another one shows. Undefined if all fit.
 */
export function excerptRoom(
  lines: readonly MarkedLine[],
  { width, full }: DiffSize,
): number | undefined {
  const lengthOf = (line: readonly Segment[]): number =>
    line.reduce((sum, { text }) => sum + text.length, 0);
  const marked = lines.filter((line) => line !== undefined);
  if (full || marked.every((line) => lengthOf(line) <= width)) return undefined;
  const rooms = marked.map((line) => {
    const marks = line.filter(({ isMarked }) => isMarked);
    return Math.floor((width - lengthOf(marks)) / (2 * Math.max(marks.length, 1))) - 2;
  });
  return Math.max(15, Math.min(40, ...rooms));
}

/** The marked segments, and what is next to them of the others. */
function excerptOf(line: readonly Segment[], room: number, { symbols }: DiffSize): Segment[] {
  return line.map((segment, index) => {
    const { text, isMarked } = segment;
    const isFirst = index === 0;
    const isLast = index === line.length - 1;
    if (isMarked || text.length <= room * (isFirst || isLast ? 1 : 2) + 3) return segment;
    const start = isFirst ? "" : startOf(text, room);
    const end = isLast ? "" : endOf(text, room);
    return { text: start + symbols.ellipsis + end, isMarked };
  });
}

/** The first `room` characters, up to the end of a word if there is one. */
function startOf(text: string, room: number): string {
  const start = cutBefore(text, room);
  const blank = start.search(/\s\S*$/);
  return blank > room / 2 ? start.slice(0, blank + 1) : start;
}

/** The last `room` characters, from the start of a word if there is one. */
function endOf(text: string, room: number): string {
  const end = text.slice(text.length - room).replace(/^[\uDC00-\uDFFF]/, "");
  const blank = end.search(/\s/);
  return blank >= 0 && blank < room / 2 ? end.slice(blank) : end;
}

/** The first `length` code units, without half a character at the end. */
export function cutBefore(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

const prefixes = { note: "", context: "  ", removed: "- ", added: "+ " } as const;

/** A line without colour: changed words as `[-old-]` and `{+new+}`. */
export function plainDiffLine(line: DiffLine): string {
  const [open, close] = line.type === "removed" ? ["[-", "-]"] : ["{+", "+}"];
  return joinSegments(line, (text) => open + text + close);
}

/** A line for a terminal: with colour, changed words are inverse. */
export function diffLineText(line: DiffLine, colors: Screen["colors"]): string {
  if (!colors.isColorSupported) return plainDiffLine(line);
  const paint = { note: colors.dim, context: String, removed: colors.red, added: colors.green };
  return paint[line.type](joinSegments(line, colors.inverse));
}

function joinSegments({ type, segments }: DiffLine, mark: (text: string) => string): string {
  const texts = segments.map(({ text, isMarked }) => (isMarked && text !== "" ? mark(text) : text));
  return prefixes[type] + texts.join("");
}
