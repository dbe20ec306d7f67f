// The text around what a search found.
import { expect, it } from "vitest";
import { excerptOf } from "../../../../src/service/page/list/excerpt.ts";

const far = "word ".repeat(30);

it.each([
  ["be BRIEF", /brief/iu, "be [BRIEF]"],
  ["one\n\n  brief\ttwo", /brief/, "one [brief] two"],
  [`${far}brief`, /brief/, `…${"word ".repeat(11)}[brief]`],
  [`brief ${far}`, /brief/, `[brief]${" word".repeat(11)}…`],
  [`${"x".repeat(100)}brief`, /brief/, `…${"x".repeat(60)}[brief]`],
  ["\u{1f600}".repeat(61) + "brief", /brief/, `…${"\u{1f600}".repeat(30)}[brief]`],
  ["İ is not BRIEF", /brief/iu, "İ is not [BRIEF]"],
  ["one\n two", /one\s+two/, "[one two]"],
])("of %j for %s is %j", (text, pattern, expected) => {
  const { before, found, after } = excerptOf(text, pattern)!;
  expect(`${before}[${found}]${after}`).toBe(expected);
});

it("is none if nothing is found", () => {
  expect(excerptOf("verbose", /brief/)).toBeUndefined();
});
