// Which resources that prune would delete this project did not write last, where the service reports the
// origins of writes. The project is known by its folder and a commit, never by a time of the service.
import {
  isDefined,
  isDefinedLike,
  isUnknownState,
  lastDefined,
} from "../../engine/history/last-defined.ts";
import type { ContentComparison } from "../../engine/history/held-version.ts";
import type { FamilyNames, ProjectHistory } from "../../engine/history/project-history.ts";
import type { RemoteVersion, Subjects } from "../../engine/history/questions.ts";
import type { Leftover } from "../../engine/match/match-context.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { jsonEquals, type JsonObject } from "../../engine/model/json.ts";
import type { Origin } from "../../engine/model/origin.ts";
import { kept, type KeptReason } from "../../engine/model/unmanaged.ts";
import type { ServiceReader } from "../../engine/model/ports.ts";
import { type Address, addressOf } from "../../engine/model/resource.ts";
import { canonicalForm } from "../../engine/normalize/normalize.ts";
import { type ListResponses, observe } from "../../engine/normalize/observe.ts";
import { shortHash } from "../../engine/text/commit-hash.ts";
import type { LoadedFiles } from "../load/load.ts";
import { type CommitState, unreadableReason } from "./read-commits.ts";
import type { HistoryReader } from "./read-history.ts";

/** Nothing was asked. */
export const noOrigins: CheckedOrigins = { reasons: new Map(), unreported: new Set() };

export interface OriginSources {
  readonly comparison: ContentComparison;
  readonly service: Pick<ServiceReader, "versions">;
  readonly reader: Pick<HistoryReader, "at" | "contains" | "mergeBases">;
  readonly project: LoadedFiles;
  readonly responses: ListResponses;
  readonly subjects: Pick<Subjects, "ofLeftover">;
  readonly history: ProjectHistory;
}

/** What the service reports about leftovers that belong to this project by their contents. */
export interface CheckedOrigins {
  /** Why resources do not belong to this project, by `kind/id`. */
  readonly reasons: ReadonlyMap<Address, KeptReason>;
  /** Those that belong to it, as far as is known: the service does not report versions. */
  readonly unreported: ReadonlySet<Address>;
}

/** Asks for the newest versions of leftovers and their descendants. */
export async function checkOrigins(
  sources: OriginSources,
  leftovers: readonly Leftover[],
): Promise<CheckedOrigins> {
  const parts = leftovers.flatMap((leftover) => {
    const { family, resources } = sources.subjects.ofLeftover(leftover);
    return resources.map((each): Part => ({ ...each, leftover, family }));
  });
  const asked = await Promise.all(
    parts.map(async (part) => [part, await readNewest(sources, part)] as const),
  );
  const origins = asked.flatMap(([part, { origin }]) => (origin ? [{ part, origin }] : []));
  const byCommit = groupBy(origins, ({ origin }) => origin.commit);
  const families = [...byCommit].map(
    ([commit, some]) =>
      [
        commit,
        [...new Map(some.map(({ part: { family } }) => [family.address, family])).values()],
      ] as const,
  );
  const commits =
    families.length > 0
      ? await sources.reader.at(new Map(families), sources.project)
      : new Map<string, CommitState>();
  const reasons = new Map<Address, KeptReason>();
  const unreported = new Set<Address>();
  for (const [part, newest] of asked) {
    const address = leftoverKey(part.leftover);
    if (newest.isUnreported) unreported.add(address);
    if (reasons.has(address)) continue;
    const { origin } = newest;
    const reason = origin
      ? await foreignOrigin(sources, part, origin, commits.get(origin.commit)!)
      : newest.reason;
    if (reason !== undefined) reasons.set(address, keptReason(part, reason));
  }
  return { reasons, unreported };
}

/** The key of a leftover in the maps: `kind/id`. */
export function leftoverKey({ row, observed }: Pick<Leftover, "row" | "observed">): Address {
  return addressOf(row.kind, observed.id);
}

/** A leftover or a descendant of it. */
interface Part extends RemoteVersion {
  readonly leftover: Leftover;
  readonly family: FamilyNames;
}

