// What stands behind a definition: the draft it came from, with the files it includes in place.
import type { SourceFile } from "../model/source-file.ts";
import type { UnlocatedDiagnostic } from "../model/diagnostic.ts";
import type { Draft } from "./draft.ts";
import type { JsonObject } from "../model/json.ts";

export interface Source {
  readonly draft: Draft;
  /** The body in normal form; references are still keys. */
  readonly body: JsonObject;
  /** Pointer of each `{ file }` in the document → the file it brought in. */
  readonly includes: ReadonlyMap<string, SourceFile>;
  /** What is wrong, or to be said, of the files it includes. */
  readonly diagnostics: readonly UnlocatedDiagnostic[];
}
