// An error in a value, before its document is known.
import type { Path } from "./json.ts";

/** An error at a path of a value. */
export interface Mistake {
  readonly code: string;
  readonly path: Path;
  readonly part: "key" | "value";
  readonly message: string;
  readonly hint?: string;
  /** Whether quotes around the value correct it. */
  readonly quotes?: boolean;
}
