// The file changes that pull makes.
import type { Diagnostic } from "../model/diagnostic.ts";
import type { MergeConflict } from "../model/merge-conflict.ts";
import type { ChangeCounts } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";

/** A file with its text. */
export interface NewFile {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** An existing file with its new text. */
export interface ChangedFile extends NewFile {
  readonly before: string;
}

/** What a command writes into the files of a project. */
export interface FileChanges {
  readonly added: readonly NewFile[];
  readonly changed: readonly ChangedFile[];
  /** Files in which no document remains; `text` is their current text. */
  readonly removed: readonly NewFile[];
}

/** A definition that stays as it is, because both changed the same in it, or it is not known which did. */
export interface PullConflict {
  readonly address: Address;
  /** Where it is: `prompts/a.yaml:3`. */
  readonly place: string;
  /** Whether it is known that both changed it. */
  readonly isKnown: boolean;
  readonly fields: readonly MergeConflict[];
  /** Whether the version is known from which the service was changed. */
  readonly isBaseKnown: boolean;
}

export interface PullResult extends FileChanges {
  /** Address → id of resources that their name does not identify. */
  readonly pins: Readonly<Record<Address, string>>;
  /** Sentences about resources and fields of the service that the files leave out. */
  readonly leftOut: readonly string[];
  /** Other sentences, for example about definitions of missing resources. */
  readonly notes: readonly string[];
  /** The definitions that stay as they are because of a conflict. */
  readonly conflicts: readonly PullConflict[];
  /** The secrets that the files get, each with the comment that permits it. */
  readonly secrets: readonly Diagnostic[];
  /** What plan has to do after the pull. */
  readonly counts: ChangeCounts;
}

/** The number of files that are added, changed and removed. */
export function fileCount({ added, changed, removed }: PullResult): number {
  return added.length + changed.length + removed.length;
}

/** Whether plan has anything to do. */
export function hasChanges({ create, update, replace, delete: deletes }: ChangeCounts): boolean {
  return create + update + replace + deletes > 0;
}
