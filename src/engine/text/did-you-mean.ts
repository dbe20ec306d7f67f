// Suggestions for misspelled words.
import { closest, distance } from "fastest-levenshtein";

/** Longer words get no suggestion: the time to compare is quadratic in the length. */
const longestWord = 500;

/** `Did you mean "x"?` if a candidate is similar to the word, else undefined. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const similar = similarWord(word, candidates);
  return similar === undefined ? undefined : `Did you mean "${similar}"?`;
}

/** The candidate that is most similar to the word, or undefined if none is similar. */
export function similarWord(word: string, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(Math.min(word.length, 12) / 3));
  const near = candidates.filter((each) => Math.abs(each.length - word.length) <= allowed);
  if (near.length === 0 || word.length > longestWord) return undefined;
  const lower = word.toLowerCase();
  const lowerNear = near.map((each) => each.toLowerCase());
  const nearest = lowerNear.find((each) => isSwapped(lower, each)) ?? closest(lower, lowerNear);
  if (distance(lower, nearest) > allowed && !isSwapped(lower, nearest)) return undefined;
  return near.find((each) => each.toLowerCase() === nearest);
}

/** Whether two letters that stand side by side changed their places, which are two changes for `distance`. */
function isSwapped(word: string, other: string): boolean {
  const index = [...word].findIndex((letter, place) => letter !== other[place]);
  const swapped = word.slice(0, index) + word.charAt(index + 1) + word.charAt(index);
  return index >= 0 && swapped + word.slice(index + 2) === other;
}
