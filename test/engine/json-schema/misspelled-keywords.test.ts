// Keywords of schemas that are probably misspelled.
import { expect, it } from "vitest";
import { misspelledKeywords } from "../../../src/engine/json-schema/misspelled-keywords.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";

const found = (schema: JsonObject): string[] =>
  misspelledKeywords(schema).map(
    ({ path, keyword, similar }) => `${path.join("/")}: ${keyword}, ${similar}`,
  );

it.each<[string, JsonObject, string[]]>([
  ["at the top", { requird: ["a"] }, ["requird: requird, required"]],
  ["in a property", { properties: { a: { enums: [1] } } }, ["properties/a/enums: enums, enum"]],
  [
    "in a list of schemas and in a definition",
    { anyOf: [{ Type: "string" }], $defs: { a: { descripton: "" } } },
    ["anyOf/0/Type: Type, type", "$defs/a/descripton: descripton, description"],
  ],
])("%s", (_name, schema, expected) => {
  expect(found(schema)).toEqual(expected);
});

it.each<[string, JsonObject]>([
  ["names of properties", { properties: { requird: {}, typ: {}, item: {} } }],
  ["values", { const: { requird: 1 }, default: { typ: 1 }, enum: [{ item: 1 }] }],
  ["keywords of all versions", { id: "a", $anchor: "b", dependentRequired: {}, prefixItems: [] }],
  ["keywords of OpenAPI", { nullable: true, example: 1, discriminator: {} }],
  [
    "extensions",
    { "x-order": 1, "ui:widget": "text", strict: true, label: "a", unit: "kg", note: "b" },
  ],
])("%s are not", (_name, schema) => {
  expect(found(schema)).toEqual([]);
});
