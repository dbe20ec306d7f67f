// Line diffs: hunks with a line of context, and a limit on their length.
import { expect, it } from "vitest";
import { diffText } from "../../src/views/text-diff.ts";

const shown = (before: string, after: string): string[] =>
  diffText(before, after).map(({ text }) => text);
const lines = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_none, index) => `${of(index)}\n`).join("");

it("a changed line has one line of context on each side", () => {
  expect(shown("a\nb\nc\nd\ne\n", "a\nb\nX\nd\ne\n")).toEqual([
    "@@ 2 @@",
    "  b",
    "- c",
    "+ X",
    "  d",
  ]);
});

it("a missing line end at the end of the text is noted only if it differs", () => {
  expect(shown("a", "b")).toEqual(["@@ 1 @@", "- a", "+ b"]);
  expect(shown("a\n", "a")).toEqual(["@@ 1 @@", "- a", "+ a", "(no line end after this)"]);
});

it("of many changed lines the first are shown, the rest is counted", () => {
  const seen = shown(
    lines(200, (i) => `old ${i}`),
    lines(200, (i) => `new ${i}`),
  );
  expect(seen).toHaveLength(101);
  expect(seen.at(-1)).toBe("(301 more lines)");
});

it("a text that is entirely new is one line", () => {
  expect(
    shown(
      lines(30_000, (i) => `old ${i}`),
      lines(20_000, (i) => `new ${i}`),
    ),
  ).toEqual(["(30000 lines become 20000, nearly all of them new)"]);
});
