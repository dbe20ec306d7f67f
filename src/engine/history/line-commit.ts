// A project at the commits of a line, as history reads it.
import type { EnvironmentOverrides } from "../environments/environment.ts";
import type { DefinitionFiles } from "../model/ports.ts";
import type { SourceFile } from "../model/source-file.ts";

/** A commit, as history shows it. */
export interface CommitInfo {
  /** The hash of the commit. */
  readonly commit: string;
  /** When it was written, in ISO 8601. */
  readonly date: string;
  readonly author: string;
  /** The first line of its message. */
  readonly subject: string;
}

/**
 * Why a line has no older commits: the project begins there, the clone is shallow, the limit is
 * reached, or a partial clone lacks files.
 */
export type LineEnd = "first" | "shallow" | "limit" | "partial";

/** The number of commits of a line that a plan reads at most. */
export const maxLineCommits = 500;

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
  /**
   * The values of the environment whose history is read, as the commit has them. Where they differ from
   * those of the next newer commit, the commit is whole.
   */
  readonly overrides?: EnvironmentOverrides | undefined;
}
