// Which changes of a JSON Schema accept more. Each row also says what the reverse change accepts.
import { expect, test } from "vitest";
import { looserChanges } from "../../../src/engine/alerts/looser-schema.ts";
import type { Json } from "../../../src/engine/model/json.ts";
import { valueChangeText } from "../../../src/engine/json/value-change.ts";

function looser(before: Json, after: Json): string[] {
  return looserChanges(before, after, ["p"]).map(valueChangeText);
}

const object = (properties: Json, more: object = {}): Json =>
  ({ type: "object", properties, ...more }) as Json;
const closed = { additionalProperties: false };

test.each<[name: string, before: Json, after: Json, looser: string[], reverse?: string[]]>([
  ["no change", { maximum: 1 }, { maximum: 1 }, []],
  ["a higher maximum", { maximum: 1 }, { maximum: 2 }, ["p.maximum 1 → 2"]],
  ["a removed maximum", { maximum: 1 }, {}, ["p.maximum removed (was 1)"]],
  ["a lower minimum", { minimum: 5 }, { minimum: -5 }, ["p.minimum 5 → -5"]],
  [
    "a maximum that becomes exclusive",
    { exclusiveMaximum: 5 },
    { maximum: 5 },
    ["p.maximum none → 5", "p.exclusiveMaximum removed (was 5)"],
  ],
  ["a longer text", { maxLength: 10 }, { maxLength: 11 }, ["p.maxLength 10 → 11"]],
  ["a shorter text", { minLength: 10 }, { minLength: 1 }, ["p.minLength 10 → 1"]],
  ["a minimum of nothing", { minLength: 0 }, {}, []],
  ["more items", { maxItems: 1 }, { maxItems: 3 }, ["p.maxItems 1 → 3"]],
  ["repeated items", { uniqueItems: true }, {}, ["p.uniqueItems removed (was true)"]],
  ["a divisor", { multipleOf: 10 }, { multipleOf: 5 }, ["p.multipleOf 10 → 5"]],
  ["another divisor, which is neither", { multipleOf: 10 }, { multipleOf: 4 }, []],
  ["a removed pattern", { pattern: "^a" }, {}, ['p.pattern removed (was "^a")']],
  ["another pattern, which cannot be classified", { pattern: "^a" }, { pattern: "^b" }, []],
  ["a removed format", { format: "email" }, {}, ['p.format removed (was "email")']],
  ["a shorter required", { required: ["a", "b"] }, { required: ["b"] }, ['p.required − "a"']],
  ["another order of required", { required: ["a", "b"] }, { required: ["b", "a"] }, []],
  ["a value more", { enum: ["a"] }, { enum: ["a", "b"] }, ['p.enum + "b"']],
  ["a constant that becomes a list", { const: "a" }, { enum: ["a", "b"] }, ['p.enum + "b"']],
  ["no list of values", { enum: ["a"] }, { type: "string" }, ["p.enum removed"]],
  [
    "one type more",
    { type: "string" },
    { type: ["string", "null"] },
    ['p.type "string" → ["string","null"]'],
  ],
  [
    "numbers for integers",
    { type: "integer" },
    { type: "number" },
    ['p.type "integer" → "number"'],
  ],
  ["no type", { type: "string" }, {}, ['p.type removed (was "string")']],
  [
    "additional properties",
    object({}, closed),
    object({}, { additionalProperties: true }),
    ["p.additionalProperties false → true"],
  ],
  [
    "additional properties by default",
    object({}, closed),
    object({}),
    ["p.additionalProperties removed (was false)"],
  ],
  [
    "a nested limit",
    object({ amount: { maximum: 15000 } }),
    object({ amount: { maximum: 150000 } }),
    ["p.properties.amount.maximum 15000 → 150000"],
  ],
  [
    "a property without its schema, where any other is accepted",
    object({ note: { type: "string" } }),
    object({}),
    ["p.properties.note removed"],
  ],
  [
    "a new property of a closed object",
    object({}, closed),
    object({ force: { type: "boolean" } }, closed),
    ['p.properties.force none → {"type":"boolean"}'],
  ],
  ["a new description", object({ a: {} }), object({ a: { description: "b" } }), []],
  ["a property that accepted all", object({ a: { title: "A" } }), object({}), []],
  [
    "the items of a list",
    { items: { maxLength: 1 } },
    { items: { maxLength: 2 } },
    ["p.items.maxLength 1 → 2"],
  ],
  ["items of any kind", { items: { type: "string" } }, {}, ["p.items removed"]],
  [
    "the items of a tuple",
    { prefixItems: [{ maximum: 1 }] },
    { prefixItems: [{ maximum: 2 }] },
    ["p.prefixItems.0.maximum 1 → 2"],
  ],
  [
    "one alternative more",
    { anyOf: [{ type: "string" }] },
    { anyOf: [{ type: "string" }, { type: "null" }] },
    ['p.anyOf + {"type":"null"}'],
  ],
  [
    "a looser alternative",
    { oneOf: [{ maximum: 1 }, { type: "null" }] },
    { oneOf: [{ maximum: 2 }, { type: "null" }] },
    ["p.oneOf.0.maximum 1 → 2"],
  ],
  [
    "a condition less",
    { allOf: [{ maximum: 1 }, { minimum: 0 }] },
    { allOf: [{ minimum: 0 }] },
    ['p.allOf − {"maximum":1}'],
  ],
  [
    "a definition that references name",
    { $ref: "#/$defs/a", $defs: { a: { maximum: 1 } } },
    { $ref: "#/$defs/a", $defs: { a: { maximum: 2 } } },
    ["p.$defs.a.maximum 1 → 2"],
  ],
  [
    "a property in place of a reference",
    object({ a: { $ref: "#/$defs/a" } }),
    object({}),
    ["p.properties.a removed"],
  ],
  ["no exception", { not: { const: 1 } }, {}, ["p.not removed"]],
  ["text that is no schema", "a", "b", []],
])("%s", (_name, before, after, expected, reverse = []) => {
  expect(looser(before, after)).toEqual(expected);
  expect(looser(after, before)).toEqual(reverse);
});

test("long values are not shown, not even in part", () => {
  const long = "x".repeat(100);
  expect(looser({ const: long }, { enum: [long, "b"] })).toEqual(['p.enum + "b"']);
  expect(looser({ pattern: long }, {})).toEqual(["p.pattern removed"]);
});
