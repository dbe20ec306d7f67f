// Finds the differences between definitions and the service where the files are ahead: the service
// holds a version that git had before.
import { heldBy } from "../../engine/history/held-versions.ts";
import {
  createSubjects,
  familyQueries,
  type HistorySubject,
} from "../../engine/history/questions.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { compareContents, sentVersions } from "../../engine/history/held-version.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change, HeldVersion, Unmanaged, VersionCommit } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import type { Differences } from "../../engine/select/select-pulled.ts";
import type { Planned } from "../plan/plan.ts";
import type { HistoryReader } from "../plan/read-history.ts";

/** A version that HEAD contains: on its first-parent line, or through a merge. */
export type ContainedVersion = Extract<HeldVersion, { readonly at: VersionCommit }>;

export interface FilesAhead {
  readonly changes: ReadonlySet<Change>;
  /** The version that the service holds of each changed definition. */
  readonly versions: ReadonlyMap<Address, ContainedVersion>;
  /** The resources whose definition was removed. */
  readonly removed: ReadonlyMap<Unmanaged, RemovedVersion>;
}

/** The version of a removed definition that the service holds, or has an edit of. */
export interface RemovedVersion extends Pick<ContainedVersion, "at"> {
  readonly isEdited: boolean;
}

export const nothingAhead: FilesAhead = {
  changes: new Set(),
  versions: new Map(),
  removed: new Map(),
};

export interface AheadSources {
  readonly kinds: Kinds;
  readonly history: HistoryReader;
}

/** Reads the history of the unmanaged resources; that of the changes is known. */
export async function findFilesAhead(
  sources: AheadSources,
  planned: Required<Planned>,
  { changes, unmanaged }: Differences,
): Promise<FilesAhead> {
  const ahead = changes.flatMap((change) =>
    isContained(change.held) ? [{ change, held: change.held }] : [],
  );
  const versions = await removedVersions(sources, planned, unmanaged);
  return {
    changes: new Set(ahead.map(({ change }) => change)),
    versions: new Map(
      ahead.map((each) => [versionedAddress(sources.kinds, each.change), each.held]),
    ),
    removed: new Map(
      unmanaged.flatMap((each) => {
        const version = versions.get(remoteAddress(each.kind, each.id));
        return version ? [[each, version] as const] : [];
      }),
    ),
  };
}

function isContained(held: HeldVersion | undefined): held is ContainedVersion {
  return held?.type === "version" || (held?.type === "other-ref" && held.isMerged);
}

/** The versions of the removed definitions of resources, by remote address. */
async function removedVersions(
  { kinds, history: reader }: AheadSources,
  { project, planInput: { definitions, matching } }: Required<Planned>,
  unmanaged: readonly Unmanaged[],
): Promise<ReadonlyMap<Address, RemovedVersion>> {
  const asked = new Set(unmanaged.map(({ kind, id }) => remoteAddress(kind, id)));
  const subjects = createSubjects(kinds, definitions, matching);
  const wanted = matching.leftovers
    .filter(({ reason }) => reason === "unmanaged")
    .map((leftover) => {
      const { kind, id } = leftover.observed;
      return { address: remoteAddress(kind, id), subject: subjects.ofLeftover(leftover) };
    })
    .filter(({ address }) => asked.has(address));
  if (wanted.length === 0) return new Map();
  const queries = familyQueries(wanted.map(({ subject }) => subject));
  const comparison = compareContents(kinds, definitions);
  const history = await reader.read(queries, comparison, project);
  const versionOf = (subject: HistorySubject): RemovedVersion | undefined => {
    const held = heldBy(comparison, history, subject);
    if (isContained(held)) return { at: held.at, isEdited: false };
    const { family, own } = subject;
    if (own.address === undefined) return undefined; // edited, it cannot be recognized
    const [newest] = sentVersions(kinds, history, family.address, own.address);
    return newest && { at: newest.at, isEdited: true };
  };
  return new Map(
    wanted.flatMap(({ address, subject }) => {
      const version = versionOf(subject);
      return version ? [[address, version] as const] : [];
    }),
  );
}
