import { expect, it } from "vitest";
import { diagnosticsText, diagnosticCounts } from "../../../src/views/text/diagnostics.ts";
import { createScreen } from "../../../src/views/text/terminal-text.ts";
import { loadTexts } from "../../fixtures/in-memory.ts";

/** The lines of the diagnostics of a definition file. */
async function shown(text: string, width = 80): Promise<string[]> {
  const { diagnostics } = await loadTexts(text);
  return diagnosticsText(diagnostics, createScreen(false, width), "").split("\n");
}

it("a diagnostic is its location, its line with a caret, the message and the hint", async () => {
  expect(await shown("kind: tol\nname: look\n")).toEqual([
    "a.yaml:1:7  error  unknown-kind",
    "  | kind: tol",
    "  |       ^^^",
    '  Unknown kind "tol".',
    '  Did you mean "tool"?',
    "",
    "1 error.",
    "",
  ]);
});

const head = "kind: prompt\nname: G\nexternal: true\n";
it.each<[sentence: string, text: string, excerpt: string, carets: string]>([
  [
    "indentation is left out",
    `${head}messages:\n    - role: usr\n      content: hi\n`,
    "- role: usr",
    "        ^^^",
  ],
  ["a tab is four columns wide", "kind:\ttol\n", "kind:    tol", "         ^^^"],
  [
    "an escape is as wide as it is shown",
    `kind: prompt\nname: G\nexternal: true\nmessages: [{ content: "a\u200bb", role: usr }]\n`,
    'messages: [{ content: "a\\u{200b}b", role: usr }]',
    `${" ".repeat(42)}^^^`,
  ],
  [
    "what is marked may hold an escape",
    "kind: t\u200bl\n",
    "kind: t\\u{200b}l",
    "      ^^^^^^^^^^",
  ],
  [
    "wide characters move the caret",
    `${head}messages: [{ content: 日本, role: usr }]\n`,
    "messages: [{ content: 日本, role: usr }]",
    `${" ".repeat(34)}^^^`,
  ],
])("%s", async (_sentence, text, excerpt, carets) => {
  const lines = await shown(text, 160);
  expect(lines.slice(1, 3)).toEqual([`  | ${excerpt}`, `  | ${carets}`]);
});

it.each([60, 80, 160])(
  "no line of an excerpt is wider than %i, and the caret stays under the error",
  async (width) => {
    const text = `${head}messages: [{ content: ${"x".repeat(300)}, role: usr }, { role: user, content: ${"y".repeat(300)} }]\n`;
    const [, excerpt, carets] = await shown(text, width);
    expect(excerpt!.length).toBeLessThanOrEqual(width);
    expect(carets!.length).toBeLessThanOrEqual(width);
    expect(excerpt!.slice(carets!.indexOf("^"), carets!.lastIndexOf("^") + 1)).toBe("usr");
  },
);

it("a diagnostic on an empty line has no excerpt", async () => {
  const location = { file: "a.yaml", line: 3, column: 1, endColumn: 2, text: "" };
  const one = {
    severity: "warning",
    code: "x",
    message: "Something.",
    hint: "Do this.\nOr that.",
    location,
  } as const;
  expect(diagnosticsText([one], createScreen(false, 80), "")).toBe(
    "a.yaml:3:1  warning  x\n  Something.\n  Do this.\n  Or that.\n\n1 warning.\n",
  );
});

it("the last line counts errors and warnings", () => {
  const location = { file: "a.yaml", line: 1, column: 1, endColumn: 2, text: "" };
  const one = (severity: "error" | "warning") => ({ severity, code: "x", message: "", location });
  expect(diagnosticCounts([one("error"), one("warning"), one("error")])).toBe(
    "2 errors, 1 warning.",
  );
  expect(diagnosticCounts([one("warning")])).toBe("1 warning.");
});
