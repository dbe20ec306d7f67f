// Merges texts line by line, as git merge-file does.
import { diffArrays } from "diff";
import { diff3Merge } from "node-diff3";

/** The text with the changes of both sides since the base; undefined if they change the same lines. */
export function mergeLines(ours: string, base: string, theirs: string): string | undefined {
  const regions = diff3Merge(linesOf(ours), linesOf(base), linesOf(theirs));
  const lines = regions.map((region) => region.ok);
  return lines.every((ok) => ok !== undefined) ? lines.flat().join("\n") : undefined;
}

/** Our text with the lines of the other side in place of those that both changed. */
export function withTheirConflicts(ours: string, base: string, theirs: string): string {
  const lines = linesOf(ours);
  const conflicts = diff3Merge(lines, linesOf(base), linesOf(theirs)).flatMap(
    ({ conflict }) => conflict ?? [],
  );
  for (const { aIndex, a, b } of conflicts.toReversed()) lines.splice(aIndex, a.length, ...b);
  return lines.join("\n");
}

/**
 * Whether a text has lines, or lacks lines, as an earlier version did in place of those of the base:
 * then it was changed from an earlier version, and a merge would take back what is newer.
 */
export function hasEarlierLines(text: string, base: string, earlier: string): boolean {
  const [had, has] = [new Set(linesOf(earlier)), new Set(linesOf(base))];
  return hunks(linesOf(base), linesOf(text)).some(
    ({ removed, added }) =>
      added.some((line) => had.has(line) && !has.has(line)) ||
      (added.length === 0 && removed.some((line) => !had.has(line))),
  );
}

interface Hunk {
  readonly removed: string[];
  readonly added: string[];
}

function hunks(base: string[], text: string[]): Hunk[] {
  const found: Hunk[] = [{ removed: [], added: [] }];
  for (const { removed, added, value } of diffArrays(base, text))
    if (removed) found.at(-1)!.removed.push(...value);
    else if (added) found.at(-1)!.added.push(...value);
    else found.push({ removed: [], added: [] });
  return found.filter(({ removed, added }) => removed.length + added.length > 0);
}

function linesOf(text: string): string[] {
  return text.split("\n");
}
