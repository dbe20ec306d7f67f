// The lines of two texts that differ, with a line of context around them.
import { structuredPatch } from "diff";
import { type Screen, escapeLine } from "./terminal-text.ts";

export interface DiffLine {
  readonly sort: "place" | "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond so many changed lines nobody reads on, and comparing takes longer than it is worth. */
const mostEdits = 1000;
const mostLines = 100;

/** What differs, in hunks: each begins with the number of its first line in the new text. */
export function diffText(before: string, after: string): DiffLine[] {
  const end = before.endsWith("\n") || after.endsWith("\n") ? "" : "\n"; // said only where it differs
  const options = { context: 1, maxEditLength: mostEdits };
  const patch = structuredPatch("", "", before + end, after + end, "", "", options);
  if (!patch)
    return [note(`(${linesIn(before)} lines become ${linesIn(after)}, nearly all of them new)`)];
  const lines = patch.hunks.flatMap((hunk) => [
    note(`@@ ${hunk.newStart} @@`),
    ...hunk.lines.map(lineOf),
  ]);
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), note(`(${lines.length - mostLines} more lines)`)];
}

/** The same as lines to print, in colours. */
export function diffLines(before: string, after: string, colors: Screen["colors"]): string[] {
  return diffText(before, after).map(({ sort, text }) => {
    switch (sort) {
      case "place":
        return colors.dim(text);
      case "same":
        return `  ${text}`;
      case "removed":
        return colors.red(`- ${text}`);
      case "added":
        return colors.green(`+ ${text}`);
    }
  });
}

function note(text: string): DiffLine {
  return { sort: "place", text };
}

function linesIn(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function lineOf(line: string): DiffLine {
  const text = escapeLine(line.slice(1));
  switch (line[0]) {
    case "+":
      return { sort: "added", text };
    case "-":
      return { sort: "removed", text };
    case "\\":
      return { sort: "place", text: "(no line end after this)" };
    default:
      return { sort: "same", text };
  }
}
