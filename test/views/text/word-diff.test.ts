import { expect, it } from "vitest";
import { wordDiff } from "../../../src/views/text/word-diff.ts";

/** Equal stretches as they are, others as `[before|after]`; undefined if the texts differ too much. */
function shown(before: string, after: string): string | undefined {
  return wordDiff(before, after)
    ?.map((pair) => (pair.isEqual ? pair.before : `[${pair.before}|${pair.after}]`))
    .join("");
}

it.each<[sentence: string, before: string, after: string, diff: string]>([
  ["equal texts", "Be brief.", "Be brief.", "Be brief."],
  ["empty texts", "", "", ""],
  ["a text and an empty one", "Be brief.", "", "[Be brief.|]"],
  ["a word in the middle", "Be very brief.", "Be quite brief.", "Be [very|quite] brief."],
  ["the first word", "Be brief.", "Stay brief.", "[Be|Stay] brief."],
  ["the last word", "Be brief", "Be short", "Be [brief|short]"],
  ["words with a common start", "Be briefly", "Be brief", "Be [briefly|brief]"],
  ["words with a common end", "an unread note", "an read note", "an [unread|read] note"],
  ["a repeated word, once less", "no no no", "no no", "no [no |]no"],
  ["a repeated word, once more", "a b", "a b b", "a [|b ]b"],
  ["changes around a punctuation mark", "a, b c", "x, y c", "[a, b|x, y] c"],
  ["a whole other text", "a b", "c d", "[a b|c d]"],
  ["an escape sequence and a word after it", "a \\nold", "a \\nnew", "a \\n[old|new]"],
  ["escape sequences", "a\\u00e9\\t", "a\\u00e8\\t", "a[\\u00e9|\\u00e8]\\t"],
  ["a surrogate pair with a common half", "a 😀 b", "a 😁 b", "a [😀|😁] b"],
])("%s", (_sentence, before, after, diff) => {
  expect(shown(before, after)).toBe(diff);
});

it("long equal ends do not count for the limit of changed words", () => {
  const [start, end] = ["start ".repeat(5000), " end".repeat(5000)];
  expect(shown(`${start}a${end}`, `${start}b${end}`)).toBe(`${start}[a|b]${end}`);
});

it("texts that differ in too many words have no result", () => {
  const words = (prefix: string): string =>
    Array.from({ length: 200 }, (_item, index) => `${prefix}${index}`).join(" ");
  expect(shown(words("a"), words("b"))).toBeUndefined();
});
