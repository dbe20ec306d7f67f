// Bundled schemas: what they copy, what they leave out, and where their references lead.
import { expect, it } from "vitest";
import { bundled, type SchemaTable } from "../../../src/engine/validate/schema-bundle.ts";

const $schema = "https://json-schema.org/draft/2020-12/schema";

it.each<[sentence: string, schemas: SchemaTable, expected: unknown]>([
  [
    "a schema without references is itself, without the marks of the generator",
    { "a/one": { $schema, "x-form": "text", tsType: "Text", type: "string" } },
    { $schema, type: "string" },
  ],
  [
    "a schema of another file is copied once, without its own $schema",
    {
      "a/one": { $schema, items: { $ref: "two.schema.json" }, not: { $ref: "two.schema.json#/x" } },
      "a/two": { $schema, x: {} },
    },
    {
      $schema,
      items: { $ref: "#/$defs/a~1two" },
      not: { $ref: "#/$defs/a~1two/x" },
      $defs: { "a/two": { x: {} } },
    },
  ],
  [
    "schemas that refer to each other end",
    {
      "a/one": { items: { $ref: "two.schema.json" } },
      "a/two": { items: { $ref: "one.schema.json#/items" }, not: { $ref: "#/items" } },
    },
    {
      items: { $ref: "#/$defs/a~1two" },
      $defs: { "a/two": { items: { $ref: "#/items" }, not: { $ref: "#/$defs/a~1two/items" } } },
    },
  ],
  [
    "its own definitions stay beside those of other files, which are sorted",
    {
      "a/one": {
        allOf: [{ $ref: "../z.schema.json" }, { $ref: "b.schema.json" }, { $ref: "#/$defs/own" }],
        $defs: { own: {} },
      },
      "a/b": {},
      z: {},
    },
    {
      allOf: [{ $ref: "#/$defs/z" }, { $ref: "#/$defs/a~1b" }, { $ref: "#/$defs/own" }],
      $defs: { own: {}, "a/b": {}, z: {} },
    },
  ],
])("%s", (_sentence, schemas, expected) => {
  expect(JSON.stringify(bundled(schemas, "a/one"))).toBe(JSON.stringify(expected));
});
