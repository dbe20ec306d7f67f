import { expect, it } from "vitest";
import { type Json, withOrder } from "../../../src/engine/model/json.ts";
import {
  fieldChanges as differences,
  type FieldChange,
} from "../../../src/views/plan/field-changes.ts";

const sets = new Set(["tools"]);

/** A detail as one text. */
function short(detail: FieldChange): string {
  switch (detail.type) {
    case "value":
      return `${detail.path}: ${JSON.stringify(detail.before)} → ${JSON.stringify(detail.after)}`;
    case "text":
      return `${detail.path} (${detail.pointer}): text`;
    case "set":
      return `${detail.path}: +${detail.added.join(",")} -${detail.removed.join(",")}`;
    case "masked":
    case "edits":
      return `${detail.path}: ${detail.type}`;
    default:
      return `${detail.path}: ${detail.type} ${JSON.stringify(detail.item)}`;
  }
}

const text = (content: string): Json => ({
  role: "user",
  content: [{ type: "TEXT", text: content }],
});
const long = "a".repeat(51);

it.each<[sentence: string, before: Json, after: Json, details: string[]]>([
  ["equal values do not differ", { a: 1, b: [1] }, { b: [1.0], a: 1 }, []],
  [
    "a field",
    { parameters: { temperature: 1 } },
    { parameters: { temperature: 0.2 } },
    ["parameters.temperature: 1 → 0.2"],
  ],
  ["a field that is new", {}, { a: null }, ["a: undefined → null"]],
  ["a field that is gone", { a: { b: 1 } }, {}, ['a: {"b":1} → undefined']],
  ["a field whose type changes", { a: [1] }, { a: { b: 1 } }, ['a: [1] → {"b":1}']],
  [
    "a set names what comes and goes",
    { tools: ["tool/a", "tool/b"] },
    { tools: ["tool/b", "tool/c"] },
    ["tools: +tool/c -tool/a"],
  ],
  ["a list of texts is one value", { v: ["a", "b"] }, { v: ["b"] }, ['v: ["a","b"] → ["b"]']],
  [
    "an item in the middle is one added item",
    { m: [text("a"), text("c")] },
    { m: [text("a"), text("b"), text("c")] },
    [`m[1]: added ${JSON.stringify(text("b"))}`],
  ],
  [
    "an item that goes is one removed item",
    { m: [text("a"), text("b"), text("c")] },
    { m: [text("a"), text("c")] },
    [`m[1]: removed ${JSON.stringify(text("b"))}`],
  ],
  [
    "an item that changes shows what changes in it",
    { m: [text("a"), text("b")] },
    { m: [text("a"), text("x")] },
    ['m[1]: "b" → "x"'],
  ],
  ["a text of several lines", { d: "a\nb\n" }, { d: "a\nc\n" }, ["d (/d): text"]],
  ["a long text", { d: long }, { d: "b" }, ["d (/d): text"]],
  [
    "keys that are no words are in brackets",
    { p: { "a b": 1, "c/d": "x\n" } },
    { p: { "a b": 2, "c/d": "y\n" } },
    ['p["a b"]: 1 → 2', 'p["c/d"] (/p/c~1d): text'],
  ],
  ["keys in other scripts are words", { p: { größe: 1 } }, { p: { größe: 2 } }, ["p.größe: 1 → 2"]],
  [
    "what every object has is no field",
    { p: {} },
    { p: { constructor: 1 } },
    ["p.constructor: undefined → 1"],
  ],
  ["another order of keys", { p: { a: 1, b: 2 } }, { p: { b: 2, a: 1 } }, []],
  [
    "another order of keys where it counts is a text",
    { p: withOrder({ a: 1, b: 2 }) },
    { p: withOrder({ b: 2, a: 1 }) },
    ["p (/p): text"],
  ],
  [
    "a field is a field also where the order of keys counts",
    { p: withOrder({ a: 1, b: { c: 2 } }) },
    { p: withOrder({ a: 1, b: { c: 3 } }) },
    ["p.b.c: 2 → 3"],
  ],
  [
    "__proto__ is a key like any other",
    {},
    JSON.parse('{"__proto__":1}') as Json,
    ["__proto__: undefined → 1"],
  ],
])("%s", (_sentence, before, after, expected) => {
  expect(differences(before, after, sets).map(short)).toEqual(expected);
});

it("an item with 130,000 fields that change", () => {
  const item = (value: number): Json => ({
    fields: Object.fromEntries(Array.from({ length: 130_000 }, (_, index) => [`f${index}`, value])),
  });
  expect(differences({ m: [item(1)] }, { m: [item(2)] }, sets)).toHaveLength(130_000);
});
