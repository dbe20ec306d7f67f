import { expect, it } from "vitest";
import { shareWords } from "../../../src/views/text/shared-words.ts";
import { markWords } from "../../../src/views/text/word-marks.ts";

const words = (from: number, to: number, step = 1): string =>
  Array.from({ length: to - from }, (_, index) => `w${(from + index) * step}`).join(" ");

/** As many of 1,000 words, in an order that the seed decides. */
const shuffled = (count: number, seed: number): string =>
  Array.from(
    { length: count },
    (_, index) => `w${(index * index * seed + index * 31 + seed) % 997}`,
  ).join(" ");

it.each<[string, string[], string[], boolean]>([
  ["a changed word", ["Answer in one line."], ["Answer in two lines."], true],
  ["a changed character of Chinese", ["请用中文回答问题"], ["请用英文回答问题"], true],
  ["no common word", ["Answer in one line."], ["Never be rude"], false],
  ["a long line with a changed word", [words(0, 100)], [`${words(0, 99)} x`], true],
  [
    "the same words in another order",
    [words(0, 100)],
    [words(0, 100).split(" ").toReversed().join(" ")],
    false,
  ],
  [
    "one line of many is kept",
    [words(0, 90), "Answer in one short line."],
    ["Answer in one short sentence."],
    true,
  ],
])("lines share words: %s", (_what, removed, added, expected) => {
  expect(shareWords(removed, added, 1 / 3)).toBe(expected);
});

it.each<[string, string[], string[]]>([
  ["one line", [shuffled(300_000, 1)], [shuffled(300_000, 7)]],
  [
    "many lines",
    Array.from({ length: 100_000 }, (_, index) => shuffled(5, 1 + index)),
    Array.from({ length: 99_999 }, (_, index) => shuffled(5, 200_000 + index)),
  ],
])(
  "rewritten texts of any size are told apart without a comparison word by word: %s",
  (_what, removed, added) => {
    expect(markWords(removed, added).removed.every((line) => line === undefined)).toBe(true);
  },
);
