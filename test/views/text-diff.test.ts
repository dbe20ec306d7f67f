// Line diffs: hunks with a line of context, and a limit on their length.
import { expect, it } from "vitest";
import { diffText } from "../../src/views/text-diff.ts";

const shown = (before: string, after: string): string[] =>
  diffText(before, after).map(({ text }) => text);
const typed = (before: string, after: string): string[] =>
  diffText(before, after).map(({ type, text }) => `${type}: ${text}`);
const lines = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_none, index) => `${of(index)}\n`).join("");

it.each<[string, string, string, string[]]>([
  [
    "a line in the middle, with one around it",
    "a\nb\nc\nd\ne\n",
    "a\nb\nx\nd\ne\n",
    ["note: @@ 2 @@", "context:   b", "removed: - c", "added: + x", "context:   d"],
  ],
  [
    "two places",
    "a\nb\nc\nd\ne\nf\n",
    "x\nb\nc\nd\ne\ny\n",
    [
      "note: @@ 1 @@",
      "removed: - a",
      "added: + x",
      "context:   b",
      "note: @@ 5 @@",
      "context:   e",
      "removed: - f",
      "added: + y",
    ],
  ],
  [
    "only the final newline",
    "a",
    "a\n",
    ["note: @@ 1 @@", "removed: - a", "note: (no line ending after this)", "added: + a"],
  ],
  ["no final newline in both", "a", "b", ["note: @@ 1 @@", "removed: - a", "added: + b"]],
  ["all lines removed", "a\n", "", ["note: @@ 1 @@", "removed: - a"]],
  [
    "invisible characters",
    "a\n",
    "a\u200b\n",
    ["note: @@ 1 @@", "removed: - a", "added: + a\\u{200b}"],
  ],
  [
    "a carriage return",
    "a\nb\n",
    "a\r\nb\n",
    ["note: @@ 1 @@", "removed: - a", "added: + a\\r", "context:   b"],
  ],
])("%s", (_sentence, before, after, expected) => {
  expect(typed(before, after)).toEqual(expected);
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
