// A value that the files and the service changed differently.
import type { Json, Path } from "./json.ts";

export interface MergeConflict {
  /** In the body of the resource; empty for all of it. */
  readonly path: Path;
  /** Undefined where a side has no value. */
  readonly files: Json | undefined;
  readonly service: Json | undefined;
}
