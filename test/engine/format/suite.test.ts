// The valid documents of the YAML test suite, in different positions of a definition, keep their values
// and comments.
import { describe, expect, it } from "vitest";
import { cases, indented } from "../../fixtures/yaml-test-suite.ts";
import { checkFormatted } from "./oracle.ts";

const head = "name: x\nkind: tool\n";

/** Without a marker at the beginning, which is none where it is indented. */
const bare = (text: string): string => text.replace(/^---\n/, "");

/** Cases that may be skipped, because the format cannot represent them. */
const skipped: Readonly<Record<string, string>> = {
  directives: "9DXL 9MMA SF5V WZ62",
  "empty keys": "6M2F NHX8 NKF9 S3PD SM9W UKK6",
  "brackets at the top, with comments, tags or keys beside a ?": "DFF7 EHF6 FRK4 K3WX UT92",
  "comments and nothing else, and after the end": "8G76 98YD QT73",
  "a line of a tab": "DK95",
};
const maySkip = new Set(Object.values(skipped).flatMap((ids) => ids.split(" ")));

describe("the YAML test suite", () => {
  it.each<[string, (text: string) => string, number]>([
    ["as documents", (text) => text, 100],
    [
      "as the metadata of a tool",
      (text) => `${head}metadata:\n${indented(bare(text), "  ")}\n`,
      200,
    ],
    [
      "deeper, before another key",
      (text) => `metadata:\n    a:\n${indented(bare(text), "      ")}\n    b: 1\n${head}`,
      200,
    ],
    [
      "as an item",
      (text) => `${head}metadata:\n- x\n-\n${indented(bare(text), "    ")}\n- b\n`,
      200,
    ],
    ["in brackets", (text) => `${head}metadata: [a, {b: ${text.replaceAll("\n", " ")}}]\n`, 70],
    ["as a text", (text) => `metadata: |2\n${indented(text, "  ")}\n${head}`, 350],
    ["in quotes", (text) => `metadata: ${JSON.stringify(text)}\n${head}`, 350],
    ["between others", (text) => `${head}---\n${text}\n---\n${head}`, 100],
  ])("%s", (_how, change, atLeast) => {
    const found = cases.flatMap(({ name, text }) => {
      const each = checkFormatted(change(text));
      if (each && each.skipped > 0) expect(maySkip).toContain(name.split(" ")[0]);
      return each ? [each] : [];
    });
    expect(found.length).toBeGreaterThan(atLeast);
  });
});
