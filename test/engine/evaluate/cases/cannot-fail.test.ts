// Cases that no reply can make fail.
import { expect, test } from "vitest";
import { whyCannotFail } from "../../../../src/engine/evaluate/cases/cannot-fail.ts";
import { compilePattern } from "../../../../src/engine/text/linear-pattern.ts";
import type { JsonObject } from "../../../../src/engine/model/json.ts";

const real: JsonObject = { type: "EXACT_MATCH", targetValue: "" };
const empty: JsonObject = { type: "STARTS_WITH", targetValue: "" };

test.each<[name: string, assertions: JsonObject[], threshold: number, canFail: boolean]>([
  ["no assertions", [], 1, false],
  ["the threshold 0", [real], 0, false],
  ["weights of 0", [{ ...real, weight: 0 }], 1, false],
  ["a start with nothing", [empty], 1, false],
  ["a start with nothing, negated", [{ ...empty, negate: true }], 1, true],
  ["a start with nothing in JSON", [{ ...empty, jsonPath: "$.a" }], 1, true],
  ["equality with nothing", [real], 1, true],
  ["all of no texts", [{ type: "CONTAINS_ALL", targetValues: [] }], 1, false],
  ["any of no texts", [{ type: "CONTAINS_ANY", targetValues: [] }], 1, true],
  ["none of no texts", [{ type: "CONTAINS_ANY", targetValues: [], negate: true }], 1, false],
  [
    "any of a text and the empty one",
    [{ type: "CONTAINS_ANY", targetValues: ["a", ""] }],
    1,
    false,
  ],
  ["all of a text and the empty one", [{ type: "CONTAINS_ALL", targetValues: ["a", ""] }], 1, true],
  ["half of the weight is constant, and all is needed", [real, empty], 1, true],
  ["half of the weight is constant, and half is needed", [real, empty], 0.5, false],
  ["a pattern that matches every text", [{ type: "MATCHES", pattern: "a|.*" }], 1, false],
  ["its negation", [{ type: "MATCHES", pattern: "a|.*", negate: true }], 1, true],
  ["the pattern of a line", [{ type: "MATCHES", pattern: "^.+$" }], 1, true],
  ["the pattern of any text", [{ type: "MATCHES", pattern: "(?s)^.*$" }], 1, false],
  ["a pattern without markup", [{ type: "MATCHES", pattern: "^[^<>]*$" }], 1, true],
  ["a pattern without a dash", [{ type: "MATCHES", pattern: "^[^—]*$" }], 1, true],
  ["a pattern with a maximum length", [{ type: "MATCHES", pattern: "(?s)^.{0,500}$" }], 1, true],
  ["a pattern with one clean line", [{ type: "MATCHES", pattern: "(?m)^[^<]*$" }], 1, true],
  ["a pattern that is none", [{ type: "MATCHES", pattern: "(" }], 1, true],
  ["a tool call", [{ type: "TOOL_CALLED", toolName: "a" }], 1, true],
])("%s", (_name, assertions, threshold, canFail) => {
  expect(whyCannotFail({ threshold, assertions }, compilePattern) === undefined).toBe(canFail);
});
