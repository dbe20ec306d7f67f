// Quantities in messages.
import { expect, it } from "vitest";
import { dollars } from "../../../src/engine/model/quantities.ts";

it.each([
  [0, "$0"],
  [12.3456, "$12.35"],
  [0.4, "$0.40"],
  [0.004163, "$0.00416"],
])("%d dollars are %s", (amount, expected) => {
  expect(dollars(amount)).toBe(expected);
});
