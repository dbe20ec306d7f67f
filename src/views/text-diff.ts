// Line diffs of two texts, with one line of context.
import { structuredPatch } from "diff";
import { escapeLine, type Screen } from "./terminal-text.ts";

export interface DiffLine {
  /** `note`: a line number, or a remark in parentheses. */
  readonly type: "note" | "context" | "removed" | "added";
  /** Escaped; begins with `  `, `- ` or `+ ` unless it is a note. */
  readonly text: string;
}

/** With more changed lines than this, a diff is slow and of no use to a reader. */
const maxEdits = 1000;
const maxLines = 100;

/** The hunks of a diff; each begins with the number of its first line in the new text. */
export function diffText(before: string, after: string): DiffLine[] {
  const end = before.endsWith("\n") || after.endsWith("\n") ? "" : "\n"; // no note if both lack it
  const options = { context: 1, maxEditLength: maxEdits };
  const patch = structuredPatch("", "", before + end, after + end, "", "", options);
  if (!patch)
    return [
      note(`(${lineCount(before)} lines become ${lineCount(after)}, nearly all of them new)`),
    ];
  const lines = patch.hunks.flatMap((hunk) => [
    note(`@@ ${hunk.newStart} @@`),
    ...hunk.lines.map(toDiffLine),
  ]);
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), note(`(${lines.length - maxLines} more lines)`)];
}

/** A diff as coloured lines for a terminal. */
export function diffLines(before: string, after: string, colors: Screen["colors"]): string[] {
  const paint = { note: colors.dim, context: String, removed: colors.red, added: colors.green };
  return diffText(before, after).map(({ type, text }) => paint[type](text));
}

function note(text: string): DiffLine {
  return { type: "note", text };
}

function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

const types = { " ": "context", "-": "removed", "+": "added" } as const;

/** Reads a line of a unified diff. */
function toDiffLine(line: string): DiffLine {
  const mark = line[0] as keyof typeof types | "\\";
  if (mark === "\\") return note("(no line ending after this)");
  return { type: types[mark], text: `${mark} ${escapeLine(line.slice(1))}` };
}
