// The JSON Schemas of checks: which are refused, and where a reply first does not match.
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/engine/model/json.ts";
import { compilePattern } from "../../../src/engine/text/linear-pattern.ts";
import { compileSchema } from "../../../src/engine/validate/reply-schema.ts";

/** A schema in `levels` lists and objects. */
const nested = (levels: number): string =>
  `${'{"not":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;

const draft = "only draft 2020-12 is supported.";

/** What is wrong with a schema; undefined if nothing is. */
function problemOf(schema: Json): string | undefined {
  const text = typeof schema === "string" ? schema : JSON.stringify(schema);
  const compiled = compileSchema(text, compilePattern);
  return "problem" in compiled ? compiled.problem : undefined;
}

describe("a schema is refused", () => {
  it.each<[what: string, schema: Json, problem: string]>([
    ["that is no JSON", "{", "The schema is not JSON."],
    ["that is a list", [], "The schema is not a JSON object."],
    [
      "with more than 200 levels",
      nested(201),
      "The schema is nested too deeply: at most 200 levels are allowed.",
    ],
    [
      "that refers to another document, at any depth",
      { properties: { a: { items: { $ref: "other.json#/a" } } } },
      '$ref "other.json#/a" is not within the schema: nothing is fetched.',
    ],
    [
      "that refers to another document in one of several alternatives",
      { anyOf: [{}, { $dynamicRef: "https://example.com" }] },
      '$dynamicRef "https://example.com" is not within the schema: nothing is fetched.',
    ],
    [
      "that refers to another document in a property of the name of a keyword",
      { properties: { const: { $ref: "other.json" } } },
      '$ref "other.json" is not within the schema: nothing is fetched.',
    ],
    [
      "of another draft",
      { $schema: "http://json-schema.org/draft-07/schema#" },
      `$schema is "http://json-schema.org/draft-07/schema#": ${draft}`,
    ],
    [
      "with an unknown keyword",
      { typ: "string" },
      'It is not a JSON Schema (draft 2020-12): strict mode: unknown keyword: "typ".',
    ],
    [
      "with a pattern that needs backtracking",
      { pattern: "(a)\\1" },
      expect.stringMatching(/^It is not a JSON Schema .*: "\(a\)\\\\1": /) as string,
    ],
  ])("%s", (_what, schema, problem) => {
    expect(problemOf(schema)).toEqual(problem);
  });
});

describe("a schema is accepted", () => {
  it.each<[what: string, schema: Json]>([
    ["with 200 levels", nested(200)],
    ["that refers to a part of itself", { $ref: "#/$defs/a", $defs: { a: {} } }],
    ["with data that looks like a reference", { enum: [{ $ref: "https://example.com" }] }],
    ["with a property of the name of a keyword", { properties: { $ref: { type: "string" } } }],
    [
      "of the draft, with an empty fragment",
      { $schema: "https://json-schema.org/draft/2020-12/schema#" },
    ],
  ])("%s", (_what, schema) => {
    expect(problemOf(schema)).toBeUndefined();
  });
});

/** Where a value does not match a schema, and why. */
function mismatchOf(schema: Json, value: Json): [pointer: string, message: string] | undefined {
  const compiled = compileSchema(JSON.stringify(schema), compilePattern);
  if ("problem" in compiled) throw new Error(compiled.problem);
  const found = compiled.mismatch({ value, holder: { value }, key: "value" });
  return found && [found.pointer, found.message];
}

describe("a value that does not match", () => {
  it.each<[what: string, schema: Json, value: Json, pointer: string, message: string]>([
    ["as a whole has an empty pointer", { type: "string" }, 1, "", "must be string"],
    [
      "in a part has the pointer of the part",
      { properties: { "a/b": { items: { type: "string" } } } },
      { "a/b": ["x", 1] },
      "/a~1b/1",
      "must be string",
    ],
    [
      "at a number names the limit",
      { properties: { price: { maximum: 0.3 } } },
      { price: 0.31 },
      "/price",
      "must be <= 0.3",
    ],
    [
      "with equal items in another order of keys has duplicates",
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      "",
      "must NOT have duplicate items",
    ],
  ])("%s", (_what, schema, value, pointer, message) => {
    expect(mismatchOf(schema, value)).toEqual([pointer, message]);
  });

  it("is found in linear time among very many different items", () => {
    const items = Array.from({ length: 300_000 }, (_none, index) => `item ${index}`);
    expect(mismatchOf({ uniqueItems: true }, items)).toBeUndefined();
    expect(mismatchOf({ uniqueItems: true }, [...items, "item 7"])).toBeDefined();
  });
});
