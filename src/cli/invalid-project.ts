// The failure for a project with errors in its files.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import { Failure, isFailure } from "../engine/model/failure.ts";
import { diagnosticCounts } from "../views/diagnostics.ts";

export class InvalidProject extends Failure {
  readonly diagnostics: readonly Diagnostic[];
  /** The path from the current folder to the project. */
  readonly prefix: string;

  constructor(diagnostics: readonly Diagnostic[], prefix: string) {
    super(
      "invalid",
      "invalid-definitions",
      `Invalid definitions: ${diagnosticCounts(diagnostics)}`,
    );
    this.diagnostics = diagnostics;
    this.prefix = prefix;
  }
}

/** Recognises an InvalidProject by its field. */
export function isInvalidProject(error: unknown): error is InvalidProject {
  return isFailure(error) && "diagnostics" in error;
}