/** Why a resource does not belong to this project. `written`: how its newest version was written. */
type Reason = { readonly written: string } | { readonly unknown: string };

function keptReason({ observed, leftover }: Part, reason: Reason): KeptReason {
  if ("unknown" in reason) {
    const text = `not known to belong to this project: ${reason.unknown}`;
    return kept("history-unknown", text);
  }
  const whose =
    observed === leftover.observed
      ? "its newest version"
      : `the newest version of its ${observed.row.kind}`;
  return kept("written-by-others", `${whose} was ${reason.written}`);
}

interface Newest {
  readonly origin?: Origin;
  readonly isUnreported?: boolean;
  readonly reason?: Reason;
}

/** The origin of the content that was listed. */
async function readNewest(
  { service, responses }: OriginSources,
  { observed: { row, id } }: Part,
): Promise<Newest> {
  try {
    const versions = await service.versions(row.kind, id);
    if (!versions) return { isUnreported: true };
    const [newest] = versions;
    const listed = responses.get(row.kind)?.find((each) => each["id"] === id);
    const formOf = (body: JsonObject): JsonObject => {
      const { parentId = "", spec } = observe(row, body, () => undefined);
      return { parentId, spec: canonicalForm(row.shape, spec) };
    };
    const isListed =
      listed && newest?.content && jsonEquals(formOf(listed), formOf(newest.content));
    if (!newest || !isListed)
      return { reason: { unknown: `the service reports no version with what it has` } };
    const { origin } = newest;
    return origin ? { origin } : { reason: { written: "not written from a commit" } };
  } catch (problem) {
    return { reason: { unknown: unreadableReason(problem) } };
  }
}

/** Why an origin does not show that this project wrote a resource; undefined if it does. */
async function foreignOrigin(
  sources: OriginSources,
  part: Part,
  origin: Origin,
  commit: CommitState,
): Promise<Reason | undefined> {
  const from = `written from commit ${shortHash(origin.commit)}`;
  switch (commit.type) {
    case "unknown":
      return { unknown: commit.reason };
    case "missing":
      return { written: `${from}, which this clone does not have` };
    case "not-merged":
      return { written: `${from}, which HEAD does not contain` };
    case "read": {
      if (origin.path !== undefined && !commit.isOwnFile(origin.path))
        return { written: `${from}, by another project` };
      const state = commit.families.get(part.family.address);
      if (origin.dirty) return foreignEdit(sources, part, origin, commit);
      if (isDefinedLike(sources.comparison, state, part.wanted)) return undefined;
      if (isUnknownState(state)) return unreadableFiles(origin.commit);
      return { written: `${from}, in which this project does not define it like this` };
    }
  }
}

function unreadableFiles(commit: string): Reason {
  return { unknown: `the files in ${shortHash(commit)} cannot be read exactly` };
}

/** The same for files that were not committed: the commit must not contain the removal. */
async function foreignEdit(
  { comparison, reader, project, history }: OriginSources,
  { family, wanted }: Part,
  { commit }: Origin,
  { families }: Extract<CommitState, { type: "read" }>,
): Promise<Reason | undefined> {
  const removed = {
    written: `written from uncommitted files at commit ${shortHash(commit)}, after its removal`,
  };
  const last = lastDefined(comparison, history.commits, family.address, wanted);
  if (!last) return removed;
  const { removal } = last;
  if (removal !== undefined && (await reader.contains(commit, removal)) !== false) return removed;
  const state = families.get(family.address);
  if (isDefined(comparison, state, wanted)) return undefined;
  if (isUnknownState(state)) return unreadableFiles(commit);
  // The definition was removed on the branch of the commit, or is newer than it.
  const bases = await reader.mergeBases([commit, last.commit]);
  const commits = await reader.at(new Map(bases.map((base) => [base, [family]])), project);
  const isNewer = [...commits.values()].every(
    (base) =>
      base.type === "read" &&
      !isUnknownState(base.families.get(family.address)) &&
      !isDefined(comparison, base.families.get(family.address), wanted),
  );
  return bases.length > 0 && isNewer ? undefined : removed;
}
