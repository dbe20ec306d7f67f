// The valid documents of the YAML test suite, where they may stand in definitions: whatever way they
// are written in, they keep their meaning and their comments.
import { describe, expect, it } from "vitest";
import { cases, indented } from "../yaml/suite.ts";
import { type Formatted, judged } from "./judge.ts";

const head = "name: x\nkind: tool\n";

/** Without a marker at the beginning, which is none where it is indented. */
const bare = (text: string): string => text.replace(/^---\n/, "");

describe("the YAML test suite", () => {
  it.each<[string, (text: string) => string, number]>([
    ["as documents", (text) => text, 60],
    [
      "as the metadata of a tool",
      (text) => `${head}metadata:\n${indented(bare(text), "  ")}\n`,
      150,
    ],
    [
      "deeper, before another key",
      (text) => `metadata:\n    a:\n${indented(bare(text), "      ")}\n    b: 1\n${head}`,
      150,
    ],
    [
      "as an item",
      (text) => `${head}metadata:\n- x\n-\n${indented(bare(text), "    ")}\n- y\n`,
      150,
    ],
    ["in brackets", (text) => `${head}metadata: [a, {b: ${text.replaceAll("\n", " ")}}]\n`, 30],
    ["as a text", (text) => `metadata: |2\n${indented(text, "  ")}\n${head}`, 250],
    ["in quotes", (text) => `metadata: ${JSON.stringify(text)}\n${head}`, 250],
    ["between others", (text) => `${head}---\n${text}\n---\n${head}`, 60],
  ])("%s", (_how, change, atLeast) => {
    const found: Formatted[] = [];
    const left: string[] = [];
    for (const { name, text } of cases) {
      const each = judged(change(text));
      if (each) found.push(each);
      if (each && each.left > 0) left.push(name);
    }
    console.log(_how, found.length, left.join(", "));
    expect(found.length).toBeGreaterThan(atLeast);
  });
});
