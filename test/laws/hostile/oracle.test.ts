// Tests the oracle: it finds every text of the table of hostile texts, and nothing in safe outputs.
import { describe, expect, it } from "vitest";
import { parseRunnerCommands, findUnsafe, findSecrets } from "./oracle.ts";
import { allCategories, hostileTexts } from "./hostile-texts.ts";

describe.each(
  allCategories.filter((category) => category !== "syntax" && category !== "longTexts"),
)("a text of the category %s, printed unescaped,", (category) => {
  it.each(hostileTexts(category).map((text) => [text]))("is unsafe: %j", (text) => {
    expect(findUnsafe(text)).not.toEqual([]);
  });
});

it.each([
  ["line endings", "a\nb\n"],
  ["joined emoji", "👩‍💻 and 🏴‍☠️"],
  ["a heart with a variation selector", "❤️"],
  ["other alphabets", "Grüße, 日本語, עברית, हिन्दी"],
  ["colons in a line", "a :: b, x::y"],
  ["headings", "## a, #[b], ## [c]"],
  ["lines of promptctl", "Applied. 7 requests to https://prompts.example.com succeeded.\n"],
  ["syntax of other languages", hostileTexts("syntax").join("\n")],
  ["longTexts", hostileTexts("longTexts").join("\n")],
])("finds nothing in %s", (_, text) => {
  expect(findUnsafe(text)).toEqual([]);
});

it("finds a forged line at the indentation of promptctl's lines, not in the diff of a text", () => {
  expect(findUnsafe("      Applied. 9 requests to nowhere succeeded.")).toHaveLength(1);
  expect(findUnsafe("          Applied. 9 requests to nowhere succeeded.")).toEqual([]);
  expect(findUnsafe("Applied. 9 requests to nowhere succeeded.", { allowsOwnLines: true })).toEqual(
    [],
  );
});

it.each([
  ["unencoded", "a key-SECRET/42 b"],
  ["in a URL", "?k=key-SECRET%2F42"],
  ["in base64", "a2V5LVNFQ1JFVC80Mg=="],
  ["in hexadecimal", "6b65792d5345435245542f3432"],
])("finds a secret %s", (_, text) => {
  expect(findSecrets(text, ["key-SECRET/42"])).not.toEqual([]);
  expect(findSecrets("key-SECRET", ["key-SECRET/42"])).toEqual([]);
});

it.each([
  [
    "::error file=a%3Ab,line=1::x%0Ay%25",
    [{ name: "error", properties: { file: "a:b", line: "1" }, data: "x\ny%" }],
  ],
  ["  ::add-mask::a\r::debug::b", ["add-mask", "debug"]],
  [
    "say ##[save-state name=a;b=c]d",
    [{ name: "save-state", properties: { name: "a", b: "c" }, data: "d" }],
  ],
  ["::nothing::a\na ::error::b\n:: error::c", []],
])("parses commands as the GitHub Actions runner does: %j", (text, expected) => {
  const commands = parseRunnerCommands(text);
  const partial = expected.map((item) => (typeof item === "string" ? { name: item } : item));
  expect(commands).toHaveLength(partial.length);
  expect(commands).toMatchObject(partial);
});
