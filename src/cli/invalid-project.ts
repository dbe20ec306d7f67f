// The failure for a project with errors in its files.
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import { Failure, isFailure } from "../engine/model/failure.ts";
import { diagnosticCounts } from "../views/diagnostics.ts";

export class InvalidProject extends Failure {
  readonly diagnostics: readonly Diagnostic[];
  /** The folder of the project. */
  readonly root: string;

  constructor(diagnostics: readonly Diagnostic[], root: string) {
    super(
      "invalid",
      "invalid-definitions",
      `Invalid definitions: ${diagnosticCounts(diagnostics)}`,
    );
    this.diagnostics = diagnostics;
    this.root = root;
  }
}

/** Recognises an InvalidProject by its field. */
export function isInvalidProject(error: unknown): error is InvalidProject {
  return isFailure(error) && "diagnostics" in error;
}
