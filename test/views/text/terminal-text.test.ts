import { describe, expect, it } from "vitest";
import {
  truncateEnd,
  truncateMiddle,
  createScreen,
  wrapSentence,
  escapeText,
  escapeLine,
} from "../../../src/views/text/terminal-text.ts";

describe("control and invisible characters are escaped", () => {
  it.each([
    ["a line ending", "a\nb", "a\\nb"],
    ["a carriage return", "a\rb", "a\\rb"],
    ["a tab", "a\tb", "a\\tb"],
    ["NUL", "a\0b", "a\\u{0}b"],
    ["an escape sequence", "\x1b[31mred", "\\u{1b}[31mred"],
    ["delete", "\x7f", "\\u{7f}"],
    ["a control character of the upper half", "\x9b", "\\u{9b}"],
    ["a right-to-left override", "a\u202eb", "a\\u{202e}b"],
    ["an isolate", "\u2066a\u2069", "\\u{2066}a\\u{2069}"],
    ["a zero-width space", "a\u200bb", "a\\u{200b}b"],
    ["a byte order mark", "\ufeffa", "\\u{feff}a"],
    ["a soft hyphen", "a\u00adb", "a\\u{ad}b"],
    ["tag characters", "a\u{e0041}", "a\\u{e0041}"],
    ["a line separator", "a\u2028b", "a\\u{2028}b"],
    ["variation selectors beyond emoji's", "a\u{e0101}", "a\\u{e0101}"],
  ])("%s", (_sentence, text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  it.each(["Grüße", "日本語", "😀", "‘quotes’ – …", "a b", "\\n", "❤\ufe0f"])(
    "but not %j",
    (text) => {
      expect(escapeText(text)).toBe(text);
    },
  );

  it("a tab in a line of text is four spaces", () => {
    expect(escapeLine("\ta\x07")).toBe("    a\\u{7}");
  });
});

it.each<[string, string, number, string]>([
  ["a text that fits is unchanged", "abcde", 5, "abcde"],
  ["a longer text is cut in the middle", "abcdefgh", 5, "ab…gh"],
  ["an even width keeps more of the beginning", "abcdefgh", 4, "ab…h"],
  ["characters are never cut in half", "😀😀😀😀", 3, "😀…😀"],
  ["characters count, not units", "😀😀😀", 3, "😀😀😀"],
  [
    "a name is cut between words",
    "prompt/Support triage for orders of the shop",
    30,
    "prompt/Support … of the shop",
  ],
  ["an identifier too", "lookup_order_by_customer_number", 20, "lookup_…_number"],
  ["a long word is cut", "a/bcdefghijklmnopqrstuvwxyz", 12, "a/bcde…vwxyz"],
])("%s", (_sentence, text, width, expected) => {
  expect(truncateMiddle(text, width)).toBe(expected);
});

it.each<[string, string, number, string]>([
  ["a text that fits is unchanged", "abcde", 5, "abcde"],
  ["a longer text is cut at the end", "abcdefgh", 5, "abcd…"],
  ["a text is cut between words", "Look up an order by its number.", 22, "Look up an order by …"],
  ["characters are never cut in half", "😀😀😀😀", 3, "😀😀…"],
])("%s", (_sentence, text, width, expected) => {
  expect(truncateEnd(text, width)).toBe(expected);
});

it("a screen is 60 to 160 characters wide", () => {
  expect([20, 100, 500].map((width) => createScreen(false, width).width)).toEqual([60, 100, 160]);
});

it("a sentence is broken between words on a terminal only, with a hanging indent", () => {
  const sentence = `${"word ".repeat(20)}end`;
  expect(wrapSentence(sentence, createScreen(false, 60))).toEqual([`  ${sentence}`]);
  expect(wrapSentence(sentence, createScreen(false, 60, true))).toEqual([
    `  ${"word ".repeat(11).trimEnd()}`,
    `      ${"word ".repeat(9)}end`,
  ]);
});

it("wide characters count twice", () => {
  expect(wrapSentence(`${"日本 ".repeat(12)}end`, createScreen(false, 60, true))).toEqual([
    `  ${"日本 ".repeat(11).trimEnd()}`,
    "      日本 end",
  ]);
});

it("a command at the end is not broken if it fits into a line", () => {
  const command = "promptctl validate --explain unknown-tool";
  const terminal = createScreen(false, 60, true);
  expect(wrapSentence(`5 errors. Checked 1 file. For details: ${command}`, terminal)).toEqual([
    "  5 errors. Checked 1 file. For details:",
    `      ${command}`,
  ]);
  const long = `promptctl plan ${"x".repeat(50)}`;
  expect(wrapSentence(`Run: ${long}`, terminal)).toEqual([
    "  Run: promptctl plan",
    `      ${"x".repeat(50)}`,
  ]);
});
