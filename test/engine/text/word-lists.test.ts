import { expect, it } from "vitest";
import { oneOf, someOf } from "../../../src/engine/text/word-lists.ts";

it.each([
  [["a", "b", "c"], 3, "a, b, c"],
  [["a", "b", "c", "d"], 3, "a, b, c and 1 more"],
  [[], 3, ""],
] as const)("of %j, at most %d names are listed", (names, max, expected) => {
  expect(someOf(names, max)).toBe(expected);
});

it.each<[string[], string]>([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
])("lists %j as %j", (words, expected) => {
  expect(oneOf(words)).toBe(expected);
});
