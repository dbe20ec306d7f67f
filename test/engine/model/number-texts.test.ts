// Numbers with more digits than a double holds: equal values have one text.
import { expect, it } from "vitest";
import { canonicalJson } from "../../../src/engine/model/json.ts";
import { canonicalNumber } from "../../../src/engine/model/number-texts.ts";
import { parseExactJson } from "../../../src/engine/json/exact-json.ts";

it.each([
  ["9007199254740993", "9007199254740993"],
  ["9007199254740993.0", "9007199254740993"],
  ["9007199254740993.00e0", "9007199254740993"],
  ["9.007199254740993e15", "9007199254740993"],
  ["900719925474099300E-2", "9007199254740993"],
  ["-9007199254740993.10", "-9007199254740993.1"],
  ["0.00012345678901234567890", "0.0001234567890123456789"],
  ["0.0", "0"],
  ["1e400", `1${"0".repeat(400)}`],
  ["1.0e999999", "1e999999"],
  ["10e999999999", "1e1000000000"],
])("%s is %s", (text, canonical) => {
  expect(canonicalNumber(text)).toBe(canonical);
});

it("canonical JSON of equal numbers is equal, at any depth", () => {
  const of = (number: string): string =>
    canonicalJson(parseExactJson(`{"a":[${number}],"b":${number}}`)!);
  expect(of("9007199254740993.0")).toBe('{"a":[9007199254740993],"b":9007199254740993}');
  expect(of("9007199254740993.0")).toBe(of("9007199254740993"));
  expect(of("9007199254740993")).not.toBe(of("9007199254740992"));
});
