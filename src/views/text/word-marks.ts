// Finds the changed words in lines that replace other lines.
import { shareWords } from "./shared-words.ts";
import { wordDiff } from "./word-diff.ts";

/** A part of a line. `isMarked`: it differs from the line that it replaces or that replaces it. */
export interface Segment {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The segments of a line; undefined if it has too little in common with its counterpart. */
export type MarkedLine = readonly Segment[] | undefined;

/** A line with a smaller share of common characters is new as a whole. */
const minCommonShare = 1 / 3;

/** The marks of removed lines and of those added in their place. */
export interface MarkedLines {
  readonly removed: readonly MarkedLine[];
  readonly added: readonly MarkedLine[];
}

/** Removed lines, and the lines added in their place. */
export interface ChangedRun {
  /** The number of lines of the new text before it. */
  readonly newStart: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The sides whose last line has no line end. */
  readonly unended: readonly ("removed" | "added")[];
  /** The changed words of the lines. */
  marks(): MarkedLines;
}

/**
 * Marks the changed words of removed lines and of the lines added in their place: of each pair if
 * there are as many, otherwise of all lines together. A mark is empty where the other side has more
 * words.
 */
export function markWords(removed: readonly string[], added: readonly string[]): MarkedLines {
  if (removed.length !== added.length) return markTexts(removed, added);
  const pairs = removed.map((line, index) => markTexts([line], [added[index]!]));
  return {
    removed: pairs.flatMap((pair) => pair.removed),
    added: pairs.flatMap((pair) => pair.added),
  };
}

function markTexts(removed: readonly string[], added: readonly string[]): MarkedLines {
  const none = { removed: removed.map(() => undefined), added: added.map(() => undefined) };
  if (removed.length === 0 || added.length === 0) return none;
  if (!shareWords(removed, added, minCommonShare)) return none;
  const pairs = wordDiff(removed.join("\n"), added.join("\n"));
  if (!pairs) return none;
  const before = toLines(pairs.map((pair) => ({ text: pair.before, isMarked: !pair.isEqual })));
  const after = toLines(pairs.map((pair) => ({ text: pair.after, isMarked: !pair.isEqual })));
  if (removed.length > 1 || added.length > 1)
    return { removed: before.map(ifSimilar), added: after.map(ifSimilar) };
  return ifSimilar(before[0]!) || ifSimilar(after[0]!) ? { removed: before, added: after } : none;
}

/** Splits segments at line breaks. */
function toLines(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [[]];
  for (const { text, isMarked } of segments)
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "" || isMarked) lines.at(-1)!.push({ text: part, isMarked });
    }
  return lines;
}

/** The line if it has enough in common with its counterpart. Blanks do not count. */
function ifSimilar(line: readonly Segment[]): MarkedLine {
  let common = 0;
  let total = 0;
  for (const { text, isMarked } of line) {
    const size = text.replaceAll(" ", "").length;
    total += size;
    if (!isMarked) common += size;
  }
  return total > 0 && common / total >= minCommonShare ? line : undefined;
}
