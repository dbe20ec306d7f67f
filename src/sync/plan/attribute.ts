// Reads the history that a plan needs, and compares again with what it says: which definitions had the
// contents of nameless resources, and which unmanaged resources belong to this project.
import type { OtherProjects } from "../../engine/match/other-projects.ts";
import { withHeldVersions } from "../../engine/history/held-versions.ts";
import { oldCopies } from "../../engine/history/old-copies.ts";
import { createOwnership, type OwnershipSources } from "../../engine/history/ownership.ts";
import { createPastContents } from "../../engine/history/past-contents.ts";
import { createSubjects, historyQueries } from "../../engine/history/questions.ts";
import {
  removalQueries,
  removalCandidates,
  uncommittedRemovals,
} from "../../engine/history/uncommitted-removals.ts";
import { diff, type Difference } from "../../engine/diff/diff.ts";
import type { DiffOptions } from "../../engine/diff/diff-context.ts";
import { compareContents } from "../../engine/history/held-version.ts";
import { historyExtent } from "../../engine/history/history-extent.ts";
import { match } from "../../engine/match/match.ts";
import type {
  Evidence,
  Leftover,
  MatchOptions,
  MatchResult,
} from "../../engine/match/match-context.ts";
import type { FamilyQuery, ProjectHistory } from "../../engine/history/project-history.ts";
import { once } from "../../engine/model/collections.ts";
import { isFailure } from "../../engine/model/failure.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type Change, type HistoryExtent, isPruned } from "../../engine/model/plan.ts";
import type { PlanPolicy, ServiceFacts } from "../../engine/model/plan-policy.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import type { ListResponses } from "../../engine/normalize/observe.ts";
import type { LoadedFiles } from "../load/load.ts";
import { type CheckedOrigins, checkOrigins, leftoverKey, noOrigins } from "./check-origins.ts";
import { type ExplainedRemoval, explainRemovals, type RemovalSources } from "./explain-removals.ts";
import type { HistoryReader } from "./read-history.ts";
import { collectOwned, isNamedInScope } from "./owned-leftovers.ts";
import { heldAsReported } from "./held-as-reported.ts";
import { withReportedWrites } from "./reported-writes.ts";
import { versionsOnce } from "./versions-once.ts";

/** Definitions and the resources of the service, matched and compared. */
export interface Comparison {
  readonly matching: MatchResult;
  readonly difference: Difference;
}

export interface ComparisonSides {
  readonly definitions: readonly Definition[];
  readonly responses: ListResponses;
}

/** Matches definitions with resources and turns the matches into changes. */
export function compare(
  kinds: Kinds,
  { definitions, responses }: ComparisonSides,
  options: MatchOptions & DiffOptions,
): Comparison {
  const matching = match(kinds, definitions, responses, options);
  return { matching, difference: diff(kinds, matching, options) };
}

export interface AttributionInput {
  readonly project: LoadedFiles;
  readonly responses: ListResponses;
  readonly compared: Comparison;
  readonly service: Pick<ServiceReader, "versions">;
  /** Whether to find the definitions that HEAD has and the files do not. */
  readonly findsRemovals: boolean;
}

/** A comparison whose changes say which versions the service holds. */
export interface Attributed extends Comparison {
  /** Undefined if no history was needed. */
  readonly history?: HistoryExtent;
  /** The definitions that HEAD has and the files do not, with unmanaged resources. */
  readonly removed: readonly ExplainedRemoval[];
  /** The addresses of deletes that lose nothing. */
  readonly oldCopies: ReadonlySet<Address>;
  /** What the service reports about the leftovers that prune would delete. */
  readonly origins: CheckedOrigins;
}

/**
 * Reads no history if the comparison changes and deletes nothing that the service has. Of unmanaged
 * resources, it reads only which of them HEAD defines. What other projects define is read only if
 * something is deleted, or changed without being a version of its definition.
 */
