// Selects the differences that pull writes into the files: those that --target names, without those
// where the files are ahead.
import { compareContents, sentVersions } from "../../engine/history/held-version.ts";
import { heldBy } from "../../engine/history/held-versions.ts";
import {
  createSubjects,
  familyQueries,
  type HistorySubject,
} from "../../engine/history/questions.ts";
import type { HeldVersion } from "../../engine/model/held-version.ts";
import type { Change, Plan } from "../../engine/model/plan.ts";
import type { Unmanaged } from "../../engine/model/unmanaged.ts";
import type { Address } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import {
  type Differences,
  selectDifferences,
  withReferred,
} from "../../engine/select/select-pulled.ts";
import type { Planned } from "../plan/plan.ts";
import {
  aheadNote,
  type ContainedVersion,
  removedNote,
  type RemovedVersion,
  unknownNotes,
} from "./pull-messages.ts";
import type { PullContext } from "./pull-new.ts";

export interface PullSelection {
  /** The plan with only the changes and unmanaged resources that pull writes into the files. */
  readonly plan: Plan;
  /** The other changes. */
  readonly rest: readonly Change[];
  /** Whether a resource without a definition stays without one. */
  isLeft(this: void, kind: string, id: string): boolean;
  /** Sentences about the definitions that are ahead of the service. */
  readonly notes: readonly string[];
}

/** Throws a Failure if a pattern of --target matches nothing. */
export async function selectPulled(
  context: PullContext,
  planned: Required<Planned>,
): Promise<PullSelection> {
  const { kinds, options } = context;
  const { plan, planInput } = planned;
  const { definitions, matching } = planInput;
  const selected = selectDifferences(definitions, plan, options.target);
  const ahead = await findFilesAhead(context, planned, selected);
  const changes = selected.changes.filter((change) => !ahead.changes.has(change));
  const isAsked = ({ parent }: Unmanaged): boolean =>
    !options.isForBranch || options.target.length > 0 || parent !== undefined;
  const unmanaged = selected.unmanaged.filter((each) => !ahead.removed.has(each) && isAsked(each));
  const taken = withReferred(kinds, matching, { changes, unmanaged }, plan.unmanaged);
  const isChanged = new Set(changes);
  const left = new Set<Address>(
    plan.unmanaged
      .filter((each) => !taken.has(each))
      .map(({ kind, id }) => remoteAddress(kind, id)),
  );
  return {
    plan: { ...plan, changes, unmanaged: plan.unmanaged.filter((each) => taken.has(each)) },
    rest: plan.changes.filter((change) => !isChanged.has(change)),
    isLeft: (kind, id) => left.has(remoteAddress(kind, id)),
    notes: [
      ...[...ahead.versions].map(([address, version]) => aheadNote(address, version)),
      ...[...ahead.removed]
        .filter(([each]) => !taken.has(each))
        .map(([each, version]) => removedNote(each, version)),
      ...(options.theirs || options.from ? [] : unknownNotes(changes, plan.history)),
    ],
  };
}

/** What differs where the files are ahead: the service holds a version that git had before. */
interface FilesAhead {
  readonly changes: ReadonlySet<Change>;
  /** The version that the service holds of each changed definition. */
  readonly versions: ReadonlyMap<Address, ContainedVersion>;
  /** The resources whose definition was removed. */
  readonly removed: ReadonlyMap<Unmanaged, RemovedVersion>;
}

/** Reads the history of the unmanaged resources; that of the changes is known. */
async function findFilesAhead(
  context: PullContext,
  planned: Required<Planned>,
  { changes, unmanaged }: Differences,
): Promise<FilesAhead> {
  if (context.options.theirs)
    return { changes: new Set(), versions: new Map(), removed: new Map() };
  const ahead = changes.flatMap((change) =>
    isContained(change.held) ? [{ change, held: change.held }] : [],
  );
  const versions = await removedVersions(context, planned, unmanaged);
  return {
    changes: new Set(ahead.map(({ change }) => change)),
    versions: new Map(ahead.map((each) => [versionedAddress(each.change), each.held])),
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
  { kinds, options }: PullContext,
  { project, planInput: { definitions, matching } }: Required<Planned>,
  unmanaged: readonly Unmanaged[],
): Promise<ReadonlyMap<Address, RemovedVersion>> {
  const asked = new Set(unmanaged.map(({ kind, id }) => remoteAddress(kind, id)));
  const subjects = createSubjects(kinds, definitions, matching);
  const wanted = matching.leftovers
    .filter(({ reason }) => reason === "unmanaged")
    .map((leftover) => {
      const { row, id } = leftover.observed;
      return { address: remoteAddress(row.kind, id), subject: subjects.ofLeftover(leftover) };
    })
    .filter(({ address }) => asked.has(address));
  if (wanted.length === 0) return new Map();
  const queries = familyQueries(wanted.map(({ subject }) => subject));
  const comparison = compareContents(kinds, definitions);
  const history = await options.history.read(queries, comparison, project);
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
