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
  const nearest = closest(
    lower,
    near.map((each) => each.toLowerCase()),
  );
  if (distance(lower, nearest) > allowed) return undefined;
  return near.find((each) => each.toLowerCase() === nearest);
}
