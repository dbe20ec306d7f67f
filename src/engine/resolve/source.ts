// The source of a definition: its draft, and the files that it includes.
import type { SourceFile } from "../model/source-file.ts";
import type { Diagnostic, UnlocatedDiagnostic } from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { JsonObject } from "../model/json.ts";

export interface Source {
  readonly draft: Draft;
  /** The body in normal form; references are still keys. */
  readonly body: JsonObject;
  /** The included files, by the pointer of their `{ file }` in the document. */
  readonly includes: ReadonlyMap<string, SourceFile>;
  /** Errors and warnings about the included files. */
  readonly diagnostics: readonly (Diagnostic | UnlocatedDiagnostic)[];
}
