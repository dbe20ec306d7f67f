// Which edits are the same edit, and the words that a plan shows of it.
import { describe, expect, it } from "vitest";
import { compareTexts } from "../../../src/views/text/compared-texts.ts";
import { wordEditsKey } from "../../../src/views/text/word-edits.ts";

const key = (before: string, after: string): string => wordEditsKey(compareTexts(before, after));
const invoice = key("1. Check the order.\n", "1. Check the invoice.\n");

it.each<[string, boolean, before: string, after: string]>([
  ["the same word in another line", true, "a\nTake the order now.\n", "a\nTake the invoice now.\n"],
  ["another word", false, "1. Check the order.\n", "1. Check the parcel.\n"],
  ["the reverse", false, "1. Check the invoice.\n", "1. Check the order.\n"],
  ["twice", false, "The order and the order.\n", "The invoice and the invoice.\n"],
  ["with a line more", false, "1. Check the order.\n", "1. Check the invoice.\nBe kind.\n"],
  ["with a line less", false, "1. Check the order.\nx\n", "1. Check the invoice.\n"],
  ["with the line end", false, "1. Check the order.\n", "1. Check the invoice."],
  ["a line that is new as a whole", false, "order\n", "invoice\n"],
])("an edit of a word %s is the same: %s", (_sentence, isSame, before, after) => {
  expect(key(before, after) === invoice).toBe(isSame);
});

it("the same line added to different texts is the same edit", () => {
  expect(key("a\nb\n", "a\nBe kind.\nb\n")).toBe(key("c\n", "c\nBe kind.\n"));
  expect(key("a\nb\n", "a\nBe kind.\nb\n")).not.toBe(key("c\n", "c\nBe kind!\n"));
});

describe("the words of the first edit, with and without those before it, and the number:", () => {
  it.each<[before: string, after: string, count: number, phrases: string[]]>([
    ["2. Rule 2 for it\n", "2. Rule two for it\n", 1, ["Rule 2 → Rule two", "2 → two"]],
    [
      "Write to Acme for help.\n",
      "Write to Acme Ltd for help.\n",
      1,
      ["to Acme → to Acme Ltd", "Acme → Acme Ltd", " → Ltd"],
    ],
    ["Never promise it.\n", "promise it.\n", 1, ["Never promise → promise", "Never → "]],
    ["a\n", "a\nBe kind.\n", 1, [" → Be kind."]],
    ["one two three four\n", "1 two 3 four\n", 2, ["one → 1"]],
    ["a\nb\nc\n", "x\nb\ny\n", 2, ["a → x"]],
    ["a  b\n", "a b\n", 1, []],
    ["a\n", "a\nBe kind.\nStay.\n", 2, []],
  ])("%j %j", (before, after, number, expected) => {
    const { phrases, count } = compareTexts(before, after).edits();
    expect(count).toBe(number);
    expect(phrases.map((each) => `${each.before} → ${each.after}`)).toEqual(expected);
  });
});
