// The judge finds what it is there to find, in every text of the table, and nothing else.
import { describe, expect, it } from "vitest";
import { parseRunnerCommands, findUnsafe, findSecrets } from "./oracle.ts";
import { allCategories, hostileTexts } from "./hostile-texts.ts";

describe.each(allCategories.filter((sort) => sort !== "syntax" && sort !== "longTexts"))(
  "a text of the sort %s, printed as it is,",
  (sort) => {
    it.each(hostileTexts(sort).map((text) => [text]))("has a flaw: %j", (text) => {
      expect(findUnsafe(text)).not.toEqual([]);
    });
  },
);

it.each([
  ["a line end", "a\nb\n"],
  ["an emoji joined of two", "👩‍💻 and 🏴‍☠️"],
  ["a coloured heart", "❤️"],
  ["other alphabets", "Grüße, 日本語, עברית, हिन्दी"],
  ["colons in a line", "a :: b, x::y"],
  ["headings", "## a, #[b], ## [c]"],
  ["our own lines", "Applied. 7 requests to https://prompts.example.com succeeded.\n"],
  ["words for shells and pages", hostileTexts("syntax").join("\n")],
  ["longTexts", hostileTexts("longTexts").join("\n")],
])("finds nothing in %s", (_what, text) => {
  expect(findUnsafe(text)).toEqual([]);
});

it("finds a forged line at the depth of ours, not within a text that differs", () => {
  expect(findUnsafe("      Applied. 9 requests to nowhere succeeded.")).toHaveLength(1);
  expect(findUnsafe("          Applied. 9 requests to nowhere succeeded.")).toEqual([]);
  expect(findUnsafe("Applied. 9 requests to nowhere succeeded.", { allowsOwnLines: true })).toEqual(
    [],
  );
});

it.each([
  ["as it is", "a key-SECRET/42 b"],
  ["in an address", "?k=key-SECRET%2F42"],
  ["in base64", "a2V5LVNFQ1JFVC80Mg=="],
  ["in hexadecimal digits", "6b65792d5345435245542f3432"],
])("finds a secret %s", (_what, text) => {
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
])("reads commands as the runner does: %j", (text, expected) => {
  const found = parseRunnerCommands(text);
  const named = expected.map((each) => (typeof each === "string" ? { name: each } : each));
  expect(found).toHaveLength(named.length);
  expect(found).toMatchObject(named);
});
