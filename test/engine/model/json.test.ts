import { describe, expect, it } from "vitest";
import { digestJson } from "../../../src/engine/text/digest.ts";
import {
  canonicalJson,
  fromPointer,
  type Json,
  jsonEquals,
  type JsonObject,
  keepsOrder,
  mapValues,
  toPointer,
  valueAt,
  withOrder,
} from "../../../src/engine/model/json.ts";

const parse = (text: string): Json => JSON.parse(text) as Json;

describe("canonical text", () => {
  it.each([
    ["keys are sorted", '{"b":1,"a":2}', '{"a":2,"b":1}'],
    ["keys are sorted at every depth", '[{"b":{"d":1,"c":2}}]', '[{"b":{"c":2,"d":1}}]'],
    ["capitals come before small letters", '{"a":1,"B":2}', '{"B":2,"a":1}'],
    ["numbers as keys are sorted as text", '{"10":1,"9":2,"1":3}', '{"1":3,"10":1,"9":2}'],
    ["lists keep their order", "[3,1,2]", "[3,1,2]"],
    ["1.0 is 1", "[1.0, 1]", "[1,1]"],
    ["1e2 is 100", "1e2", "100"],
    ["-0 is 0", "[-0, 0]", "[0,0]"],
    ["-0 is 0 inside an object", '{"a":-0.0}', '{"a":0}'],
    ["small numbers", "[1e-7, 0.1]", "[1e-7,0.1]"],
    ["true, false and null", "[true,false,null]", "[true,false,null]"],
    ["empty values differ", '[{},[],"",null]', '[{},[],"",null]'],
    ["text is escaped", '"a\\"b\\\\c\\n\\u0001"', '"a\\"b\\\\c\\n\\u0001"'],
    ["letters beyond ASCII stay", '"é😀"', '"é😀"'],
    [
      "__proto__ is a key like any other",
      '{"__proto__":{"a":1},"a":2}',
      '{"__proto__":{"a":1},"a":2}',
    ],
    ["toString is a key like any other", '{"toString":1}', '{"toString":1}'],
  ])("%s", (_sentence, text, expected) => {
    expect(canonicalJson(parse(text))).toBe(expected);
  });

  it("undefined fields are omitted, as by JSON.stringify", () => {
    const value = { b: undefined, a: { c: undefined, d: 1 } } as unknown as Json;
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });

  it("equal values have equal digests", () => {
    expect(digestJson({ a: 1, b: [{ c: 1.0, d: -0 }] })).toBe(
      digestJson({ b: [{ d: 0, c: 1 }], a: 1 }),
    );
    expect(digestJson({ a: 1 })).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(digestJson({ a: "1" })).not.toBe(digestJson({ a: 1 }));
  });
});

describe("pointers", () => {
  const rows: readonly (readonly [pointer: string, path: string[]])[] = [
    ["", []],
    ["/", [""]],
    ["/a/0/b", ["a", "0", "b"]],
    ["/a~1b", ["a/b"]],
    ["/a~0b", ["a~b"]],
    ["/~01", ["~1"]],
    ["/a b/%25", ["a b", "%25"]],
  ];
  it.each(rows)("%j is the path %j", (pointer, path) => {
    expect(fromPointer(pointer)).toEqual(path);
    expect(toPointer(path)).toBe(pointer);
  });

  it("an index is written as its number", () => {
    expect(toPointer(["messages", 0, "content"])).toBe("/messages/0/content");
  });
});

describe("the value at a path", () => {
  const value = parse('{"a":[{"b":null}],"":1,"__proto__":{"c":2}}');
  it.each<[string, (string | number)[], Json | undefined]>([
    ["nothing more is the value itself", [], value],
    ["through lists and objects", ["a", 0, "b"], null],
    ["an index may be text", ["a", "0", "b"], null],
    ["an empty key", [""], 1],
    ["__proto__ is a key like any other", ["__proto__", "c"], 2],
    ["nothing past the end of a list", ["a", 1], undefined],
    ["no value under null", ["a", 0, "b", "c"], undefined],
    ["nothing that every object has", ["a", 0, "constructor"], undefined],
  ])("%s", (_sentence, path, expected) => {
    expect(valueAt(value, path)).toEqual(expected);
  });
});

it("values are changed one by one, __proto__ included", () => {
  const changed = mapValues(
    parse('{"b":1,"__proto__":2}') as { [key: string]: Json },
    (value, key) => `${key}${value}`,
  );
  expect(JSON.stringify(changed)).toBe('{"b":"b1","__proto__":"__proto__2"}');
});

describe("an object whose order of keys counts", () => {
  type Pair = readonly [one: Json, other: Json];
  const marked = (text: string): JsonObject => withOrder(parse(text) as JsonObject);
  const holding = (object: Json): Json => ({ z: 1, list: [], inner: { schema: object } });

  it.each([
    ["the same keys in another order", '{"b":1,"a":2}', '{"a":2,"b":1}', false],
    ["another order at a depth", '{"p":{"b":1,"a":2}}', '{"p":{"a":2,"b":1}}', false],
    ["another order in a list", '{"p":[{"b":1,"a":2}]}', '{"p":[{"a":2,"b":1}]}', false],
    [
      "the same keys in the same order",
      '{"b":1,"a":{"d":1,"c":2}}',
      '{"b":1,"a":{"d":1.0,"c":2}}',
      true,
    ],
    ["other values", '{"b":1}', '{"b":2}', false],
  ])("%s", (_sentence, one, other, areEqual) => {
    const pairs: readonly Pair[] = [
      [marked(one), marked(other)],
      [marked(one), parse(other)],
      [parse(one), marked(other)],
      [holding(marked(one)), holding(marked(other))],
    ];
    for (const pair of pairs) expect(jsonEquals(...pair)).toBe(areEqual);
    expect(digestJson(holding(marked(one))) === digestJson(holding(marked(other)))).toBe(areEqual);
  });

  it("is the same JSON for everything else", () => {
    const text = '{"b":1,"a":2}';
    expect(JSON.stringify(marked(text))).toBe(text);
    expect(marked(text)).toStrictEqual(parse(text));
    expect(canonicalJson({ z: 1, a: marked(text) })).toBe('{"a":{"b":1,"a":2},"z":1}');
  });

  it.each([
    ["a key is added at the end", '{"a":1}', '{"a":1,"b":2}', true],
    ["a key is added before another", '{"b":1}', '{"a":1,"b":2}', false],
    ["a key is removed", '{"a":1,"b":2,"c":3}', '{"a":1,"c":3}', true],
    ["keys are exchanged", '{"a":1,"b":2}', '{"b":2,"a":1}', false],
    ["keys are exchanged in a list", '[{"a":1,"b":2}]', '[{"b":2,"a":1}]', false],
    ["a value changes its type", '{"a":{"x":1}}', '{"a":[1]}', true],
  ])("edits of single fields do: %s", (_sentence, one, other, expected) => {
    expect(keepsOrder(parse(one), parse(other))).toBe(expected);
  });
});
