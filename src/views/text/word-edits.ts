// What an edit of a text is, word by word: the same edit can be in texts with other words around it.
import type { ChangedRun, MarkedLine } from "./word-marks.ts";

/** The words that an edit replaces. Empty where it only adds or removes some. */
export type Phrase = { readonly before: string; readonly after: string };

/** What an edit of a text replaces, adds and removes. */
export interface WordEdits {
  /**
   * The words of the first edit: first with some words before it that do not change, so that it has a
   * place, last without these. Empty where it is more than one line, or only blanks.
   */
  readonly phrases: readonly Phrase[];
  /** The number of edits: stretches of a line that change, and lines that only one side has. */
  readonly count: number;
}

/** The edits of a text. Lines that have little in common are compared as a whole. */
export function wordEdits(runs: readonly ChangedRun[]): WordEdits {
  const edits = runs.map((run) => ({ ...run, marks: run.marks() }));
  const [first] = edits;
  const counts = edits.map(({ removed, added, marks }) =>
    Math.max(countStretches(removed, marks.removed), countStretches(added, marks.added)),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (!first) return { phrases: [], count };
  const { removed, added, marks } = first;
  const [[old], [now]] = [marks.removed, marks.added];
  if (old && now) return { phrases: phrasesOf(old, now), count };
  const isOneLine = removed.length <= 1 && added.length <= 1;
  const lines = { before: removed[0] ?? "", after: added[0] ?? "" };
  return { phrases: isOneLine ? trimmed(lines) : [], count };
}

/** Equal for texts in which the same words are replaced, added and removed, in the same order. */
export function wordEditsKey({
  before,
  after,
  runs,
}: {
  readonly before: string;
  readonly after: string;
  runs(): readonly ChangedRun[] | undefined;
}): string {
  const edits = runs()?.map(({ removed, added, unended, marks }) => [
    changedWords(removed, marks().removed),
    changedWords(added, marks().added),
    unended,
  ]);
  return JSON.stringify(edits ?? [before, after]);
}

/** The marked stretches of lines; a line without marks is one. */
function countStretches(lines: readonly string[], marks: readonly MarkedLine[]): number {
  return changedWords(lines, marks)
    .map((words) => (typeof words === "string" ? 1 : words.length))
    .reduce((sum, count) => sum + count, 0);
}

/** The marked words of each line, or the whole line if it has no marks. */
function changedWords(
  lines: readonly string[],
  marks: readonly MarkedLine[],
): (string | readonly string[])[] {
  return lines.map(
    (line, index) =>
      marks[index]?.filter(({ isMarked }) => isMarked).map(({ text }) => text) ?? line,
  );
}

/** The first stretch that differs in two lines; nothing if it has only blanks. */
function phrasesOf(old: NonNullable<MarkedLine>, now: NonNullable<MarkedLine>): Phrase[] {
  const place = old.findIndex(({ isMarked }) => isMarked);
  const [before, after] = [old[place]?.text ?? "", now[place]?.text ?? ""];
  if (place === -1) return [];
  const bare = trimmed({ before, after });
  const isOneSided = bare.some((phrase) => phrase.before === "" || phrase.after === "");
  const previous = old[place - 1]?.text ?? "";
  const [next = ""] = /^\s*\S+/.exec(old[place + 1]?.text ?? "") ?? [];
  const starts = [isOneSided && /\S+\s+\S+\s*$/, /\S+\s*$/].flatMap((words) =>
    words ? (words.exec(previous) ?? []) : [],
  );
  const placed = starts.map((start) => ({ before: start + before, after: start + after }));
  const atStart = isOneSided && previous === "" && { before: before + next, after: after + next };
  return [...placed, ...(atStart ? [atStart] : [])].flatMap(trimmed).concat(bare);
}

/** Without blanks around; nothing if only these differ. */
function trimmed({ before, after }: Phrase): Phrase[] {
  const phrase = { before: before.trim(), after: after.trim() };
  return phrase.before === phrase.after ? [] : [phrase];
}
