// What pull is about to write.
import type { Address } from "./resource.ts";

/** A file to be written. */
export interface NewFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface Pulled {
  readonly files: readonly NewFile[];
  /** What the new files define. */
  readonly addresses: readonly Address[];
  /** Address → id, where a name does not say which thing is meant. */
  readonly pins: Readonly<Record<Address, string>>;
  /** What could not be written, or not wholly, in sentences. */
  readonly notes: readonly string[];
}
