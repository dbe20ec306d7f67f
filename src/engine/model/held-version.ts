// What git says about the content of a remote resource, and how much of the history was read for it.
import type { JsonObject } from "./json.ts";
import type { ReportedWrite } from "./origin.ts";
import type { Address } from "./resource.ts";

/** A commit that introduced a version. */
export interface VersionCommit {
  readonly commit: string;
  /** ISO 8601. */
  readonly date: string;
  readonly author: string;
  readonly subject: string;
  /** Whether an older commit, which is not known, may have introduced the version. */
  readonly orOlder: boolean;
}

/**
 * Which version of its definition a remote resource equals, in git.
 * - `version`: one on the first-parent line of HEAD; `behind`: how many newer ones the line has.
 *   `isPartial`: an apply of another version was interrupted, so that it holds parts of both.
 * - `renamedSince`: a commit between this one and that of the definitions gives the name to another
 *   definition. Where no commit is known, as with `none`: one after which the name was used again
 * - `other-ref`: one of a commit that is not on the line; `ref`: a branch or tag that has it, or the
 *   one of --ref (`isChosen`). `isMerged`: HEAD contains it, through the merge of another branch
 * - `none`: no version, or one that it was set back to on the service. `newest`: the newest one of the
 *   line, with both contents in comparable form. `isPartial`: it only lacks children of that one, as
 *   after an interrupted create. `isTakenOver`: that one has everything that was changed on the service
 *   since the version that the service reports. `reported`: who wrote what it has, as the service reports
 * - `unknown`: none that is known; the history is incomplete
 */
export type HeldVersion =
  | {
      readonly type: "version";
      readonly at: VersionCommit;
      readonly behind: number;
      readonly isPartial?: boolean;
      readonly renamedSince?: RenamedSince;
    }
  | {
      readonly type: "other-ref";
      readonly at: VersionCommit;
      readonly ref: string;
      readonly isChosen: boolean;
      readonly isMerged: boolean;
      readonly renamedSince?: RenamedSince;
    }
  | {
      readonly type: "none";
      readonly newest?: NewestVersion;
      readonly isPartial?: boolean;
      readonly isTakenOver?: boolean;
      readonly reported?: ReportedWrite;
      readonly renamedSince?: RenamedSince;
    }
  | { readonly type: "unknown" };

/**
 * A commit in which another definition has the name of a resource in `renamedFrom`: before it, the name is
 * that of another resource than after it.
 */
export interface RenamedSince extends EarlierName {
  readonly commit: string;
  /** Whether the definitions are those of an older commit, as with --ref, and the service has the rename. */
  readonly isUndone?: boolean;
}

/** A definition that had the name of another one before. */
export interface EarlierName {
  readonly address: Address;
  /** Its name on the service. */
  readonly name: string;
}

/** The newest version of the line, and what the service has. */
export interface NewestVersion {
  readonly at: VersionCommit;
  readonly content: JsonObject;
  /** What the service has in its place. */
  readonly observed: JsonObject;
}

/** How much history a plan used. */
export interface HistoryExtent {
  /** The number of commits that were read. */
  readonly commits: number;
  /** Why older versions are not known, as a clause; undefined if the history is whole. */
  readonly gap?: string;
  /** Why there is no history at all, as a code: `no-repository`, `no-history` for --no-history, … */
  readonly missing?: string;
}
