// Code spans and fences that hold whatever text there is, and what fits into a room.
import { describe, expect, it } from "vitest";
import { codeSpan, unlimited, codeFence, takeFitting } from "../../src/views/markdown.ts";

const plain = (text: string): string => text;

describe("a code span", () => {
  it.each([
    ["of a name", "tool/x", "`tool/x`"],
    ["with a backtick in it", "a`b", "``a`b``"],
    ["with three", "a```b", "````a```b````"],
    ["that begins with one", "`a", "`` `a ``"],
    ["that ends with one", "a`", "`` a` ``"],
    ["with blanks around it", " a ", "`  a  `"],
    ["of nothing", "", "`(blank)`"],
    ["of blanks", "  ", "`(blank)`"],
    ["of two lines", "a\nb", "`a\\nb`"],
    ["of what nobody sees", "a\u202eb\u200b", "`a\\u{202e}b\\u{200b}`"],
    ["of a command of a runner", "::error::x", "`:\\u{3a}error::x`"],
    ["of more backticks than parsers count", `a${"`".repeat(90)}b`, "`a\\u{60}(90 times)b`"],
  ])("%s", (_what, text, expected) => {
    expect(codeSpan(text, plain)).toBe(expected);
  });

  it("is cut in the middle, after what is secret was taken out", () => {
    const mask = (text: string): string => text.replaceAll("secret", "******");
    expect(codeSpan("abcdefgh", plain, 5)).toBe("`ab…gh`");
    expect(codeSpan("aaasecretbbb", mask, 7)).toBe("`aaa…bbb`");
    expect(codeSpan("a secret b", mask, 9)).not.toContain("sec");
  });
});

it("characters that are made of very many are cut as well", () => {
  const tower = `Z${"\u0300".repeat(5000)}`;
  expect(codeSpan(tower.repeat(10), plain, 10).length).toBeLessThan(50);
  expect(codeFence("text", [tower.repeat(10)], plain).length).toBeLessThan(3000);
  expect(encodeURIComponent(codeSpan(`Z${"\u{1d165}".repeat(5000)}`, plain, 11))).toContain(
    "%E2%80%A6",
  ); // no half of a pair
});

describe("a fence", () => {
  it.each<[string, string[], string]>([
    ["of lines", ["+ a", "  b"], "```diff\n+ a\n  b\n```"],
    ["with a fence in it", ["  ```", "  ~~~"], "````diff\n  ```\n  ~~~\n````"],
    [
      "of what nobody sees",
      ["+ a\u202eb", "\t\u200b"],
      "```diff\n+ a\\u{202e}b\n    \\u{200b}\n```",
    ],
    ["of a line that is two", ["a\n```\nb"], "````diff\na\\n```\\nb\n````"],
    [
      "of commands of a runner",
      ["  ::error::x", "##[error]x"],
      "```diff\n  :\\u{3a}error::x\n#\\u{23}[error]x\n```",
    ],
    ["of more backticks than parsers count", ["`".repeat(300)], "```diff\n\\u{60}(300 times)\n```"],
  ])("%s", (_what, lines, expected) => {
    const found = codeFence("diff", lines, plain);
    expect(found).toBe(expected);
  });
});

describe("what fits", () => {
  it("is taken in order; what is too large is passed over", () => {
    expect(takeFitting(["aa", "bbbbbbbb", "cc"], 8, unlimited)).toEqual({
      text: "aa\n\ncc",
      size: 8,
      left: 1,
    });
  });

  it("is measured as the room measures", () => {
    const bytes = { max: 0, size: (text: string) => Buffer.byteLength(text) };
    expect(takeFitting(["ä", "b"], 4, bytes)).toEqual({ text: "ä", size: 4, left: 1 });
  });
});
