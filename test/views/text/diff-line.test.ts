import { createColors } from "picocolors";
import { expect, it } from "vitest";
import {
  changedLine,
  contextLine,
  cutBefore,
  diffLineText,
  noteLine,
  plainDiffLine,
  wholeLine,
} from "../../../src/views/text/diff-line.ts";
import { unicodeSymbols } from "../../../src/views/text/terminal-text.ts";

const size = { width: 20, elsewhere: " with --full", symbols: unicodeSymbols };
const changed = [
  { text: "the first words of a line ", isMarked: false },
  { text: "old", isMarked: true },
  { text: " and the other words of it", isMarked: false },
];
const text = changed.map((segment) => segment.text).join("");
const whole = { text, marks: changed, room: undefined };

it.each([
  ["a note", noteLine("line 3"), "line 3"],
  ["a line without changes", contextLine("Be brief.", size), "  Be brief."],
  ["its end is cut", contextLine("Be brief, always brief.", size), "  Be brief, always br…"],
  ["a new line", wholeLine("added", "Be brief. ", size), "+ Be brief.·"],
  [
    "a whole changed line",
    changedLine("removed", whole, size),
    "- the first words of a line [-old-] and the other words of it",
  ],
])("%s", (_sentence, line, expected) => {
  expect(plainDiffLine(line)).toBe(expected);
});

it.each([
  ["a comment after blanks", ["content:", "       ", "# parts"], "content:[-·······-]# parts"],
  ["a heading", ["#", "#", " Title"], "#[-#-] Title"],
  ["a command of a workflow runner", ["a #", "#", "[error]b"], "a \\u{23}[-#-][error]b"],
  ["a command with a word that changed", ["##er", "ror", "[x]"], "#\\u{23}er[-ror-][x]"],
])("the number sign is escaped only where a runner could read a command: %s", (_, parts, shown) => {
  const segments = parts.map((part, index) => ({ text: part, isMarked: index === 1 }));
  const line = changedLine("removed", { ...whole, marks: segments }, size);
  expect(plainDiffLine(line)).toBe(`- ${shown}`);
});

it("changed words are inverse on a terminal with colours", () => {
  const line = changedLine("added", whole, size);
  expect(diffLineText(line, createColors(true))).toContain("\u001b[7mold\u001b[27m");
  expect(diffLineText(line, createColors(false))).toBe(plainDiffLine(line));
});

it("a character of two code units is not divided", () => {
  expect([cutBefore("a😀", 2), cutBefore("a😀", 3)]).toEqual(["a", "a😀"]);
});
