// Shows two values that differ so that a reader sees the difference, even if they look equal.
import type { Json } from "../model/json.ts";

/** Longer texts are cut: only the surroundings of the first difference are shown, in characters. */
const maxLength = 80;
const surroundings = 24;

/**
 * Two different values as JSON. Texts that differ in characters outside ASCII are followed by the
 * code points of these characters: `"Café" ("é" is U+0065 U+0301)`. Long values are cut.
 */
export function visibleDifference(
  first: Json | undefined,
  second: Json | undefined,
): readonly [string, string] {
  if (typeof first !== "string" || typeof second !== "string") {
    const texts = [jsonOf(first), jsonOf(second)] as const;
    const { start: at } = differingPart(...texts);
    const begin = at < maxLength - surroundings ? 0 : at - surroundings;
    return [cutJson(texts[0], begin), cutJson(texts[1], begin)];
  }
  const { start, ends } = differingPart(first, second);
  const isLong = Math.max(first.length, second.length) > maxLength;
  const from = isLong ? Math.max(0, start - surroundings) : 0;
  const parts = [first.slice(start, ends[0]), second.slice(start, ends[1])];
  const isUnusual = parts.some((part) => /[^\x20-\x7E\n\r\t]/.test(part));
  const show = (text: string, part: string): string => {
    const to = isLong ? start + Math.min(part.length, surroundings) + surroundings : text.length;
    const excerpt = `${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`;
    return JSON.stringify(excerpt) + (isUnusual ? codePointsNote(part) : "");
  };
  return [show(first, parts[0]!), show(second, parts[1]!)];
}

/** A text as JSON, in which the characters outside ASCII that differ from another text are escaped. */
export function escapedDifference(text: string, other: string): string {
  const { start, ends } = differingPart(text, other);
  const inner = (part: string): string => JSON.stringify(part).slice(1, -1);
  const part = inner(text.slice(start, ends[0])).replace(
    /[^\x20-\x7E]/g,
    (unit) => `\\u${hex(unit.charCodeAt(0))}`,
  );
  return `"${inner(text.slice(0, start))}${part}${inner(text.slice(ends[0]))}"`;
}

interface DifferingPart {
  /** The index of the first character that differs. */
  readonly start: number;
  /** The index behind the last one, in each of the two texts. */
  readonly ends: readonly [number, number];
}

/** The part between the common beginning and the common end, in whole characters as users see them. */
function differingPart(first: string, second: string): DifferingPart {
  const shorter = Math.min(first.length, second.length);
  let start = 0;
  while (start < shorter && first[start] === second[start]) start++;
  while (start > 0 && [first, second].some((text) => isContinuation(text, start))) start--;
  let tail = 0;
  while (tail < shorter - start && first.at(-tail - 1) === second.at(-tail - 1)) tail++;
  while (tail > 0 && [first, second].some((text) => isContinuation(text, text.length - tail)))
    tail--;
  return { start, ends: [first.length - tail, second.length - tail] };
}

/** Whether the character at an index belongs to the one before it: a mark, or half of a pair. */
function isContinuation(text: string, index: number): boolean {
  const isJoined = text[index - 1] === "\u200D"; // zero-width joiner, as in emoji
  return isJoined || /^[\p{M}\u200D\p{Surrogate}]/u.test(text.slice(index, index + 2));
}

/** The code points of a part, at most 8: ` ("é" is U+0065 U+0301)`. Empty for an empty part. */
function codePointsNote(part: string): string {
  if (part === "") return "";
  const characters = [...part];
  const codePoints = characters.slice(0, 8).map((each) => `U+${hex(each.codePointAt(0)!)}`);
  const shown = JSON.stringify(characters.slice(0, 8).join(""));
  return ` (${shown} is ${codePoints.join(" ")})`;
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, "0");
}

function jsonOf(value: Json | undefined): string {
  return value === undefined ? "(absent)" : JSON.stringify(value);
}

function cutJson(text: string, from: number): string {
  const end = from + maxLength;
  return `${from > 0 ? "…" : ""}${text.slice(from, end)}${text.length > end ? "…" : ""}`;
}
