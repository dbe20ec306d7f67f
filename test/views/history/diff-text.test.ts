// The differences of two commits as text and as Markdown: titles, external definitions, and overridden values.
import { expect, it } from "vitest";
import type { DefinitionDifference } from "../../../src/engine/history/compare-definitions.ts";
import type { JsonObject } from "../../../src/engine/model/json.ts";
import { kindNamed } from "../../../src/engine/model/kind.ts";
import { kinds } from "../../../src/kinds.ts";
import { diffMarkdown, diffSummaryText } from "../../../src/views/history/diff-text.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";

const row = kindNamed(kinds, "tool");
const sides = { before: { name: "main" }, after: { name: "working tree", environment: "staging" } };
const side = (name: string, content: JsonObject = {}, external = false) => ({
  address: `tool/${name}`,
  row,
  name,
  renamedFrom: [],
  external,
  content,
});

/** The lines between the title and the counts. */
function linesOf(difference: Omit<DefinitionDifference, "row">): string[] {
  const text = diffSummaryText([{ row, ...difference }], sides, createScreen(false, 80), (t) => t);
  return text.split("\n").slice(2, -3);
}

it.each<[sentence: string, difference: Omit<DefinitionDifference, "row">, lines: string[]]>([
  [
    "a new definition has no fields",
    { after: side("look", { description: "d" }) },
    ["  + tool/look"],
  ],
  [
    "a removed definition has no fields",
    { before: side("look", { description: "d" }) },
    ["  - tool/look"],
  ],
  [
    "a renamed definition names its earlier address",
    { before: side("look"), after: side("find") },
    ["  ~ tool/find (was tool/look)"],
  ],
  [
    "a definition that becomes external has none of its fields",
    { before: side("look", { description: "d" }), after: side("look", {}, true) },
    ["  ~ tool/look", "      external: true"],
  ],
  [
    "a value that overrides of both sides set names both places",
    {
      before: side("look", { description: "one" }),
      after: side("look", { description: "two" }),
      overridden: { before: { description: "a.yaml:7" }, after: { description: "b.yaml:8" } },
    },
    ["  ~ tool/look", expect.stringMatching(/"one" → "two".*a\.yaml:7 → b\.yaml:8/) as string],
  ],
  [
    "a value that one override sets names the place once",
    {
      before: side("look", { description: "one" }),
      after: side("look", { description: "two" }),
      overridden: { before: { description: "a.yaml:7" }, after: { description: "a.yaml:7" } },
    },
    ["  ~ tool/look", expect.not.stringContaining("a.yaml:7 →") as string],
  ],
])("%s", (_sentence, difference, lines) => {
  expect(linesOf(difference)).toEqual(lines);
});

it("in Markdown, names are in code, and no text of a definition ends its fence", () => {
  const before = side("look`", { description: "one" });
  const after = side("look`", { description: "```\n# two" });
  expect(diffMarkdown([{ row, before, after }], sides, (text) => text)).toMatch(
    /^### promptctl diff: `main` to `working tree, staging`\n\n- change `` tool\/look` ``\n\n(`{4,})diff\n[^]*\n\1\n\n0 added, 1 changed, 0 removed\.\n$/,
  );
});

it("without differences, both say so", () => {
  expect(diffSummaryText([], sides, createScreen(false, 80), (text) => text)).toBe(
    "promptctl diff · main → working tree, staging\n\nNo differences.\n",
  );
});
