// A mistake in a value, before it has a place in a file.
import type { Path } from "./json.ts";

/** A mistake at a path of a value, before it has a place in a file. */
export interface Mistake {
  readonly code: string;
  readonly path: Path;
  readonly part: "key" | "value";
  readonly message: string;
  readonly hint?: string;
  /** Whether quotes around what stands there would mend it. */
  readonly quotes?: boolean;
}
