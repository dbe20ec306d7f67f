// Two texts compared line by line, and their changed lines word by word. Both take long, and an output shows a
// text several times: each comparison is made once, when it is first needed.
import { structuredPatch } from "diff";
import { once } from "../../engine/model/collections.ts";
import { type WordEdits, wordEdits } from "./word-edits.ts";
import { type ChangedRun, markWords } from "./word-marks.ts";

/** With more changed lines than this, a diff is slow and of no use to a reader. */
const maxEdits = 1000;

export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
  /** All that differs; undefined if too many lines differ. */
  runs(): readonly ChangedRun[] | undefined;
  /** What differs, word by word. */
  edits(): WordEdits;
}

/** Compares two texts as soon as the result is needed. */
export function compareTexts(before: string, after: string): ComparedTexts {
  const runs = once(() => changedRuns(before, after));
  return { before, after, runs, edits: once(() => wordEdits(runs() ?? [])) };
}

/** Without a common line, all lines are one run: the diff, whose time grows with the square of the lines, tells no more. */
function changedRuns(before: string, after: string): ChangedRun[] | undefined {
  const end = before.endsWith("\n") || after.endsWith("\n") ? "" : "\n"; // no note if both lack it
  const [old, current] = [before, after].map((text) => (text === "" ? text : text + end));
  const [removed, added] = [linesOf(old!), linesOf(current!)];
  const known = new Set(removed);
  if (old !== "" && current !== "" && !added.some((line) => known.has(line))) {
    if (removed.length + added.length > maxEdits) return undefined;
    const unended = [
      ...(old!.endsWith("\n") ? [] : (["removed"] as const)),
      ...(current!.endsWith("\n") ? [] : (["added"] as const)),
    ];
    return [changedRun({ newStart: 0, removed, added, unended })];
  }
  const options = { context: 0, maxEditLength: maxEdits };
  const hunks = structuredPatch("", "", old!, current!, "", "", options)?.hunks;
  return hunks?.map(({ newStart, lines }) => {
    const of = (sign: string): string[] =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []));
    return changedRun({
      newStart: newStart - 1,
      removed: of("-"),
      added: of("+"),
      unended: lines.flatMap((line, index) =>
        line.startsWith("\\") ? [lines[index - 1]!.startsWith("+") ? "added" : "removed"] : [],
      ),
    });
  });
}

function changedRun(run: Omit<ChangedRun, "marks">): ChangedRun {
  return { ...run, marks: once(() => markWords(run.removed, run.added)) };
}

/** The lines of a text, each without its line end. */
export function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** How many lines of a text are removed and added, in how many places. */
export function changedLines(texts: ComparedTexts): {
  readonly removed: number;
  readonly added: number;
  readonly places: number;
} {
  const runs = texts.runs();
  if (!runs) {
    const [removed, added] = [texts.before, texts.after].map((text) => linesOf(text).length);
    return { removed: removed!, added: added!, places: 1 };
  }
  const count = (side: "removed" | "added"): number =>
    runs.reduce((sum, run) => sum + run[side].length, 0);
  return { removed: count("removed"), added: count("added"), places: runs.length };
}

/** Equal for texts with the same removed and added lines. */
export function changedLinesKey(texts: ComparedTexts): string {
  const lines = texts.runs()?.map(({ removed, added, unended }) => [removed, added, unended]);
  return JSON.stringify(lines ?? [texts.before, texts.after]);
}
