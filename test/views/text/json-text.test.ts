import { describe, expect, it } from "vitest";
import { jsonText } from "../../../src/views/text/json-text.ts";
import { allCategories, hostileTexts } from "../../laws/hostile/hostile-texts.ts";

describe("JSON for logs", () => {
  it.each([
    ["a workflow command", "##[error]x", String.raw`"#\u0023[error]x"`],
    ["a command of Azure Pipelines", "##vso[task.x]", String.raw`"#\u0023vso[task.x]"`],
    ["a C1 control character", "a\u0085b", String.raw`"a\u0085b"`],
    ["a bidirectional mark", "a\u202eb", String.raw`"a\u202eb"`],
    ["a tag character", "a\u{e0041}b", String.raw`"a\udb40\udc41b"`],
    ["emoji and ordinary text", "## é 👨‍👩‍👧", '"## é 👨‍👩‍👧"'],
  ])("%s", (_name, text, expected) => {
    expect(jsonText(text)).toBe(expected);
    expect(JSON.parse(jsonText(text))).toBe(text);
  });

  it("keeps the values and the layout of all hostile texts", () => {
    const value = { texts: hostileTexts(...allCategories) };
    expect(JSON.parse(jsonText(value, 2))).toEqual(value);
    expect(jsonText({ a: [1] }, 2)).toBe(JSON.stringify({ a: [1] }, null, 2));
    expect(jsonText(value)).not.toMatch(/[\u0080-\u009f\u202a-\u202e]|##\w*\[/);
  });
});
