// What validate prints besides its diagnostics as text: the document of --format json, and the explanation of a
// code.
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import type { Validation } from "../../generated/types.ts";
import { diagnosticDocument } from "../../engine/review/diagnostic-document.ts";
import { countDiagnostics, type ValidationCounts } from "../text/diagnostics.ts";
import type { Explanation } from "../../generated/diagnostic-codes.ts";

/** Paths are relative to the current folder; `definitions` and `files` are counts. */
export function validationDocument(
  diagnostics: readonly Diagnostic[],
  { definitions, files, unread }: ValidationCounts,
): Validation {
  return {
    format: "promptctl.validation/1",
    counts: countDiagnostics(diagnostics),
    definitions,
    files,
    diagnostics: diagnostics.map(diagnosticDocument),
    unread: [...unread],
  };
}

/** `unknown-tool (error)`, its meaning, a bad and a good example. */
export function explainText(code: string, { severity, what, bad, good }: Explanation): string {
  const indented = (example: string): string => example.replace(/^(?=.)/gm, "    ");
  return `${code} (${severity})\n\n  ${what}\n\n  Bad:\n\n${indented(bad)}\n\n  Good:\n\n${indented(good)}\n`;
}
