import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../src/engine/model/diagnostic.ts";
import { codeQualityReport } from "../../../src/views/definitions/code-quality.ts";

const unknownTool: Diagnostic = {
  severity: "error",
  code: "unknown-tool",
  message: 'Unknown tool "a".',
  hint: 'Did you mean "b"?',
  location: { file: "prompts/b.yaml", line: 3, column: 9, endColumn: 12, text: "tools: [a]" },
};
const at = (line: number): Diagnostic => ({
  ...unknownTool,
  location: { ...unknownTool.location, line },
});

describe("the report", () => {
  it("is a list of findings", () => {
    const warning = { ...unknownTool, severity: "warning", code: "x", hint: "" } as const;
    expect(codeQualityReport([unknownTool, warning])).toEqual([
      {
        description: 'Unknown tool "a". Did you mean "b"?',
        check_name: "unknown-tool",
        fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as unknown,
        severity: "major",
        location: { path: "prompts/b.yaml", lines: { begin: 3 } },
      },
      expect.objectContaining({ check_name: "x", severity: "minor" }),
    ]);
    expect(codeQualityReport([])).toEqual([]);
  });

  it("a finding keeps its fingerprint if a line is added above it", () => {
    const [first, second] = codeQualityReport([at(3), at(4)]);
    const [moved, movedToo] = codeQualityReport([at(8), at(9)]);
    expect([moved!.fingerprint, movedToo!.fingerprint]).toEqual([
      first!.fingerprint,
      second!.fingerprint,
    ]);
    expect(first!.fingerprint).not.toBe(second!.fingerprint);
  });
});
