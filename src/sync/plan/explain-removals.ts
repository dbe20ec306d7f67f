// Says of the definitions that HEAD has and the files do not whether prune deletes their resources once
// the removal is committed.
import { undeclaredReason } from "../../engine/diff/retention-reason.ts";
import { foreignReason, type OwnershipSources } from "../../engine/history/ownership.ts";
import type { FamilyQuery, ProjectHistory } from "../../engine/history/project-history.ts";
import type { UncommittedRemoval } from "../../engine/history/uncommitted-removals.ts";
import type { Leftover } from "../../engine/match/match-context.ts";
import { type CheckedOrigins, leftoverKey } from "./check-origins.ts";

/** `obstacle`: why prune leaves the resource also after the removal is committed. */
export type ExplainedRemoval = UncommittedRemoval & { readonly obstacle?: string };

export interface RemovalSources {
  readonly ownership: OwnershipSources;
  /** Reads more of the history, for what does not equal the version of HEAD. */
  read(this: void, queries: readonly FamilyQuery[]): Promise<ProjectHistory>;
  /** Asks the service who wrote leftovers that belong to this project by their contents. */
  check(
    this: void,
    leftovers: readonly Leftover[],
    history: ProjectHistory,
  ): Promise<Pick<CheckedOrigins, "reasons">>;
}

/** The removals with what prevents the delete. */
export async function explainRemovals(
  removed: readonly UncommittedRemoval[],
  { ownership: sources, read, check }: RemovalSources,
): Promise<ExplainedRemoval[]> {
  const obstacleIn = (
    history: ProjectHistory,
    { leftover }: UncommittedRemoval,
  ): string | undefined => foreignReason({ ...sources, history }, leftover)?.text;
  const unknown = new Set(
    removed.filter((each) => obstacleIn(sources.history, each) !== undefined),
  );
  const queries = [...unknown].map(({ subject: { family, own, descendants } }) => ({
    ...family,
    wanted: [own, ...descendants],
  }));
  const whole = queries.length > 0 ? await read(queries) : sources.history;
  const explained = removed.map((each) => {
    const { row, reason } = each.leftover;
    const undeclared = reason === "undeclared" ? undeclaredReason(row).text : undefined;
    const obstacle = (unknown.has(each) ? obstacleIn(whole, each) : undefined) ?? undeclared;
    return { ...each, ...(obstacle !== undefined && { obstacle }) };
  });
  const deletable = explained.filter(({ obstacle }) => obstacle === undefined);
  const { reasons } = await check(
    deletable.map(({ leftover }) => leftover),
    whole,
  );
  return explained.map((each) => {
    const obstacle = each.obstacle ?? reasons.get(leftoverKey(each.leftover))?.text;
    return { ...each, ...(obstacle !== undefined && { obstacle }) };
  });
}
