import { describe, expect, it } from "vitest";
import {
  byLocation,
  error,
  oneOf,
  type SourceLocation,
} from "../../../src/engine/model/diagnostic.ts";
import { didYouMean } from "../../../src/engine/text/did-you-mean.ts";

describe("did you mean", () => {
  it.each<[string, string, string[], string | undefined]>([
    ["a letter missing", "promt", ["tool", "prompt"], 'Did you mean "prompt"?'],
    ["a letter too many", "toool", ["tool", "prompt"], 'Did you mean "tool"?'],
    ["two letters swapped", "nmae", ["kind", "name"], 'Did you mean "name"?'],
    ["two letters of one word swapped, and another letter", "nmaf", ["name"], undefined],
    [
      "two letters swapped in a longer word",
      "vairables",
      ["variables"],
      'Did you mean "variables"?',
    ],
    ["the other case", "LOOKUP", ["lookup"], 'Did you mean "lookup"?'],
    [
      "the candidate as it is written",
      "exact_match",
      ["EXACT_MATCH"],
      'Did you mean "EXACT_MATCH"?',
    ],
    [
      "the nearest of several",
      "targetValue",
      ["targetThreshold", "targetValues"],
      'Did you mean "targetValues"?',
    ],
    ["nothing near", "workflow", ["tool", "prompt"], undefined],
    ["a short word has one wrong letter at most", "ab", ["cd"], undefined],
    ["no candidates", "a", [], undefined],
    ["an empty word", "", ["name"], undefined],
  ])("%s", (_sentence, word, candidates, expected) => {
    expect(didYouMean(word, candidates)).toBe(expected);
  });
});

it.each<[string[], string]>([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
])("lists %j as %j", (words, expected) => {
  expect(oneOf(words)).toBe(expected);
});

it("diagnostics are sorted by file, line and column", () => {
  const at = (file: string, line: number, column: number): SourceLocation => ({
    file,
    line,
    column,
    endColumn: column + 1,
    text: "",
  });
  const locations = [at("b", 1, 1), at("a", 10, 1), at("a", 2, 5), at("a", 2, 3), at("B", 9, 9)];
  const sorted = locations.map((location) => error("x", location, "")).sort(byLocation);
  expect(
    sorted.map(({ location }) => `${location.file}:${location.line}:${location.column}`),
  ).toEqual(["B:9:9", "a:2:3", "a:2:5", "a:10:1", "b:1:1"]);
});
