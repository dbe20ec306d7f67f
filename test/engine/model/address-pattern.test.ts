import { expect, it } from "vitest";
import { matchesPattern } from "../../../src/engine/model/address-pattern.ts";

it.each([
  ["a pattern without stars is the address itself", "tool/look", "tool/look", true],
  ["and nothing longer", "tool/look", "tool/lookup", false],
  ["not a text that contains it", "look", "tool/look", false],
  ["a star matches any text", "tool/*", "tool/look", true],
  ["a star matches empty text", "tool/look*", "tool/look", true],
  ["a star crosses slashes", "evaluation/*", "evaluation/Greet/e", true],
  ["a star crosses lines", "prompt/*b", "prompt/a\nb", true],
  ["a star in the middle", "prompt/*/e", "prompt/a/b/e", true],
  ["several stars", "*/Support *", "prompt/Support triage", true],
  ["a star alone is everything", "*", "assertion/a/b/1", true],
  ["case matters", "tool/Look", "tool/look", false],
  ["an escaped star is a star", "prompt/a\\*b", "prompt/a*b", true],
  ["an escaped star is nothing else", "prompt/a\\*b", "prompt/axb", false],
  ["a backslash before anything else is a backslash", "prompt/a\\b", "prompt/a\\b", true],
  ["a dot is a dot", "tool/a.c", "tool/abc", false],
  ["a dot is a dot, and is found", "tool/a.c", "tool/a.c", true],
  [
    "all characters of regular expressions are themselves",
    "p/.+?^${}()|[]",
    "p/.+?^${}()|[]",
    true,
  ],
  ["brackets are no class", "tool/[ab]", "tool/a", false],
  ["a bar is no choice", "tool/a|tool/b", "tool/b", false],
  ["an emoji is one character", "prompt/😀*", "prompt/😀!", true],
  ["a star beside an emoji", "prompt/*", "prompt/😀", true],
])("%s", (_sentence, pattern, address, expected) => {
  expect(matchesPattern(pattern, address)).toBe(expected);
});
