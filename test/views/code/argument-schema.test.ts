// The keywords of a tool's schema that become a type, and those that are left out.
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { argumentSchema } from "../../../src/views/code/argument-schema.ts";

const text = { type: "string" };

it.each<[string, JsonObject, JsonObject]>([
  ["no keyword allows any arguments", {}, { type: "object", additionalProperties: true }],
  [
    "properties of any name keep what a type can say",
    { properties: { title: { ...text, title: "T", minLength: 1 }, $ref: text, tsType: text } },
    { type: "object", properties: { title: text, $ref: text, tsType: text } },
  ],
  [
    "code and file names for the printer of types are left out",
    {
      tsType: "evil",
      tsEnumNames: ["evil"],
      extends: { $ref: "/etc/passwd" },
      properties: { a: { tsType: "evil" }, b: { anyOf: [{ tsType: "evil" }, text] } },
    },
    { type: "object", properties: { a: {}, b: { anyOf: [{}, text] } } },
  ],
  [
    "an object of any form, and one whose names follow a pattern, are open",
    { properties: { a: { type: "object" }, b: { patternProperties: { "^x": text } } } },
    {
      type: "object",
      properties: {
        a: { type: "object", additionalProperties: true },
        b: { additionalProperties: true },
      },
    },
  ],
  [
    "a required name is a property of an object: of any value, or as the other properties",
    {
      required: ["a"],
      properties: {
        b: { properties: { c: text }, required: ["c", "__proto__"] },
        d: { type: ["object", "null"], additionalProperties: text, required: ["e"] },
        f: { required: ["g"] },
      },
    },
    {
      type: "object",
      required: ["a"],
      properties: {
        b: { properties: { c: text, ["__proto__"]: {} }, required: ["c", "__proto__"] },
        d: {
          type: ["object", "null"],
          additionalProperties: text,
          required: ["e"],
          properties: { e: text },
        },
        f: { required: ["g"] },
        a: {},
      },
    },
  ],
  [
    "values that are no schema are any value, and false is no value",
    { properties: { a: 1, b: true, c: false, d: { type: "strng", enum: [] } } },
    { type: "object", properties: { a: {}, b: {}, c: { tsType: "never" }, d: {} } },
  ],
  [
    "prefixItems become a tuple, and many of them a list of any values",
    {
      properties: {
        a: { type: "array", prefixItems: [text, false], items: false },
        b: { prefixItems: [text], items: { ...text, minLength: 1 }, minItems: 3 },
        c: { prefixItems: [text], minItems: -1 },
        d: { prefixItems: Array.from({ length: 21 }, () => text), items: false },
        e: { prefixItems: [], items: false },
      },
    },
    {
      type: "object",
      properties: {
        a: { type: "array", items: [text, { tsType: "never" }], additionalItems: false },
        b: { items: [text], additionalItems: text, minItems: 1 },
        c: { items: [text], additionalItems: true },
        d: { items: {} },
        e: { items: { tsType: "never" } },
      },
    },
  ],
  [
    "objects in an enum are left out, with the whole enum",
    { properties: { a: { enum: ["x", { tsType: "evil" }] }, b: { const: { tsType: "evil" } } } },
    { type: "object", properties: { a: {}, b: {} } },
  ],
])("%s", (_, parameters, expected) => {
  expect(argumentSchema(parameters, "/tools/look")).toEqual(expected);
});

it.each([
  ["#", "#/tools/look"],
  ["#/$defs/node", "#/tools/look/$defs/node"],
  ["#/%24defs/node/properties/next", "#/tools/look/%24defs/node/properties/next"],
])("the reference %s leads to the same schema", (from, to) => {
  const $defs = { node: { type: "object", properties: { next: text } } };
  const { properties } = argumentSchema(
    { properties: { a: { $ref: from } }, $defs },
    "/tools/look",
  );
  expect(properties).toEqual({ a: { $ref: to } });
});

it.each([
  "file:///etc/passwd",
  "https://example.com/schema.json",
  "other.json#/a",
  "#/$defs/missing",
  "#/$defs/node/enum/0",
  "#/$defs",
  "#/%",
  "#anchor",
])("the reference %s is any value", ($ref) => {
  const $defs = { node: { enum: ["x"] } };
  const { properties } = argumentSchema({ properties: { a: { $ref } }, $defs }, "/tools/look");
  expect(properties).toEqual({ a: {} });
});
