import { expect, it } from "vitest";
import { plainDiffLine } from "../../../src/views/text/diff-line.ts";
import { fieldDiff } from "../../../src/views/plan/field-lines.ts";
import type { FieldChange } from "../../../src/views/plan/field-changes.ts";
import { unicodeSymbols } from "../../../src/views/text/terminal-text.ts";

const size = { width: 80, elsewhere: "", symbols: unicodeSymbols };
const field = { path: "parameters", pointer: "/parameters" };

it.each<[sentence: string, change: object, lines: string[]]>([
  [
    "a text has line numbers",
    { type: "text", before: "a\nb\n", after: "a\nc\n" },
    ["@@ 1 @@", "  a", "- b", "+ c"],
  ],
  ["an added item", { type: "added", item: { a: 1 } }, ["+ a: 1"]],
  ["a removed item", { type: "removed", item: { a: 1 } }, ["- a: 1"]],
  [
    "a changed value has none",
    { type: "value", before: { a: 1, b: 2 }, after: { a: 1, b: 3 } },
    ["  a: 1", "- b: [-2-]", "+ b: {+3+}"],
  ],
  ["a new value", { type: "value", before: undefined, after: { a: 1 } }, ["+ a: 1"]],
  ["a value that is gone", { type: "value", before: { a: 1 }, after: undefined }, ["- a: 1"]],
  ["a set fits on one line", { type: "set", added: ["tool/a"], removed: [] }, []],
])("%s", (_sentence, change, lines) => {
  const found = fieldDiff({ ...field, ...change } as FieldChange, size);
  expect(found.map(plainDiffLine)).toEqual(lines);
});