export async function attribute(
  { kinds, history: reader }: { readonly kinds: Kinds; readonly history: HistoryReader },
  { project, responses, compared, service, findsRemovals }: AttributionInput,
  options: PlanPolicy & ServiceFacts,
): Promise<Attributed> {
  const { definitions } = project;
  const subjects = createSubjects(kinds, definitions, compared.matching);
  const queries = historyQueries(subjects, compared.matching, compared.difference);
  const removals = findsRemovals ? removalCandidates(subjects, compared.matching, options) : [];
  const asked = [...queries, ...removalQueries(removals, queries)];
  if (asked.length === 0 && !touchesLeftovers(compared.difference))
    return { ...compared, removed: [], oldCopies: new Set(), origins: noOrigins };
  const comparison = compareContents(kinds, definitions);
  const read = (some: readonly FamilyQuery[]): Promise<ProjectHistory> =>
    reader.read(some, comparison, project);
  const history = asked.length > 0 ? await read(asked) : withoutCommits;
  const past = createPastContents(kinds, history);
  const compareAgain = (more: Partial<Evidence> = {}): Comparison =>
    compare(kinds, { definitions, responses }, { ...options, past, ...more });
  const attributed = ({ matching, difference }: Comparison): Attributed => {
    const after = createSubjects(kinds, definitions, matching);
    const changes = withHeldVersions(difference.changes, after, comparison, history);
    return {
      matching,
      difference: { ...difference, changes },
      oldCopies: oldCopies(changes, after, comparison, history),
      ...(queries.length > 0 && { history: historyExtent(history) }),
      removed: [],
      origins: noOrigins,
    };
  };
  const desiredByAddress = once(
    () => new Map(compared.matching.matches.map(({ desired }) => [desired.address, desired])),
  );
  const sourcesWith = (otherProjects: OtherProjects): OwnershipSources => ({
    subjects,
    comparison,
    history,
    otherProjects,
    isNamedInScope: (leftover) => isNamedInScope(leftover, desiredByAddress(), options.scope),
  });
  const reports = versionsOnce(service);
  const checkOwned = (
    { isNamedInScope: isNamed }: OwnershipSources,
    leftovers: Iterable<Leftover>,
    whole: ProjectHistory,
  ): Promise<CheckedOrigins> => {
    const sources = { comparison, service: reports, reader, project, responses, subjects };
    // A duplicate has the content of a resource of this project; an unfinished delete was decided before.
    const asked = [...leftovers].filter(
      (each) => each.supersededBy === undefined && each.reason !== "unfinished" && !isNamed(each),
    );
    return checkOrigins({ ...sources, history: whole }, asked);
  };
  let result = attributed(asksForNameless(queries) ? compareAgain() : compared);
  const { changes } = result.difference;
  const isDeleting = changes.some(deletesLeftover);
  const isUncertain = changes.some(isUnrecognized);
  const otherProjects = once(() => readOtherProjects(reader, isDeleting));
  if (touchesLeftovers(result.difference) || isUncertain) {
    const sources = sourcesWith(await otherProjects());
    const { ownership, owned } = collectOwned(createOwnership(sources));
    const again = { otherProjects: sources.otherProjects };
    result = attributed(compareAgain({ ...again, ownership }));
    const origins = await checkOwned(sources, owned, history);
    const { reasons } = origins;
    if (reasons.size > 0)
      result = attributed(
        compareAgain({
          ...again,
          ownership: (leftover) => ownership(leftover) ?? reasons.get(leftoverKey(leftover)),
        }),
      );
    result = { ...result, origins };
  }
  const { matching } = result;
  const after = createSubjects(kinds, definitions, matching);
  const known = {
    kinds,
    service: reports,
    reader,
    history,
    definitions,
    matching,
    subjects: after,
  };
  const asReported = await heldAsReported(known, result.difference.changes);
  const withWrites = await withReportedWrites(known, asReported);
  result = { ...result, difference: { ...result.difference, changes: withWrites } };
  const addresses = new Set(definitions.map(({ address }) => address));
  const removed = uncommittedRemovals(comparison, removals, history, addresses);
  if (removed.length === 0) return result;
  const sources = sourcesWith(await otherProjects());
  const check: RemovalSources["check"] = (leftovers, whole) =>
    checkOwned(sources, leftovers, whole);
  return {
    ...result,
    removed: await explainRemovals(removed, { ownership: sources, read, check }),
  };
}

/** For duplicates, of which only the definitions of other projects are asked for. */
const withoutCommits: ProjectHistory = { commits: [], end: undefined, others: [] };

/** Whether a change deletes what may belong to another project. */
function deletesLeftover(change: Change): boolean {
  const isDuplicate = change.action === "delete" && change.reason === "duplicate";
  return isDuplicate || isPruned(change);
}

/** Whether the plan deletes what may belong to another project, or says that prune does. */
function touchesLeftovers({ changes, unmanaged }: Difference): boolean {
  return unmanaged.some(({ deletedByPrune }) => deletedByPrune) || changes.some(deletesLeftover);
}

/** Whether nameless resources are asked for. What they are matched with can change then. */
function asksForNameless(queries: readonly FamilyQuery[]): boolean {
  const wanted = queries.flatMap((query) => query.wanted);
  return wanted.some(({ row }) => row.identifiedBy.by !== "name");
}

/** Whether a change concerns a nameless resource that is no version of its definition. */
function isUnrecognized({ row, held }: Change): boolean {
  return row.identifiedBy.by !== "name" && held !== undefined && held.type !== "version";
}

/** A plan that deletes nothing can be made without them, but then nothing similar is matched. */
async function readOtherProjects(
  reader: HistoryReader,
  isDeleting: boolean,
): Promise<OtherProjects> {
  try {
    return await reader.otherProjectDefinitions();
  } catch (problem) {
    if (isDeleting || !isFailure(problem)) throw problem;
    return "unknown";
  }
}
