// Whether lines share enough words for a comparison word by word, whose time grows with the square of the words
// that differ. Most lines of a rewritten text share too few.
import { wordParts } from "./word-diff.ts";

/** Fewer words together are always compared, since that takes no time. */
const fewWords = 60;

/** Of more words, a line must share this part of its threes of neighbouring words: single words are shared by chance. */
const minSharedThrees = 1 / 5;

/** False if a comparison of lines would find no line with at least `minShare` of its characters in the others. */
export function shareWords(
  removed: readonly string[],
  added: readonly string[],
  minShare: number,
): boolean {
  const [old, now] = [removed.map(wordsOf), added.map(wordsOf)];
  if (old.length === 1 && now.length === 1 && !shareCharacters(old[0]!, now[0]!, minShare))
    return false;
  const count = [...old, ...now].reduce((sum, words) => sum + words.length, 0);
  if (count <= fewWords) return true;
  const [oldThrees, nowThrees] = [old.map(threesOf), now.map(threesOf)];
  return shareThrees(oldThrees, nowThrees) || shareThrees(nowThrees, oldThrees);
}

/** Blanks do not count. */
function wordsOf(line: string): string[] {
  return wordParts(line).filter((part) => !/^ +$/.test(part));
}

/** Whether the words of both lines, in any order, are enough of one of them. */
function shareCharacters(
  old: readonly string[],
  now: readonly string[],
  minShare: number,
): boolean {
  const left = new Map<string, number>();
  for (const word of old) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = now.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  const [all, ...sizes] = [shared, old, now].map((words) => words.join("").length);
  return all! >= minShare * Math.min(...sizes);
}

/** Whether a line has enough threes of the other lines. */
function shareThrees(
  lines: readonly (readonly string[])[],
  others: readonly (readonly string[])[],
): boolean {
  const known = new Set(others.flat());
  return lines.some((threes) => {
    const shared = threes.filter((three) => known.has(three)).length;
    return shared > 0 && shared >= minSharedThrees * threes.length;
  });
}

function threesOf(words: readonly string[]): string[] {
  return words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
}
