// The equal and the changed stretches of two texts, word by word.
import { diffArrays } from "diff";

/** A stretch of both texts. */
export interface Pair {
  readonly before: string;
  readonly after: string;
  readonly isEqual: boolean;
}

/** With more changed words than this, a comparison is slow and its result is of no use. */
const maxEdits = 150;

/**
 * Divides two texts into stretches. Changed words with only a blank or a punctuation mark between
 * them are one stretch. Undefined if the texts differ in too many words.
 */
export function wordDiff(before: string, after: string): Pair[] | undefined {
  const start = commonStart(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  const [old, current] = [before, after].map((text) => words(text.slice(start, text.length - end)));
  const runs = diffArrays(old!, current!, { maxEditLength: maxEdits });
  if (!runs) return undefined;
  return mergePairs([
    ...equalPair([before.slice(0, start)]),
    ...toPairs(runs).flatMap(trimPair),
    ...equalPair([before.slice(before.length - end)]),
  ]);
}

/**
 * The length of the equal start of two texts. It ends after a space, because the texts can differ in
 * the second half of a word. Only what is between the equal ends is divided into words.
 */
function commonStart(before: string, after: string): number {
  let length = 0;
  while (length < before.length && before[length] === after[length]) length++;
  while (length > 0 && before[length - 1] !== " ") length--;
  return length;
}

/** The length of the equal end of two texts. It begins with a space, for the same reason. */
function commonEnd(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let length = 0;
  while (length < shorter && before.at(-1 - length) === after.at(-1 - length)) length++;
  while (length > 0 && before.at(-length) !== " ") length--;
  return length;
}

/**
 * A line break, blanks, an escape sequence of a printed string, a character of a script without blanks
 * between words, a word, or any other character.
 */
const parts =
  /\n|[^\S\n]+|\\(?:u[\da-f]{4}|u\{[\da-f]+\}|[^\s])|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}_]+|[^]/gu;

/** The words, blanks and other characters of a text. */
export function wordParts(text: string): readonly string[] {
  return text.match(parts) ?? [];
}

/** The parts of a text; blanks belong to the part before them, so that they align nothing. */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const part of wordParts(text)) {
    const last = found.at(-1);
    const isBlank = /^[^\S\n]/.test(part);
    if (isBlank && last !== undefined && last !== "\n") found[found.length - 1] = last + part;
    else found.push(part);
  }
  return found;
}

/** How many items two lists have in common at their start, and after these at their end. */
function commonEnds<Item>(
  before: readonly Item[],
  after: readonly Item[],
): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { start, end };
}

function equalPair(items: readonly string[]): Pair[] {
  const text = items.join("");
  return text === "" ? [] : [{ before: text, after: text, isEqual: true }];
}

/** Joins each removed run with the added run next to it. */
function toPairs(runs: readonly { value: string[]; added: boolean; removed: boolean }[]): Pair[] {
  const pairs: Pair[] = [];
  let before = "";
  let after = "";
  const flush = (): void => {
    if (before + after !== "") pairs.push({ before, after, isEqual: false });
    before = after = "";
  };
  for (const { value, added, removed } of runs) {
    const text = value.join("");
    if (removed) before += text;
    else if (added) after += text;
    else {
      flush();
      pairs.push(...equalPair([text]));
    }
  }
  flush();
  return pairs;
}

/** Takes equal words and blanks off the ends of a changed stretch. */
function trimPair(pair: Pair): Pair[] {
  if (pair.isEqual) return [pair];
  const before = wordParts(pair.before);
  const after = wordParts(pair.after);
  const { start, end } = commonEnds(before, after);
  const changed = {
    before: before.slice(start, before.length - end).join(""),
    after: after.slice(start, after.length - end).join(""),
    isEqual: false,
  };
  return [
    ...equalPair(before.slice(0, start)),
    changed,
    ...equalPair(before.slice(before.length - end)),
  ];
}

/** Joins changed stretches with only a blank or a punctuation mark between them. */
function mergePairs(pairs: readonly Pair[]): Pair[] {
  const merged: Pair[] = [];
  for (const [index, pair] of pairs.entries()) {
    const last = merged.at(-1);
    const next = pairs[index + 1];
    const isGap =
      pair.isEqual && next?.isEqual === false && /^[^\p{L}\p{N}\n]{0,3}$/u.test(pair.before);
    const joins = last?.isEqual === false && (isGap || !pair.isEqual);
    if (!joins) merged.push(pair);
    else
      merged[merged.length - 1] = {
        before: last.before + pair.before,
        after: last.after + pair.after,
        isEqual: false,
      };
  }
  return merged;
}
