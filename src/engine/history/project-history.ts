// What git knows about some families of definitions: the commits of a line, and other commits.
import type { JsonObject } from "../model/json.ts";
import type { Kind } from "../model/kind.ts";
import type { Address } from "../model/resource.ts";
import type { FamilyState } from "./family-state.ts";
import type { CommitInfo, LineEnd } from "./line-commit.ts";

/** A family to follow: a resource without a parent, with its descendants. */
export interface FamilyNames {
  readonly address: Address;
  /** Its name on the service, then the earlier ones. */
  readonly names: readonly string[];
}

/** A remote resource whose version is looked for. */
export interface WantedVersion {
  readonly row: Kind;
  /** The definition that it belongs to; undefined for any definition of its kind in the family. */
  readonly address?: Address;
  /** Its content in comparable form. */
  readonly content: JsonObject;
}

/** A family, and the remote resources in it whose versions are looked for. */
export interface FamilyQuery extends FamilyNames {
  readonly wanted: readonly WantedVersion[];
}

/** What a commit has of the families that are still followed. */
export interface FamiliesAt {
  readonly info: CommitInfo;
  readonly families: ReadonlyMap<Address, FamilyState>;
}

/** A commit that is not on the line, and the branch or tag that has it. */
export interface OtherCommit extends FamiliesAt {
  /** Whether --ref names a commit whose first-parent line has this one. */
  readonly isChosen: boolean;
  /** Whether it is an ancestor of HEAD. */
  readonly isMerged: boolean;
  readonly ref: string;
  /** The first-parent line from this commit or a newer one to the history of HEAD. */
  readonly line?: HistorySegment | undefined;
}

/** Commits of a line that HEAD does not contain, newest first, with at most one older commit. */
export interface HistorySegment extends Pick<ProjectHistory, "commits"> {
  readonly newer: ReadonlySet<string>;
}

export interface ProjectHistory {
  /** The commits that were read, newest first. */
  readonly commits: readonly FamiliesAt[];
  /** With --ref: the commits of the line of HEAD that it does not contain. */
  readonly newer?: ReadonlySet<string>;
  /** Why there are no older commits; undefined if they were not needed. */
  readonly end: LineEnd | undefined;
  /** Why there is no history at all, for example without git. */
  readonly missing?: MissingHistory;
  /** Other commits that touch the project. Read only if a resource equals no version on the line. */
  readonly others: readonly OtherCommit[];
}

/** Why a project has no history. */
export interface MissingHistory {
  /** The code of the failure: `no-git`, `no-repository`, `unsafe-repository`, `no-commits`, … */
  readonly code: string;
  /** A clause: `the folder is in no git repository`. */
  readonly reason: string;
}
