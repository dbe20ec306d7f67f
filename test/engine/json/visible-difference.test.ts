// Two values that differ, shown so that the difference is visible.
import { expect, it } from "vitest";
import type { Json } from "../../../src/engine/model/json.ts";
import {
  escapedDifference,
  visibleDifference,
} from "../../../src/engine/json/visible-difference.ts";

it.each<[string, Json | undefined, Json | undefined, string, string]>([
  [
    "a composed and a decomposed character",
    "Cafe\u0301 au lait",
    "Caf\u00e9 au lait",
    '"Cafe\u0301 au lait" ("e\u0301" is U+0065 U+0301)',
    '"Caf\u00e9 au lait" ("\u00e9" is U+00E9)',
  ],
  [
    "letters of two alphabets",
    "\u0435",
    "e",
    '"\u0435" ("\u0435" is U+0435)',
    '"e" ("e" is U+0065)',
  ],
  ["an invisible character", "tr\u200bue", "true", '"tr\u200bue" ("\u200b" is U+200B)', '"true"'],
  [
    "a no-break space",
    "a\u00a0b",
    "a b",
    '"a\u00a0b" ("\u00a0" is U+00A0)',
    '"a b" (" " is U+0020)',
  ],
  [
    "an emoji of several code points",
    "\u{1F469}\u200d\u{1F4BB}!",
    "\u{1F469}!",
    '"\u{1F469}\u200d\u{1F4BB}!" ("\u{1F469}\u200d\u{1F4BB}" is U+1F469 U+200D U+1F4BB)',
    '"\u{1F469}!" ("\u{1F469}" is U+1F469)',
  ],
  ["blanks at the end", "Support ", "Support", '"Support "', '"Support"'],
  ["upper case", "Refund", "refund", '"Refund"', '"refund"'],
  ["numbers", 0.333, 0.33, "0.333", "0.33"],
  ["an absent value", undefined, null, "(absent)", "null"],
  [
    "long texts: only the surroundings",
    `${"x".repeat(100)}A${"y".repeat(100)}`,
    `${"x".repeat(100)}B${"y".repeat(100)}`,
    `"…${"x".repeat(24)}A${"y".repeat(24)}…"`,
    `"…${"x".repeat(24)}B${"y".repeat(24)}…"`,
  ],
  [
    "a long list that differs at its beginning",
    [1, "y".repeat(100)],
    [2, "y".repeat(100)],
    `[1,"${"y".repeat(76)}…`,
    `[2,"${"y".repeat(76)}…`,
  ],
  [
    "a long schema with keys in another order: from near the first difference",
    { a: "x".repeat(100), b: 1, c: 2 },
    { a: "x".repeat(100), c: 2, b: 1 },
    `…${"x".repeat(21)}","b":1,"c":2}`,
    `…${"x".repeat(21)}","c":2,"b":1}`,
  ],
  [
    "a long text that was cut",
    "word ".repeat(30),
    "word ".repeat(20).trimEnd(),
    `"…${"word ".repeat(14)}wo…"`,
    '"…word word word word word"',
  ],
])("%s", (_, first, second, firstText, secondText) => {
  expect(visibleDifference(first, second)).toEqual([firstText, secondText]);
});

it.each([
  ["Cafe\u0301", "Caf\u00e9", '"Cafe\\u0301"'],
  ["Caf\u00e9", "Cafe\u0301", '"Caf\\u00E9"'],
  ['\u00c4rger "x"', "\u00c4rger", '"\u00c4rger \\"x\\""'],
])("%s is escaped where it differs from %s", (text, other, escaped) => {
  expect(escapedDifference(text, other)).toBe(escaped);
  expect(JSON.parse(escaped)).toBe(text);
});
