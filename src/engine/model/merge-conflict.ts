// A value that the files and the service changed differently.
import type { Json, Path } from "./json.ts";

export interface MergeConflict {
  /** In the body of the resource; empty for all of it. */
  readonly path: Path;
  /** Undefined where a side has no value. */
  readonly files: Json | undefined;
  /** Of a text, as far as it is known, only the lines that both changed; the others are those of the files. */
  readonly service: Json | undefined;
}
