// What pull is about to write.
import type { Address } from "../model/resource.ts";

/** A file to be written. */
export interface NewFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A file that is there, with what it says now. */
export interface ChangedFile extends NewFile {
  readonly before: string;
}

export interface PullResult {
  /** Files that are not there yet. */
  readonly files: readonly NewFile[];
  /** Files that are there, with what they are to say. */
  readonly changed: readonly ChangedFile[];
  /** Files that are there, and in which nothing is left. */
  readonly removed: readonly NewFile[];
  /** Address → id, where a name does not say which thing is meant. */
  readonly pins: Readonly<Record<Address, string>>;
  /** What could not be written, or not wholly, in sentences. */
  readonly notes: readonly string[];
  /** Whether the plan of the files as they will be has something to do: what is gone was left. */
  readonly stillDiffers: boolean;
}

/** How many files are written, changed and removed. */
export function fileCount({ files, changed, removed }: PullResult): number {
  return files.length + changed.length + removed.length;
}
