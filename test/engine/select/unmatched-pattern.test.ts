// What is suggested for an address that nothing has.
import { describe, expect, it } from "vitest";
import {
  didYouMeanAddress,
  refuseUnmatchedPatterns,
} from "../../../src/engine/select/unmatched-pattern.ts";

const addresses = [
  "tool/lookup_order",
  "prompt/Classify",
  "evaluation/Classify/late",
  "prompt/a*b",
];

it.each([
  ["prompt/Clasify", "prompt/Classify"],
  ["prompts/Classify", "prompt/Classify"],
  ["Classify", "prompt/Classify"],
  ["clasify", "prompt/Classify"],
  ["Classify/late", "evaluation/Classify/late"],
  ["lookup-order", "tool/lookup_order"],
  ["Something else", undefined],
])("of %j is %j", (text, address) => {
  const expected = address && `Did you mean "${address}"?`;
  expect(didYouMeanAddress(text, addresses)).toBe(expected);
});

describe("patterns", () => {
  const refuse = (...patterns: readonly string[]): void =>
    refuseUnmatchedPatterns(patterns, addresses, (pattern) => `Nothing matches ${pattern}.`);

  it("that match are fine", () => expect(() => refuse("prompt/*", "prompt/a\\*b")).not.toThrow());

  it.each([
    ["prompt/Clasify", 'Did you mean "prompt/Classify"?'],
    ["promt/a\\*b", 'Did you mean "prompt/a\\*b"?'],
    [
      "nothing/*",
      "Addresses are kind/name, for example prompt/Support triage. * matches any text.",
    ],
  ])("that do not match, as %j, have a hint", (pattern, hint) => {
    const failure = { class: "usage", message: `Nothing matches ${pattern}.`, hint };
    expect(() => refuse("prompt/*", pattern)).toThrow(expect.objectContaining(failure));
  });
});
