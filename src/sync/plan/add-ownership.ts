// Which resources without a definition belong to this project: by their contents in git, then by what the
// service reports about their newest versions.
import { createOwnership, type OwnershipSources } from "../../engine/history/ownership.ts";
import type { ProjectHistory } from "../../engine/history/project-history.ts";
import { uncommittedRemovals } from "../../engine/history/uncommitted-removals.ts";
import type { Leftover } from "../../engine/match/match-context.ts";
import type { OtherProjects } from "../../engine/match/other-projects.ts";
import { once } from "../../engine/model/collections.ts";
import { isFailure } from "../../engine/model/failure.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { KeptReason } from "../../engine/model/unmanaged.ts";
import { type CheckedOrigins, checkOrigins, leftoverKey, noOrigins } from "./check-origins.ts";
import type { Comparison } from "./compare.ts";
import { type ExplainedRemoval, explainRemovals } from "./explain-removals.ts";
import { collectOwned, isNamedInScope } from "./owned-leftovers.ts";
import { compareAgain, deletesLeftover, type KnownPast, touchesLeftovers } from "./read-past.ts";

/** A comparison that deletes only what belongs to this project. */
export interface Owned extends Comparison {
  /** What the service reports about the leftovers that prune would delete. */
  readonly origins: CheckedOrigins;
}

/**
 * What other projects define is read only if something is deleted, or changed without being a version of
 * its definition.
 */
export async function addOwnership(past: KnownPast, comparison: Comparison): Promise<Owned> {
  const { changes } = comparison.difference;
  if (!touchesLeftovers(comparison.difference) && !changes.some(isUnrecognized))
    return { ...comparison, origins: noOrigins };
  const sources = await ownershipSources(past, comparison);
  const { otherProjects } = sources;
  const { ownership, owned } = collectOwned(createOwnership(sources));
  const byContents = compareAgain(past, { otherProjects, ownership });
  const origins = await checkOwned(past, sources, [...owned], past.history);
  const { reasons } = origins;
  if (reasons.size === 0) return { ...byContents, origins };
  const withOrigins = (leftover: Leftover): KeptReason | undefined =>
    ownership(leftover) ?? reasons.get(leftoverKey(leftover));
  return { ...compareAgain(past, { otherProjects, ownership: withOrigins }), origins };
}

/** The definitions that HEAD has and the files do not, with what prevents that prune deletes them. */
export async function explainUncommitted(
  past: KnownPast,
  comparison: Comparison,
): Promise<readonly ExplainedRemoval[]> {
  const { removals, history, read } = past;
  const defined = new Set(past.project.definitions.map(({ address }) => address));
  const removed = uncommittedRemovals(past.comparison, removals, history, defined);
  if (removed.length === 0) return [];
  const ownership = await ownershipSources(past, comparison);
  return explainRemovals(removed, {
    ownership,
    read,
    check: (leftovers, whole) => checkOwned(past, ownership, leftovers, whole),
  });
}

/** Asks the service who wrote leftovers last that belong to this project by their contents. */
function checkOwned(
  past: KnownPast,
  { isNamedInScope: isNamed }: OwnershipSources,
  leftovers: readonly Leftover[],
  history: ProjectHistory,
): Promise<CheckedOrigins> {
  // A duplicate has the content of a resource of this project; an unfinished delete was decided before.
  const asked = leftovers.filter(
    (each) => each.supersededBy === undefined && each.reason !== "unfinished" && !isNamed(each),
  );
  return checkOrigins({ ...past, history }, asked);
}

async function ownershipSources(
  past: KnownPast,
  { difference: { changes } }: Comparison,
): Promise<OwnershipSources> {
  const { subjects, comparison, history, compared, options } = past;
  const desiredByAddress = once(
    () => new Map(compared.matching.matches.map(({ desired }) => [desired.address, desired])),
  );
  return {
    subjects,
    comparison,
    history,
    otherProjects: await readOtherProjects(past, changes.some(deletesLeftover)),
    isNamedInScope: (leftover) => isNamedInScope(leftover, desiredByAddress(), options.scope),
  };
}

/** A plan that deletes nothing can be made without them, but then nothing similar is matched. */
async function readOtherProjects(past: KnownPast, isDeleting: boolean): Promise<OtherProjects> {
  try {
    return await past.otherProjectDefinitions();
  } catch (problem) {
    if (isDeleting || !isFailure(problem)) throw problem;
    return "unknown";
  }
}

/** Whether a change concerns a nameless resource that is no version of its definition. */
function isUnrecognized({ row, held }: Change): boolean {
  return row.identifiedBy.by !== "name" && held !== undefined && held.type !== "version";
}
