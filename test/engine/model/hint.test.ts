import { expect, it } from "vitest";
import { someOf } from "../../../src/engine/model/hint.ts";

it.each([
  [["a", "b", "c"], 3, "a, b, c"],
  [["a", "b", "c", "d"], 3, "a, b, c and 1 more"],
  [[], 3, ""],
] as const)("of %j, at most %d names are listed", (names, max, expected) => {
  expect(someOf(names, max)).toBe(expected);
});
