// A commit, as history shows it.

export interface CommitInfo {
  /** The hash of the commit. */
  readonly commit: string;
  /** When it was written, in ISO 8601. */
  readonly date: string;
  readonly author: string;
  /** The first line of its message. */
  readonly subject: string;
}
