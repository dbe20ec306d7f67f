// The changed words of lines that replace other lines.
import { expect, it } from "vitest";
import { type MarkedLine, markWords } from "../../../src/views/text/word-marks.ts";

/** Marked parts in brackets; `(new)` for a line without marks. */
function shown(lines: readonly MarkedLine[]): string[] {
  return lines.map((line) =>
    line === undefined
      ? "(new)"
      : line.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(""),
  );
}

it.each<[string, before: string[], after: string[], removed: string[], added: string[]]>([
  ["a word", ["Be very brief."], ["Be quite brief."], ["Be [very] brief."], ["Be [quite] brief."]],
  [
    "words next to each other are one mark",
    ["Style: two to five sentences"],
    ["Style: at most three sentences"],
    ["Style: [two to five] sentences"],
    ["Style: [at most three] sentences"],
  ],
  [
    "an inserted word, with an empty mark where it was not",
    ["Ask for the number."],
    ["Ask for the order number."],
    ["Ask for the []number."],
    ["Ask for the [order ]number."],
  ],
  ["blanks at the end", ["Hello"], ["Hello  "], ["Hello[]"], ["Hello[  ]"]],
  ["a tab", ["a\tb c"], ["a b c"], ["a[\t]b c"], ["a[ ]b c"]],
  [
    "a character of a script without blanks",
    ["注文番号を聞く"],
    ["注文番号を書く"],
    ["注文番号を[聞]く"],
    ["注文番号を[書]く"],
  ],
  [
    "a word with other letters",
    ["die Größe L"],
    ["die Grüße L"],
    ["die [Größe] L"],
    ["die [Grüße] L"],
  ],
  [
    "a line that becomes two",
    ["Be brief. Never promise."],
    ["Be brief.", "Never promise."],
    ["Be brief.[ ]Never promise."],
    ["Be brief.[]", "[]Never promise."],
  ],
  [
    "a changed line before a new one",
    ["Ask for the number"],
    ["Ask for the name", "Be polite, always and to all"],
    ["Ask for the [number]"],
    ["Ask for the [name]", "(new)"],
  ],
  ["lines that have little in common", ["one two three"], ["four five, six"], ["(new)"], ["(new)"]],
  ["no counterpart", [], ["a"], [], ["(new)"]],
])("%s", (_sentence, before, after, removed, added) => {
  const marks = markWords(before, after);
  expect(shown(marks.removed)).toEqual(removed);
  expect(shown(marks.added)).toEqual(added);
});
