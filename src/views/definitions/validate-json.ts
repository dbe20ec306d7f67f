// The result of validate as JSON: schemas/validation.schema.json.
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import type { Validation } from "../../generated/types.ts";
import { diagnosticDocument } from "../../engine/review/diagnostic-document.ts";
import { countDiagnostics, type ValidationCounts } from "../text/diagnostics.ts";

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
