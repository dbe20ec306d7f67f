// The versions of a definition: runs of commits in which it has one content.
import { isSameDefinition, type PastState } from "./family-state.ts";
import type { CommitInfo, LineEnd } from "./line-commit.ts";

/** What one commit has of a definition. */
export interface StateAt {
  readonly info: CommitInfo;
  readonly state: PastState;
}

/** `absent`: the commit removed the definition. */
export interface Version {
  /** The commit that introduced it, or the oldest one that is known to have it. */
  readonly introduced: CommitInfo;
  readonly state: Exclude<PastState, { readonly status: "unknown" }>;
  /** What the next older commit has; `unknown` if an older commit may have introduced the version. */
  readonly previous: PastState;
}

/**
 * The runs of equal states, newest first. A commit in which the state is unknown ends a run. `end`: why
 * there are no older commits; undefined if they were not read.
 */
export function versionsOf(states: readonly StateAt[], end: LineEnd | undefined): Version[] {
  const beforeAll: PastState = { status: end === "first" ? "absent" : "unknown" };
  const versions = states.flatMap(({ info, state }, index): Version[] => {
    const previous = states[index + 1]?.state ?? beforeAll;
    return state.status === "unknown" || isSameState(state, previous)
      ? []
      : [{ introduced: info, state, previous }];
  });
  // The oldest known commit does not remove what no older one is known to have.
  const oldest = versions.at(-1);
  const isRemoval = oldest?.state.status === "absent" && oldest.introduced === states.at(-1)?.info;
  return isRemoval ? versions.slice(0, -1) : versions;
}

/** Whether two states send the same to the service. */
export function isSameState(one: PastState, other: PastState): boolean {
  if (one.status !== "defined" || other.status !== "defined") return one.status === other.status;
  return isSameDefinition(one.definition, other.definition);
}
