// Code spans and fences for untrusted text, and lists within a size limit.
import { describe, expect, it } from "vitest";
import { codeSpan, unlimited, codeFence, takeFitting } from "../../../src/views/text/markdown.ts";

const plain = (text: string): string => text;

describe("codeSpan", () => {
  it.each([
    ["shows a name", "tool/x", "`tool/x`"],
    ["is longer than a backtick in the text", "a`b", "``a`b``"],
    ["is longer than three backticks in the text", "a```b", "````a```b````"],
    ["pads a text that begins with a backtick", "`a", "`` `a ``"],
    ["pads a text that ends with a backtick", "a`", "`` a` ``"],
    ["pads a text with spaces around it", " a ", "`  a  `"],
    ["describes an empty text", "", "`(blank)`"],
    ["describes a text of spaces", "  ", "`(blank)`"],
    ["escapes a line break", "a\nb", "`a\\nb`"],
    ["escapes invisible characters", "a\u202eb\u200b", "`a\\u{202e}b\\u{200b}`"],
    ["escapes a workflow command", "::error::x", "`:\\u{3a}error::x`"],
    ["counts more backticks than parsers support", `a${"`".repeat(90)}b`, "`a\\u{60}(90 times)b`"],
  ])("%s", (_name, text, expected) => {
    expect(codeSpan(text, plain)).toBe(expected);
  });

  it("is cut in the middle after secrets are masked", () => {
    const mask = (text: string): string => text.replaceAll("secret", "******");
    expect(codeSpan("abcdefgh", plain, 5)).toBe("`ab…gh`");
    expect(codeSpan("aaasecretbbb", mask, 7)).toBe("`aaa…bbb`");
    expect(codeSpan("a secret b", mask, 9)).not.toContain("sec");
  });
});

it("a character of very many code points is cut", () => {
  const tower = `Z${"\u0300".repeat(5000)}`;
  expect(codeSpan(tower.repeat(10), plain, 10).length).toBeLessThan(50);
  expect(codeFence("text", [tower.repeat(10)], plain).length).toBeLessThan(3000);
  expect(encodeURIComponent(codeSpan(`Z${"\u{1d165}".repeat(5000)}`, plain, 11))).toContain(
    "%E2%80%A6",
  ); // no half of a surrogate pair
});

describe("codeFence", () => {
  it.each<[string, string[], string]>([
    ["shows lines", ["+ a", "  b"], "```diff\n+ a\n  b\n```"],
    ["is longer than a fence in the lines", ["  ```", "  ~~~"], "````diff\n  ```\n  ~~~\n````"],
    [
      "escapes invisible characters",
      ["+ a\u202eb", "\t\u200b"],
      "```diff\n+ a\\u{202e}b\n    \\u{200b}\n```",
    ],
    ["escapes a line break in a line", ["a\n```\nb"], "````diff\na\\n```\\nb\n````"],
    [
      "escapes workflow commands",
      ["  ::error::x", "##[error]x"],
      "```diff\n  :\\u{3a}error::x\n#\\u{23}[error]x\n```",
    ],
    [
      "counts more backticks than parsers support",
      ["`".repeat(300)],
      "```diff\n\\u{60}(300 times)\n```",
    ],
  ])("%s", (_name, lines, expected) => {
    expect(codeFence("diff", lines, plain)).toBe(expected);
  });

  it("is longer than each of 130,000 runs of backticks", () => {
    const fence = codeFence(
      "text",
      Array.from({ length: 130_000 }, () => "````"),
      plain,
    );
    expect(fence.endsWith("\n`````")).toBe(true);
  });
});

describe("takeFitting", () => {
  it("takes the pieces in order and skips those that are too large", () => {
    expect(takeFitting(["aa", "bbbbbbbb", "cc"], 8, unlimited)).toEqual({
      text: "aa\n\ncc",
      size: 8,
      left: [1],
    });
  });

  it("measures the pieces in the units of the limit", () => {
    const bytes = { max: 0, size: (text: string) => Buffer.byteLength(text) };
    expect(takeFitting(["ä", "b"], 4, bytes)).toEqual({ text: "ä", size: 4, left: [1] });
  });
});
