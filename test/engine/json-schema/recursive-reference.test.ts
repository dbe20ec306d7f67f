// References in schemas that lead back, in large schemas too.
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { recursiveReference } from "../../../src/engine/json-schema/recursive-reference.ts";

const references = 20_000;

/** Definitions that each refer to the next one, and the last one to `last`. */
function chain(last: string): JsonObject {
  const entries = Array.from({ length: references }, (_, index) => {
    const next = index + 1 < references ? `#/$defs/d${index + 1}` : last;
    return [`d${index}`, { type: "object", properties: { next: { $ref: next } } }];
  });
  const $defs = { ...Object.fromEntries(entries), end: { type: "string" } } as JsonObject;
  return { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs };
}

test("a chain of references that ends", () => {
  expect(recursiveReference(chain("#/$defs/end"))).toBeUndefined();
});

test("a chain of references that leads back to its middle", () => {
  const path = recursiveReference(chain("#/$defs/d5"));
  expect(path?.at(-1)).toBe("$ref");
});

test.for<[string, JsonObject, string | undefined]>([
  [
    "to itself, with an escaped name",
    { $defs: { "a/b": { items: { $ref: "#/$defs/a~1b" } } } },
    "$defs/a/b/items/$ref",
  ],
  ["to the top", { properties: { a: { $ref: "#" } } }, "properties/a/$ref"],
  [
    "to a schema around it",
    { properties: { a: { items: { $ref: "#/properties/a" } } } },
    "properties/a/items/$ref",
  ],
  ["to a schema beside it", { properties: { a: {}, b: { $ref: "#/properties/a" } } }, undefined],
  ["to another document", { properties: { a: { $ref: "a.json#" } } }, undefined],
])("a reference %s", ([, schema, path]) => {
  expect(recursiveReference(schema)?.join("/")).toBe(path);
});
