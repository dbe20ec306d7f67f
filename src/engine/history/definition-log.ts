// The history of one definition: its versions, and the state in the working tree.
import type { ReportedDeletion, ReportedWrite } from "../model/origin.ts";
import type { HeldVersion } from "../model/held-version.ts";
import type { Address } from "../model/resource.ts";
import type { PastState } from "./family-state.ts";
import type { LineEnd } from "./line-commit.ts";
import { isSameState, type StateAt, type Version, versionsOf } from "./versions.ts";

export interface DefinitionLog {
  readonly address: Address;
  /** What the files have, if that differs from the newest commit, or may differ from it. */
  readonly workingTree: Version["state"] | undefined;
  /** Whether it is known what the newest commit has. */
  readonly isHeadKnown: boolean;
  readonly versions: readonly Version[];
  /** The hashes of the commits that were read, newest first. */
  readonly commits: readonly string[];
  /** Why there are no older versions; `more` if they were not asked for. */
  readonly end: Exclude<LineEnd, "limit"> | "more";
}

/** A service, and the version of the definition that it holds. */
export interface ServiceWithVersion {
  /** The name of the environment, else the host, or `local`. */
  readonly name: string;
  readonly baseUrl: string;
  readonly held: HeldByService;
  /** Its newest version, as the service reports it: a claim of the client that wrote it. */
  readonly reported?: ReportedWrite;
  /** Its newest deletion of a resource with the name of the definition, as the service reports it. */
  readonly deleted?: ReportedDeletion;
}

/**
 * - `version`: one on the line; `commit`: the newest commit that has it
 * - `working-tree`: what the files have, which is not committed
 * - `absent`: the service does not have the resource
 * - the others: as in HeldVersion
 */
export type HeldByService =
  | { readonly type: "version"; readonly commit: string }
  | { readonly type: "working-tree" | "absent" }
  | Exclude<HeldVersion, { readonly type: "version" }>;

/** The version of the log that a commit of the line has; undefined if the log does not show it. */
export function versionAt(
  { versions, commits }: Pick<DefinitionLog, "versions" | "commits">,
  commit: string,
): Version | undefined {
  const index = commits.indexOf(commit);
  if (index < 0) return undefined;
  return versions.find(({ introduced }) => commits.indexOf(introduced.commit) >= index);
}

export interface LogSources {
  readonly address: Address;
  readonly states: readonly StateAt[];
  /** Undefined if older commits were not read. */
  readonly end: LineEnd | undefined;
  readonly inFiles: Version["state"];
  readonly limit: number;
}

/** Makes the log from the states of the commits, newest first. */
export function definitionLog({ address, states, end, inFiles, limit }: LogSources): DefinitionLog {
  const versions = versionsOf(states, end);
  const committed: PastState = states[0]?.state ?? {
    status: end === "partial" ? "unknown" : "absent",
  };
  const isHeadKnown = committed.status !== "unknown";
  const isNothing = !isHeadKnown && versions.length === 0 && inFiles.status === "absent";
  return {
    address,
    workingTree: isNothing || isSameState(inFiles, committed) ? undefined : inFiles,
    isHeadKnown,
    versions: versions.slice(0, limit),
    commits: states.map(({ info }) => info.commit),
    end: end === undefined || end === "limit" || versions.length > limit ? "more" : end,
  };
}
