// Finds the differences between definitions and the service where the files are ahead: the service
// holds a version that git had before.
import { heldBy } from "../../engine/history/held-versions.ts";
import { createSubjects, familyQueries } from "../../engine/history/questions.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { compareContents } from "../../engine/history/held-version.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change, HeldVersion, Unmanaged, VersionCommit } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import type { Differences } from "../../engine/select/select-differences.ts";
import type { Planned } from "../plan/plan.ts";
import type { HistoryReader } from "../plan/read-history.ts";

/** A version that HEAD contains: on its first-parent line, or through a merge. */
export type ContainedVersion = Extract<HeldVersion, { readonly at: VersionCommit }>;

export interface FilesAhead {
  readonly changes: ReadonlySet<Change>;
  /** The version that the service holds of each changed definition. */
  readonly versions: ReadonlyMap<Address, ContainedVersion>;
  /** The version that the service holds of resources whose definition was removed. */
  readonly removed: ReadonlyMap<Unmanaged, ContainedVersion>;
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
  const held = await heldByUnmanaged(sources, planned, unmanaged);
  return {
    changes: new Set(ahead.map(({ change }) => change)),
    versions: new Map(
      ahead.map((each) => [versionedAddress(sources.kinds, each.change), each.held]),
    ),
    removed: new Map(
      unmanaged.flatMap((each) => {
        const version = held.get(remoteAddress(each.kind, each.id));
        return isContained(version) ? [[each, version] as const] : [];
      }),
    ),
  };
}

function isContained(held: HeldVersion | undefined): held is ContainedVersion {
  return held?.type === "version" || (held?.type === "other-ref" && held.isMerged);
}

/** The versions that resources without a definition hold, by remote address. */
async function heldByUnmanaged(
  { kinds, history: reader }: AheadSources,
  { project, planInput: { definitions, matching } }: Required<Planned>,
  unmanaged: readonly Unmanaged[],
): Promise<ReadonlyMap<Address, HeldVersion>> {
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
  return new Map(
    wanted.map(({ address, subject }) => [address, heldBy(comparison, history, subject)]),
  );
}
