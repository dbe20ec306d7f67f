// Edits of values: fast-json-patch, read here only to apply them, makes the second value of the first.
import * as fc from "fast-check";
import jsonPatch from "fast-json-patch";
import { expect, it } from "vitest";
import { type JsonObject, withOrder } from "../../../src/engine/model/json.ts";
import { valueEdits } from "../../../src/engine/json/value-edits.ts";

const key = fc.constantFrom("a", "b", "c", "d");
const { schema } = fc.letrec<{ schema: JsonObject; value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, fc.integer({ max: 2, min: 0 }), tie("schema")),
  schema: fc
    .uniqueArray(fc.tuple(key, tie("value")), { selector: ([name]) => name, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries) as JsonObject),
}));

const copy = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

it("make the second value of the first, with its order of keys where that counts", () => {
  fc.assert(
    fc.property(schema, schema, schema, schema, (one, two, other, another) => {
      const before = { parameters: { schema: withOrder(one), rest: other } };
      const after = { parameters: { schema: withOrder(two), rest: another } };
      const edits = valueEdits(before, after);
      const { newDocument } = jsonPatch.applyPatch(
        copy(before),
        edits.map((each) => ({ ...each })),
      );
      expect(newDocument).toEqual(after);
      const { parameters } = newDocument as typeof before;
      expect(JSON.stringify(parameters.schema)).toBe(JSON.stringify(two));
    }),
  );
});

it("replace the object if only the order of its keys changes, and no order that does not count", () => {
  const sides = (text: string): JsonObject => ({
    counts: withOrder(JSON.parse(text) as JsonObject),
    ignored: JSON.parse(text) as JsonObject,
  });
  expect(valueEdits(sides('{"a":1,"b":2}'), sides('{"b":2,"a":1}'))).toEqual([
    { op: "replace", path: "/counts", value: { b: 2, a: 1 } },
  ]);
  expect(valueEdits(sides('{"a":1,"b":2}'), sides('{"a":1,"b":3}'))).toEqual([
    { op: "replace", path: "/ignored/b", value: 3 },
    { op: "replace", path: "/counts/b", value: 3 },
  ]);
});
