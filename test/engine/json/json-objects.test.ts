// JSON objects between other words.
import { expect, it, test } from "vitest";
import { jsonObjectsIn } from "../../../src/engine/json/json-objects.ts";

test.each<[name: string, text: string, objects: readonly object[]]>([
  ["nothing else", '{"a": 1}', [{ a: 1 }]],
  ["a fence", '```json\n{"a": [{"b": "}"}]}\n```', [{ a: [{ b: "}" }] }]],
  ["prose before and after", 'It is {"a": null}.', [{ a: null }]],
  ["several", '{"a": 1} {"a": 2}', [{ a: 1 }, { a: 2 }]],
  ["one in another", '{"a": {"b": -1.5e3}}', [{ a: { b: -1500 } }]],
  ["one in a list", '[{"a": true}]', [{ a: true }]],
  ["lines in an object", '{\n  "a": "x\\n\\"y\\""\n}', [{ a: 'x\n"y"' }]],
  ["braces of prose", 'The set {x, "y"} {{z}} and {"a": false}', [{ a: false }]],
  ["a brace in front", '{see {"a": 1}}', [{ a: 1 }]],
  ["a quote of prose after a brace", 'It says {"no. Then {"a": 1}', [{ a: 1 }]],
  ["a string without an end", '{"a": "b', []],
  ["a comma too much", '{"a": 1,}', []],
  ["half of an object", '{"a": [{"b": 1}', []],
  ["none", "It is fine.", []],
])("%s", (_name, text, objects) => {
  expect(jsonObjectsIn(text)).toEqual(objects);
});

it.each(["{", '{"a":', '{"', '{"a":{}} ', '{"x{"a', '{"a":[{"b":"{"},', "}{", '"{'])(
  "%s, 100,000 times: takes linear time",
  (part) => {
    expect(jsonObjectsIn(`${part.repeat(100_000)} {"end": 1}`).length).toBeGreaterThanOrEqual(0);
  },
);
