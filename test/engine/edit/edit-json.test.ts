// The new text of a JSON file: what is equal keeps its text, byte for byte.
import { expect, it } from "vitest";
import { editJson } from "../../../src/engine/edit/edit-json.ts";
import type { Json } from "../../../src/engine/model/json.ts";
import { parseHeldJson } from "../../../src/engine/json/exact-json.ts";

const schema = `{
  "type": "object",
  "properties": {
    "kind": { "type": "string", "enum": ["a", "b"] },
    "large": { "maximum": 12345678901234567890 },
    "size": {"type":"number","maximum":1.50}
  },
  "required": ["kind"]
}
`;

const parsed = (text: string): Json => parseHeldJson(text)![0];

/** The text with some replacements in the value, of JSON text by JSON text. */
const edited = (
  text: string,
  replacements: readonly (readonly [string, string])[],
  isOrdered = true,
) => {
  const compact = replacements.reduce((all, [from, to]) => all.replace(from, to), text);
  return editJson(text, parsed(compact), isOrdered);
};

it.each<[name: string, before: string, after: string, expected: string]>([
  [
    "a value of a line",
    '["a", "b"]',
    '["a"]',
    schema.replace(
      '{ "type": "string", "enum": ["a", "b"] }',
      '{\n      "type": "string",\n      "enum": [\n        "a"\n      ]\n    }',
    ),
  ],
  [
    "a new field",
    '["kind"]',
    '["kind"], "title": "A"',
    schema.replace('["kind"]', '["kind"],\n  "title": "A"'),
  ],
  [
    "a removed field",
    ',\n    "size": {"type":"number","maximum":1.50}',
    "",
    schema.replace(',\n    "size": {"type":"number","maximum":1.50}', ""),
  ],
  [
    "all digits of a new number",
    "12345678901234567890",
    "12345678901234567891",
    schema.replace(
      '{ "maximum": 12345678901234567890 }',
      '{\n      "maximum": 12345678901234567891\n    }',
    ),
  ],
])("changes only %s", (_name, before, after, expected) => {
  expect(edited(schema, [[before, after]])).toBe(expected);
  expect(edited(schema, [[before, after]], false)).toBe(expected);
});

it("an equal value keeps the whole text, also with keys in another order where that does not count", () => {
  const text = '\n{"b":1, "a" : [ ]}\n\n';
  expect(editJson(text, { b: 1, a: [] }, true)).toBe(text);
  expect(editJson(text, { a: [], b: 1 }, false)).toBe(text);
  expect(editJson(text, { a: [], b: 1 }, true)).toBe('\n{\n  "a": [ ],\n  "b": 1\n}\n\n');
});

it("items keep their text where others are inserted and removed", () => {
  const text = '[\n\t{"a":1},\n\t{"b":2}\n]';
  expect(editJson(text, [{ c: 3 }, { a: 1 }, { b: 2 }], true)).toBe(
    '[\n\t{\n\t\t"c": 3\n\t},\n\t{"a":1},\n\t{"b":2}\n]',
  );
  expect(editJson(text, [{ b: 2 }], true)).toBe('[\n\t{"b":2}\n]');
});

it.each<[string, Json]>([
  ["{}", { 'a"b': { c: [] } }],
  ['{"a": 1, "a": 2}', { a: 3 }],
  ['{"a": {"b": 1}}', { a: [1, { b: 1 }] }],
  ['[1, [2], "x"]', { a: null }],
  ["1", "text"],
])("the text has the value: %s", (text, value) => {
  for (const isOrdered of [true, false])
    expect(JSON.parse(editJson(text, value, isOrdered))).toEqual(value);
});

it("a key named __proto__ is a key like any other", () => {
  const value = JSON.parse('{"__proto__":{"a":1}}') as Json;
  const text = editJson("{}", value, false);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(["__proto__"]);
});
