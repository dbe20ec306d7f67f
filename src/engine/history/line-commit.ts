// A project at the commits of a line, as history reads it.
import type { DefinitionFiles } from "../model/ports.ts";
import type { SourceFile } from "../model/source-file.ts";
import type { CommitInfo } from "./commit-info.ts";

/**
 * Why a line has no older commits: the project begins there, the clone is shallow, the limit is
 * reached, or a partial clone lacks files.
 */
export type LineEnd = "first" | "shallow" | "limit" | "partial";

/** A commit, with the definition files that differ from the next newer one. */
export interface LineCommit extends Pick<DefinitionFiles, "readIncluded" | "fetchIncluded"> {
  readonly info: CommitInfo;
  /** Whether `files` are all definition files of the commit. */
  readonly isWhole: boolean;
  readonly files: readonly SourceFile[];
  /** The paths of definition files that cannot be read. */
  readonly unreadable: readonly string[];
  /** The paths of all files that differ, or that the commit does not have. */
  readonly changed: ReadonlySet<string>;
}
