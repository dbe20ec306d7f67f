// The history that a plan needs, and the comparison with what it says of the contents of resources.
import { type ContentComparison, compareContents } from "../../engine/history/held-version.ts";
import { withHeldVersions } from "../../engine/history/held-versions.ts";
import { createPastContents } from "../../engine/history/past-contents.ts";
import type { FamilyQuery, ProjectHistory } from "../../engine/history/project-history.ts";
import { createSubjects, historyQueries, type Subjects } from "../../engine/history/questions.ts";
import {
  type RemovalCandidate,
  removalCandidates,
  removalQueries,
} from "../../engine/history/uncommitted-removals.ts";
import type { Evidence, MatchResult } from "../../engine/match/match-context.ts";
import { once } from "../../engine/model/collections.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import { type Change, isPruned } from "../../engine/model/plan.ts";
import type { PlanPolicy, ServiceFacts } from "../../engine/model/plan-policy.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import type { ListResponses } from "../../engine/normalize/observe.ts";
import type { LoadedFiles } from "../load/load.ts";
import { type Comparison, compare } from "./compare.ts";
import type { HistoryReader } from "./read-history.ts";
import { versionsOnce } from "./versions-once.ts";

/** What is known of a plan before its history is read. */
export interface AttributionInput {
  readonly kinds: Kinds;
  readonly reader: HistoryReader;
  readonly project: LoadedFiles;
  readonly responses: ListResponses;
  readonly compared: Comparison;
  readonly service: Pick<ServiceReader, "versions">;
  readonly options: PlanPolicy & ServiceFacts;
}

/** The same with the history, and what the stages ask it. */
export interface KnownPast extends AttributionInput {
  /** Of the comparison without history. */
  readonly subjects: Subjects;
  /** The questions of changes; none if only removals and duplicates need the history. */
  readonly queries: readonly FamilyQuery[];
  readonly removals: readonly RemovalCandidate[];
  readonly comparison: ContentComparison;
  readonly history: ProjectHistory;
  /** Reads more of the history. */
  read(this: void, queries: readonly FamilyQuery[]): Promise<ProjectHistory>;
  /** Reads what other projects of the repository define, once. */
  otherProjectDefinitions: HistoryReader["otherProjectDefinitions"];
}

/**
 * Reads the history of what the comparison changes or deletes. Of unmanaged resources, it reads only which
 * of them HEAD defines. Undefined if nothing needs it.
 */
export async function readPast(input: AttributionInput): Promise<KnownPast | undefined> {
  const { kinds, reader, project, compared, service, options } = input;
  const { definitions } = project;
  const subjects = createSubjects(kinds, definitions, compared.matching);
  const queries = historyQueries(subjects, compared.matching, compared.difference);
  const removals = options.findsRemovals
    ? removalCandidates(subjects, compared.matching, options)
    : [];
  const asked = [...queries, ...removalQueries(removals, queries)];
  if (asked.length === 0 && !touchesLeftovers(compared.difference)) return undefined;
  const comparison = compareContents(kinds, definitions);
  const read = (some: readonly FamilyQuery[]): Promise<ProjectHistory> =>
    reader.read(some, comparison, project);
  return {
    ...input,
    service: versionsOnce(service),
    subjects,
    queries,
    removals,
    comparison,
    history: asked.length > 0 ? await read(asked) : withoutCommits,
    read,
    otherProjectDefinitions: once(() => reader.otherProjectDefinitions()),
  };
}

/** For duplicates, of which only the definitions of other projects are asked for. */
const withoutCommits: ProjectHistory = { commits: [], end: undefined, others: [] };

/** The comparison in which nameless resources are known by what definitions had. */
export function compareWithPast(past: KnownPast): Comparison {
  return asksForNameless(past.queries) ? compareAgain(past, {}) : withVersions(past, past.compared);
}

/** Compares again with more evidence. Changes say which version the service holds. */
export function compareAgain(
  past: KnownPast,
  evidence: Pick<Evidence, "otherProjects" | "ownership">,
): Comparison {
  const { kinds, project, responses, history, options } = past;
  const contents = createPastContents(kinds, history);
  const sides = { definitions: project.definitions, responses };
  return withVersions(past, compare(kinds, sides, { ...options, past: contents, ...evidence }));
}

function withVersions(past: KnownPast, { matching, difference }: Comparison): Comparison {
  const { comparison, history } = past;
  const subjects = subjectsOf(past, matching);
  const changes = withHeldVersions(difference.changes, subjects, comparison, history);
  return { matching, difference: { ...difference, changes } };
}

/** The subjects of a comparison that was made with the history. */
export function subjectsOf({ kinds, project }: KnownPast, matching: MatchResult): Subjects {
  return createSubjects(kinds, project.definitions, matching);
}

/** Whether nameless resources are asked for. What they are matched with can change then. */
function asksForNameless(queries: readonly FamilyQuery[]): boolean {
  const wanted = queries.flatMap((query) => query.wanted);
  return wanted.some(({ row }) => row.identifiedBy.by !== "name");
}

/** Whether the plan deletes what may belong to another project, or says that prune does. */
export function touchesLeftovers({ changes, unmanaged }: Comparison["difference"]): boolean {
  return unmanaged.some(({ deletedByPrune }) => deletedByPrune) || changes.some(deletesLeftover);
}

/** Whether a change deletes what may belong to another project. */
export function deletesLeftover(change: Change): boolean {
  const isDuplicate = change.action === "delete" && change.reason === "duplicate";
  return isDuplicate || isPruned(change);
}
