// Line diffs: hunks with a line of context, and an end to what nobody would read.
import { expect, it } from "vitest";
import { diffText } from "../../src/views/text-diff.ts";

const marks = { place: "", same: " ", removed: "-", added: "+" } as const;
const shown = (before: string, after: string): string[] =>
  diffText(before, after).map(({ sort, text }) => `${marks[sort]}${text}`);
const lines = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_none, index) => `${of(index)}\n`).join("");

it("a changed line stands between one line of context on each side", () => {
  expect(shown("a\nb\nc\nd\ne\n", "a\nb\nX\nd\ne\n")).toEqual(["@@ 2 @@", " b", "-c", "+X", " d"]);
});

it("the end of the text is said only where it differs", () => {
  expect(shown("a", "b")).toEqual(["@@ 1 @@", "-a", "+b"]);
  expect(shown("a\n", "a")).toEqual(["@@ 1 @@", "-a", "+a", "(no line end after this)"]);
});

it("of many changed lines the first are shown, the rest is counted", () => {
  const seen = shown(
    lines(200, (i) => `old ${i}`),
    lines(200, (i) => `new ${i}`),
  );
  expect(seen).toHaveLength(101);
  expect(seen.at(-1)).toBe("(301 more lines)");
});

it("a text that is new from end to end is told in one line", () => {
  expect(
    shown(
      lines(30_000, (i) => `old ${i}`),
      lines(20_000, (i) => `new ${i}`),
    ),
  ).toEqual(["(30000 lines become 20000, nearly all of them new)"]);
});
