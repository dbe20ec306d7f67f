// Diagnostics as the JSON documents have them.
import { diagnosticMessage } from "../text/diagnostic-text.ts";
import type { DiagnosticDocument } from "../../generated/types.ts";
import { type Diagnostic } from "../model/diagnostic.ts";

export function diagnosticDocument(diagnostic: Diagnostic): DiagnosticDocument {
  const { severity, code, location, also } = diagnostic;
  return {
    severity,
    code,
    ...diagnosticMessage(diagnostic),
    location,
    ...(also && { also: also.location }),
  };
}

/** The diagnostic of a document. Its message names the other location, if there is one. */
export function diagnosticFrom({ also: _also, ...diagnostic }: DiagnosticDocument): Diagnostic {
  return diagnostic;
}
