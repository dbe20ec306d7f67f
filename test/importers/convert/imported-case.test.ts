// Rows of a table as cases: derived names, and what an import keeps of an existing definition.
import { describe, expect, it } from "vitest";
import { caseColumns, type CaseColumns } from "../../../src/importers/convert/case-columns.ts";
import { importedCase, mergedFields } from "../../../src/importers/convert/imported-case.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";

function caseOf(cells: JsonObject): Exclude<ReturnType<typeof importedCase>, string> {
  const columns = caseColumns(Object.keys(cells), undefined) as CaseColumns;
  const found = importedCase(columns, cells);
  if (typeof found === "string") throw new Error(found);
  return found;
}

describe("the name of a row", () => {
  it.each<[cells: JsonObject, name: RegExp | string]>([
    [{ name: " refund ", a: "x" }, "refund"],
    [{ a: "Where is it?" }, /^Where is it\? \([0-9a-f]{6}\)$/],
    [{ a: "", b: "either/or\nboth" }, /^either or both \([0-9a-f]{6}\)$/],
    [
      { a: "one two three four five six seven eight nine" },
      /^one two three four five six seven eight \(/,
    ],
    [{ a: "x".repeat(99) }, /^x{40} \(/],
    [{ a: "🙂".repeat(30) }, /^[0-9a-f]{6}$/],
    [{ a: "id:7" }, /^7 \(/],
    [{ a: "返金したい" }, /^返金したい \(/],
    [{ a: "" }, /^[0-9a-f]{6}$/],
  ])("%j", (cells, name) => {
    if (typeof name === "string") expect(caseOf(cells).name).toBe(name);
    else expect(caseOf(cells).name).toMatch(name);
  });

  it("does not depend on the order of columns and on what is expected", () => {
    const { name } = caseOf({ a: "x", b: "y", expected: "1" });
    expect(caseOf({ expected: "2", b: "y", a: "x" }).name).toBe(name);
    expect(caseOf({ a: "x", b: "z" }).name).not.toBe(name);
  });

  it.each([
    ["", 'Column "name" is empty.'],
    ["a/b", 'The name "a/b" contains "/" or begins with "id:".'],
  ])("must not be %j", (name, message) => {
    const columns = caseColumns(["name"], []) as CaseColumns;
    expect(importedCase(columns, { name })).toBe(message);
  });
});

describe("an existing definition", () => {
  it.each<[what: string, source: JsonObject, cells: JsonObject, changes: JsonObject]>([
    [
      "keeps other fields",
      { threshold: 0.5 },
      { a: "1" },
      { threshold: 0.5, variables: { a: "1" } },
    ],
    [
      "keeps variables without column",
      { variables: { b: "2" } },
      { a: "1" },
      { variables: { b: "2", a: "1" } },
    ],
    [
      "keeps assertions without column",
      { assertions: [{ type: "LATENCY", targetThreshold: 5 }] },
      { expected: "x" },
      {
        assertions: [
          { type: "LATENCY", targetThreshold: 5 },
          { type: "EXACT_MATCH", targetValue: "x" },
        ],
      },
    ],
    [
      "keeps other fields of an assertion",
      { assertions: [{ type: "EXACT_MATCH", targetValue: "y", weight: 0.5 }] },
      { expected: "x" },
      { assertions: [{ type: "EXACT_MATCH", targetValue: "x", weight: 0.5 }] },
    ],
    [
      "distinguishes assertions by JSONPath and direction",
      {
        assertions: [
          { type: "CONTAINS_ANY", targetValues: ["a"], jsonPath: "$.a" },
          { type: "CONTAINS_ANY", targetValues: ["b"], negate: true },
        ],
      },
      { expected_not_contains: "c" },
      {
        assertions: [
          { type: "CONTAINS_ANY", targetValues: ["a"], jsonPath: "$.a" },
          { type: "CONTAINS_ANY", targetValues: ["c"], negate: true },
        ],
      },
    ],
    [
      "loses what the table no longer expects",
      { assertions: [{ type: "EXACT_MATCH", targetValue: "y" }] },
      { expected: "" },
      { assertions: [] },
    ],
  ])("%s", (_what, source, cells, changes) => {
    expect(mergedFields(source, caseOf({ name: "n", ...cells }), "assertions")).toEqual({
      ...source,
      ...changes,
    });
  });
});
