// Texts in parts: how they are joined, and which lists are parts.
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/engine/model/json.ts";
import { isPartList, joinParts } from "../../../src/engine/text/text-parts.ts";

describe("joined parts", () => {
  it.each<[string, string[], string]>([
    ["one part is the text itself", ["a\n"], "a\n"],
    ["parts are joined by an empty line", ["a", "b"], "a\n\nb"],
    ["the line breaks at the end of a part are removed", ["a\n", "b\n\n\n", "c"], "a\n\nb\n\nc"],
    ["those of the last part stay", ["a\n", "b\n"], "a\n\nb\n"],
    ["line breaks at the start and blanks at the end stay", ["a ", "\nb"], "a \n\n\nb"],
    ["an empty part is joined as any other", ["a", "", "b"], "a\n\n\n\nb"],
  ])("%s", (_sentence, parts, text) => {
    const joined = joinParts(parts);
    expect(joined.text).toBe(text);
    for (const [index, part] of parts.entries())
      expect(text.slice(joined.offsets[index])).toMatch(
        new RegExp(`^${part.replace(/\n+$/, "").replaceAll("\n", "\\n")}`),
      );
  });
});

describe("lists of parts", () => {
  it.each<[Json[], boolean]>([
    [["a"], true],
    [[{ file: "a.md" }], true],
    [[{ type: "TEXT", text: "a" }, "b"], true],
    [[], false],
    [[{ type: "TEXT", text: "a" }], false],
    [[{ type: "TEXT", file: "a.md" }], false],
    [[5, null, ["a"]], false],
  ])("%j: %s", (list, isParts) => {
    expect(isPartList(list)).toBe(isParts);
  });
});
