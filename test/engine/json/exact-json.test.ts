// JSON with numbers that a double does not hold: what is kept of it, and that all else is as JSON.parse and
// JSON.stringify have it.
import { assert, integer, json, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json } from "../../../src/engine/model/json.ts";
import {
  canonicalNumber,
  exactJsonText,
  numberText,
} from "../../../src/engine/model/number-texts.ts";
import { parseExactJson, parseHeldJson } from "../../../src/engine/json/exact-json.ts";

const written = (text: string, indent?: number): string =>
  exactJsonText(parseExactJson(text), indent);

describe("a number that a double does not hold", () => {
  it.each([
    "9007199254740993",
    "-9007199254740993",
    "12345678901234567890123",
    "9007199254740993.0",
    "0.1234567890123456789",
    "1234567890.12345678901",
    "1e400",
    "-1E+400",
    "1e-400",
    `1${"0".repeat(500)}1`,
  ])("%s is written as it was", (number) => {
    const text = `{"a":${number},"b":[1,${number}],"c":{"d":[{"e":${number}}]}}`;
    expect(written(text)).toBe(text);
    const canonical = canonicalNumber(number); // has one text for 1.0 and 1
    expect(canonicalJson(parseExactJson(text)!).split(canonical)).toHaveLength(4);
    const cloned: unknown = structuredClone(parseExactJson(text)); // without the texts
    expect(cloned).toEqual(JSON.parse(text));
  });

  it("is written on lines of its own with an indent", () => {
    const text = '{\n  "a": 9007199254740993,\n  "b": [],\n  "c": {},\n  "d": [\n    null\n  ]\n}';
    expect(written(text, 2)).toBe(text);
  });

  it("as the whole text has a list as its holder", () => {
    const list = parseHeldJson(" 9007199254740993 ")!;
    expect([list[0], numberText(list, 0)]).toEqual([9007199254740992, "9007199254740993"]);
  });

  it("has no text where a copy has another value", () => {
    const value = parseExactJson('{"a": 9007199254740993}') as { readonly a: number };
    expect(exactJsonText({ ...value, b: 1 })).toBe('{"a":9007199254740993,"b":1}');
    expect(exactJsonText({ ...value, a: 7 })).toBe('{"a":7}');
  });

  it("under a repeated key and under __proto__ is that of the last value", () => {
    expect(written('{"a": 9007199254740993, "a": 7, "__proto__": 9007199254740993}')).toBe(
      '{"a":7,"__proto__":9007199254740993}',
    );
  });
});

it.each(["1,2", "", "]", "1],[2", "{", "[9007199254740993", "9007199254740993x"])(
  "%j is not JSON",
  (text) => expect([parseExactJson(text), parseHeldJson(text)]).toEqual([undefined, undefined]),
);

it("all other values are as JSON.parse and JSON.stringify have them", () => {
  assert(
    property(json(), integer({ min: 0, max: 3 }), (text, indent) => {
      const value: Json = JSON.parse(text);
      const spaced = `${JSON.stringify(value, null, indent)}\n`;
      expect(written(spaced, indent)).toBe(JSON.stringify(value, null, indent));
    }),
  );
});

it("digits in texts, and a text of megabytes, do not matter", () => {
  const text = JSON.stringify({ a: "9007199254740993 ".repeat(200_000), b: '"9007199254740993' });
  expect(written(text)).toBe(text);
});

it.each([
  [600, `${"[".repeat(600)}9007199254740993${"]".repeat(600)}`],
  [50_000, undefined],
])("%i levels are read with their digits, or not at all", (levels, text) => {
  const value = parseExactJson(`${"[".repeat(levels)}9007199254740993${"]".repeat(levels)}`);
  expect(value && exactJsonText(value)).toBe(text);
});
