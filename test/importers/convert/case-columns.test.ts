// What the columns of a table of cases mean.
import { describe, expect, it } from "vitest";
import { caseColumns } from "../../../src/importers/convert/case-columns.ts";
import { importedCase, caseFields } from "../../../src/importers/convert/imported-case.ts";
import type { Json } from "../../../src/engine/model/json.ts";

/** The assertions of one cell, or the mistake. */
function assertionsOf(column: string, cell: Json): unknown {
  const columns = caseColumns([column], []);
  if (typeof columns === "string") return columns;
  const found = importedCase(columns, { [column]: cell });
  return typeof found === "string" ? found : caseFields(found, "checks")["checks"];
}

describe("a column", () => {
  it.each<[column: string, cell: Json, assertions: unknown]>([
    ["expected", "yes", [{ type: "EXACT_MATCH", targetValue: "yes" }]],
    ["expected", "", []],
    ["expected", null, []],
    ["expected", 5, [{ type: "EXACT_MATCH", targetValue: "5" }]],
    ["expected", "[1]", [{ type: "EXACT_MATCH", targetValue: "[1]" }]],
    ["expected:$.kind", "a", [{ type: "EXACT_MATCH", targetValue: "a", jsonPath: "$.kind" }]],
    ["expected_starts_with", "Dear", [{ type: "STARTS_WITH", targetValue: "Dear" }]],
    ["expected_contains", "a", [{ type: "CONTAINS_ALL", targetValues: ["a"] }]],
    ["expected_contains", '["a", "b"]', [{ type: "CONTAINS_ALL", targetValues: ["a", "b"] }]],
    ["expected_contains", ["a", 1], [{ type: "CONTAINS_ALL", targetValues: ["a", "1"] }]],
    ["expected_contains_any", "a", [{ type: "CONTAINS_ANY", targetValues: ["a"] }]],
    [
      "expected_not_contains:$.a",
      "x",
      [{ type: "CONTAINS_ANY", targetValues: ["x"], negate: true, jsonPath: "$.a" }],
    ],
    ["expected_tool", "find", [{ type: "TOOL_CALLED", toolName: "find" }]],
    [
      "expected_tool",
      ["find", "mail"],
      [
        { type: "TOOL_CALLED", toolName: "find" },
        { type: "TOOL_CALLED", toolName: "mail" },
      ],
    ],
    [
      "expected_tool_argument",
      "find.order.id",
      [{ type: "TOOL_CALLED_WITH", toolName: "find", argKeyName: "order.id" }],
    ],
    ["expected_max_cost", "0.02", [{ type: "COST", targetThreshold: 0.02 }]],
    ["expected_max_latency", 900, [{ type: "LATENCY", targetThreshold: 900 }]],
    [
      "expected_contains",
      "[a",
      'Column "expected_contains": The cell begins with "[" and is not a JSON array.',
    ],
    ["expected_contains", [], 'Column "expected_contains": The array must contain texts.'],
    ["expected_contains", [{}], 'Column "expected_contains": The array must contain texts.'],
    [
      "expected_tool_argument",
      "find",
      'Column "expected_tool_argument": "find" is not tool.argument.',
    ],
    [
      "expected_max_cost",
      "cheap",
      'Column "expected_max_cost": "cheap" is not a number of at least 0.',
    ],
    ["expected_max_cost", " ", 'Column "expected_max_cost": " " is not a number of at least 0.'],
    [
      "expected_contain",
      "a",
      'Column "expected_contain" is not known. Did you mean "expected_contains"?',
    ],
    ["expected_tool:$.a", "a", 'Column "expected_tool:$.a": expected_tool has no JSONPath.'],
    [
      "expected:order.id",
      "a",
      expect.stringMatching(/^Column "expected:order\.id": invalid JSONPath \(RFC 9535\): .+\.$/),
    ],
  ])("%s with %j", (column, cell, assertions) => {
    expect(assertionsOf(column, cell)).toEqual(assertions);
  });
});

describe("columns", () => {
  it.each<[columns: readonly string[], variables: readonly string[] | undefined, found: unknown]>([
    [["city"], ["city"], { variables: new Map([["city", "city"]]) }],
    [["variables.city"], ["city"], { variables: new Map([["variables.city", "city"]]) }],
    [["city", "note"], ["city"], { ignored: ["note"] }],
    [["any"], undefined, { variables: new Map([["any", "any"]]), ignored: [] }],
    [["name", "variables.name"], ["name"], { name: "name" }],
    [
      ["name"],
      ["name"],
      'Column "name" has a meaning of its own, and the prompt has a variable of this name. Name the column of the variable "variables.name".',
    ],
    [
      ["variables.town"],
      ["city"],
      'Column "variables.town": the prompt has no variable "town". Variables: city.',
    ],
    [["town"], ["city"], 'No column for the variable "city" of the prompt.'],
    [["City"], ["city"], 'No column for the variable "city" of the prompt. Rename "City".'],
    [["city", "variables.city"], ["city"], 'Two columns hold the variable "city".'],
  ])("%j for the variables %j", (columns, variables, found) => {
    const result = caseColumns(columns, variables);
    if (typeof found === "string") expect(result).toBe(found);
    else expect(result).toMatchObject(found as object);
  });
});
