// What validate found, as programs read it.
import type { Diagnostic } from "../engine/diagnostic.ts";

export interface ValidationDocument {
  readonly format: "promptctl.validation/1";
  readonly counts: { readonly errors: number; readonly warnings: number };
  /** How many were looked at. */
  readonly definitions: number;
  readonly files: number;
  /** In the order of the files; paths lead from where the command ran. */
  readonly diagnostics: readonly Diagnostic[];
}

export function validationDocument(
  diagnostics: readonly Diagnostic[],
  { definitions, files }: { readonly definitions: number; readonly files: number },
): ValidationDocument {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return {
    format: "promptctl.validation/1",
    counts: { errors, warnings: diagnostics.length - errors },
    definitions,
    files,
    diagnostics,
  };
}
