import { describe, expect, it } from "vitest";
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
