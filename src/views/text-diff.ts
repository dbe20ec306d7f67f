// The lines of two texts that differ, with a line of context around them.
import { structuredPatch } from "diff";
import { visibleLine } from "./paint.ts";

export interface DiffLine {
  readonly sort: "place" | "same" | "removed" | "added";
  readonly text: string;
}

/** What differs, in hunks: each begins with the number of its first line in the new text. */
export function diffText(before: string, after: string, context = 1): DiffLine[] {
  const end = before.endsWith("\n") || after.endsWith("\n") ? "" : "\n"; // said only where it differs
  const { hunks } = structuredPatch("", "", before + end, after + end, "", "", { context });
  return hunks.flatMap((hunk) => [
    { sort: "place" as const, text: `@@ ${hunk.newStart} @@` },
    ...hunk.lines.map(lineOf),
  ]);
}

function lineOf(line: string): DiffLine {
  const text = visibleLine(line.slice(1));
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
