// Reads what single commits have of some families. HEAD contains them, or the answer says that it does not.
import type { FamilyState } from "../../engine/history/family-state.ts";
import type { LineCommit, LineEnd } from "../../engine/history/line-commit.ts";
import type { FamilyNames } from "../../engine/history/project-history.ts";
import { isFailure } from "../../engine/model/failure.ts";
import type { Address } from "../../engine/model/resource.ts";
import { followFamilies, type HistorySources } from "./history.ts";

/** A commit that the service names. */
export type CommitAlone =
  | Exclude<CommitState, { readonly type: "read" }>
  | {
      readonly type: "merged";
      /** The project in it. */
      commits(this: void): AsyncIterable<LineCommit | LineEnd>;
      /** Whether a path in the repository is that of a definition file of the project there. */
      isOwnFile(this: void, path: string): boolean;
    };

/**
 * What a commit has of some families.
 * - `read`: HEAD contains it
 * - `not-merged`: HEAD does not contain it
 * - `missing`: the clone does not have it
 * - `unknown`: it cannot be read; `reason` is a clause
 */
export type CommitState =
  | {
      readonly type: "read";
      readonly families: ReadonlyMap<Address, FamilyState>;
      readonly isOwnFile: (path: string) => boolean;
    }
  | { readonly type: "not-merged" }
  | { readonly type: "missing" }
  | { readonly type: "unknown"; readonly reason: string };

/** Reads the families that are asked for in each commit. */
export async function readCommits(
  sources: HistorySources,
  { at }: { at(this: void, commit: string): Promise<CommitAlone> },
  asked: ReadonlyMap<string, readonly FamilyNames[]>,
): Promise<ReadonlyMap<string, CommitState>> {
  const states = new Map<string, CommitState>();
  for (const [commit, families] of asked)
    states.set(commit, await readCommit(sources, () => at(commit), families));
  return states;
}

async function readCommit(
  sources: HistorySources,
  open: () => Promise<CommitAlone>,
  families: readonly FamilyNames[],
): Promise<CommitState> {
  try {
    const commit = await open();
    if (commit.type !== "merged") return commit;
    const { isOwnFile } = commit;
    for await (const item of followFamilies(sources, commit.commits(), families))
      if (typeof item === "object") return { type: "read", families: item.families, isOwnFile };
    return { type: "read", families: new Map(), isOwnFile };
  } catch (problem) {
    return { type: "unknown", reason: unreadableReason(problem) };
  }
}

/** The message of a Failure as a clause. Throws other errors again. */
export function unreadableReason(problem: unknown): string {
  if (!isFailure(problem)) throw problem;
  return problem.message.replace(/\.$/, "");
}
