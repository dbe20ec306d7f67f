import { expect, it } from "vitest";
import { matchesPattern } from "../../../src/engine/text/address-pattern.ts";

it.each([
  ["a pattern without stars is the address itself", "tool/look", "tool/look", true],
  ["a pattern does not match longer addresses", "tool/look", "tool/lookup", false],
  ["a pattern does not match addresses that contain it", "look", "tool/look", false],
  ["a star matches any text", "tool/*", "tool/look", true],
  ["a star matches empty text", "tool/look*", "tool/look", true],
  ["a star crosses slashes", "evaluation/*", "evaluation/Greet/e", true],
  ["a star crosses lines", "prompt/*b", "prompt/a\nb", true],
  ["a star in the middle", "prompt/*/e", "prompt/a/b/e", true],
  ["several stars", "*/Support *", "prompt/Support triage", true],
  ["a star alone matches every address", "*", "assertion/a/b/1", true],
  ["case matters", "tool/Look", "tool/look", false],
  ["an escaped star is a star", "prompt/a\\*b", "prompt/a*b", true],
  ["an escaped star is nothing else", "prompt/a\\*b", "prompt/axb", false],
  ["a backslash before anything else is a backslash", "prompt/a\\b", "prompt/a\\b", true],
  ["a dot is a dot", "tool/a.c", "tool/abc", false],
  ["a dot matches a dot", "tool/a.c", "tool/a.c", true],
  ["characters of regular expressions match themselves", "p/.+?^${}()|[]", "p/.+?^${}()|[]", true],
  ["brackets are not a character class", "tool/[ab]", "tool/a", false],
  ["a bar is not an alternative", "tool/a|tool/b", "tool/b", false],
  ["an emoji is one character", "prompt/😀*", "prompt/😀!", true],
  ["a star matches an emoji", "prompt/*", "prompt/😀", true],
])("%s", (_sentence, pattern, address, expected) => {
  expect(matchesPattern(pattern, address)).toBe(expected);
});
