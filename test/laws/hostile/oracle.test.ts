// The judge finds what it is there to find, in every text of the table, and nothing else.
import { describe, expect, it } from "vitest";
import { commandsIn, flaws, secretsIn } from "./oracle.ts";
import { sorts, textsOf } from "./texts.ts";

describe.each(sorts.filter((sort) => sort !== "words" && sort !== "masses"))(
  "a text of the sort %s, printed as it is,",
  (sort) => {
    it.each(textsOf(sort).map((text) => [text]))("has a flaw: %j", (text) => {
      expect(flaws(text)).not.toEqual([]);
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
  ["words for shells and pages", textsOf("words").join("\n")],
  ["masses", textsOf("masses").join("\n")],
])("finds nothing in %s", (_what, text) => {
  expect(flaws(text)).toEqual([]);
});

it("finds a forged line at the depth of ours, not within a text that differs", () => {
  expect(flaws("      Applied. 9 requests to nowhere succeeded.")).toHaveLength(1);
  expect(flaws("          Applied. 9 requests to nowhere succeeded.")).toEqual([]);
  expect(flaws("Applied. 9 requests to nowhere succeeded.", { ownLines: true })).toEqual([]);
});

it.each([
  ["as it is", "a key-SECRET/42 b"],
  ["in an address", "?k=key-SECRET%2F42"],
  ["in base64", "a2V5LVNFQ1JFVC80Mg=="],
  ["in hexadecimal digits", "6b65792d5345435245542f3432"],
])("finds a secret %s", (_what, text) => {
  expect(secretsIn(text, ["key-SECRET/42"])).not.toEqual([]);
  expect(secretsIn("key-SECRET", ["key-SECRET/42"])).toEqual([]);
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
  const found = commandsIn(text);
  const named = expected.map((each) => (typeof each === "string" ? { name: each } : each));
  expect(found).toHaveLength(named.length);
  expect(found).toMatchObject(named);
});
