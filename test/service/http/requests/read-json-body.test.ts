import { expect, it } from "vitest";
import { measureJson } from "../../../../src/service/http/requests/read-json-body.ts";

it.each<[json: string, depth: number, valueCount: number]>([
  ["0", 0, 1],
  ['"text"', 0, 1],
  ["[]", 1, 1],
  ["[ \n]", 1, 1],
  ["{}", 1, 1],
  ["[0]", 1, 2],
  ["[0, 1, null]", 1, 4],
  ['{ "a": 0, "b": [] }', 1 + 1, 3],
  ["[[], [], {}]", 2, 4],
  ["[[[]]]", 3, 3],
  ['["[[,{", "\\"[", "\\\\", [0]]', 2, 6],
  ['{ "a,[": "}" }', 1, 2],
  ['["\u{1F600}", "\u00e9,"]', 1, 3],
])("%s has %i levels and %i values", (json, depth, valueCount) => {
  expect(measureJson(new TextEncoder().encode(json))).toEqual({ depth, valueCount });
});

it.each(["", "]]]", '"', '"\\', "[", "{{{,"])("ends for %j, which is not JSON", (text) => {
  expect(measureJson(new TextEncoder().encode(text))).toBeDefined();
});
