// Merges the differences of a pull: the files keep what they changed since the version from which the
// service was changed, and get what only the service changed.
import type { PullConflict } from "../../engine/export/pull-result.ts";
import type { ChangedDefinition, ReversePlan } from "../../engine/export/reverse-plan.ts";
import type { VersionPlace } from "../../engine/history/held-version.ts";
import { mergeDefinition, unmerged } from "../../engine/merge/merge-definition.ts";
import { jsonEquals, type JsonObject } from "../../engine/model/json.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import type { Planned } from "../plan/plan.ts";
import { lineOf, mergeNotes, otherBaseNote } from "./pull-messages.ts";
import type { PullContext } from "./pull-new.ts";
import {
  formerChildren,
  readBaseVersions,
  unknownDefinitions,
  type VersionsByAddress,
} from "./base-versions.ts";

/** The differences that a merge leaves. */
export interface Remaining {
  /** What the definitions get that still differ from the service. */
  readonly contents: ReadonlyMap<Address, JsonObject>;
  /** The definitions of which something differs: numbered children are part of their parents. */
  readonly owners: ReadonlySet<Address>;
}

interface MergedPull {
  readonly differences: ReversePlan;
  readonly remaining: Remaining;
  readonly conflicts: readonly PullConflict[];
  readonly notes: readonly string[];
  /**
   * The definitions that get something of the service, or keep the files by --ours, and still differ from
   * it, each with the version from which the service was changed.
   */
  readonly bases: ReadonlyMap<Address, VersionPlace>;
}

const nothing: Remaining = { contents: new Map(), owners: new Set() };

/**
 * Merges what differs and is no version that git has. A definition with a conflict stays as it is; with
 * --ours only its conflicting fields do.
 */
export async function mergeDifferences(
  context: PullContext,
  planned: Required<Planned>,
  differences: ReversePlan,
): Promise<MergedPull> {
  if (context.options.theirs)
    return { differences, remaining: nothing, conflicts: [], notes: [], bases: new Map() };
  const versions = await readBaseVersions(context, planned);
  const merge = {
    context,
    planned,
    definitions: new Map(planned.planInput.definitions.map((each) => [each.address, each])),
    versions,
    unknown: unknownDefinitions(context, planned),
  };
  const merged = differences.changed.map((each) => mergeOne(merge, each));
  const former = formerChildren(context.kinds, planned, versions);
  const formerOwner = ({ kind, id }: NewChild): Address | undefined =>
    former.get(remoteAddress(kind, id));
  const owners = new Set([
    ...merged.flatMap(({ owner, remaining }) => (remaining ? owner : [])),
    ...differences.newChildren.flatMap((child) => formerOwner(child) ?? []),
  ]);
  return {
    differences: {
      ...differences,
      changed: merged.flatMap(({ changed }) => changed ?? []),
      newChildren: differences.newChildren.filter((child) => formerOwner(child) === undefined),
    },
    remaining: { contents: contentsOf(merged), owners },
    conflicts: merged.flatMap(({ conflict }) => conflict ?? []),
    notes: [...otherBaseNotes(versions), ...merged.flatMap(({ notes }) => notes)],
    bases: basesOf(merged, owners, versions),
  };
}

type NewChild = ReversePlan["newChildren"][number];

/** What merging one definition needs. */
interface MergeSources {
  readonly context: PullContext;
  readonly planned: Required<Planned>;
  readonly definitions: ReadonlyMap<Address, Definition>;
  /** The versions from which the service was changed, by the definition that has them. */
  readonly versions: VersionsByAddress;
  /** The definitions whose versions are not known. */
  readonly unknown: ReadonlySet<Address>;
}

/** What a merge makes of one definition. */
interface MergeOutcome {
  readonly address: Address;
  /** The definition that has the versions: its parent for a numbered child. */
  readonly owner: Address;
  /** What the files get. */
  readonly changed?: ChangedDefinition;
  /** What the definition has then, if the service has something else. */
  readonly remaining?: JsonObject;
  readonly conflict?: PullConflict;
  readonly notes: readonly string[];
  /** Whether the files keep fields in conflict, by --ours. */
  readonly keepsFields: boolean;
}

function mergeOne(
  { context, planned, definitions, versions, unknown }: MergeSources,
  each: ChangedDefinition,
): MergeOutcome {
  const { address, defined, observed } = each;
  const definition = definitions.get(address)!;
  const owner = versionedAddress(definition);
  const own = versions.get(owner);
  const result = { address, owner, notes: [], keepsFields: false };
  if (!own && !unknown.has(owner)) return { ...result, changed: each };
  const sides = { files: defined, service: observed };
  const { content, conflicts, ...log } = own
    ? mergeDefinition(definition.row, sides, own)
    : unmerged(sides);
  if (conflicts.length > 0 && !context.options.ours) {
    const conflict = {
      address,
      place: placeOf(planned, address),
      isKnown: !!own,
      isBaseKnown: own?.isGuess === false,
      fields: conflicts,
    };
    return { ...result, remaining: defined, conflict };
  }
  const kept = conflicts.map(({ path }) => path);
  return {
    ...result,
    ...(!jsonEquals(content, observed) && { remaining: content }),
    ...(!jsonEquals(content, defined) && { changed: { address, defined, observed: content } }),
    notes: mergeNotes(address, { ...log, kept }, own?.isGuess ? own.base : undefined),
    keepsFields: kept.length > 0,
  };
}

function contentsOf(merged: readonly MergeOutcome[]): ReadonlyMap<Address, JsonObject> {
  return new Map(
    merged.flatMap(({ address, remaining }) => (remaining ? [[address, remaining] as const] : [])),
  );
}

/** `owners`: the definitions of which something differs. */
function basesOf(
  merged: readonly MergeOutcome[],
  owners: ReadonlySet<Address>,
  versions: VersionsByAddress,
): ReadonlyMap<Address, VersionPlace> {
  const open = new Set(merged.flatMap(({ owner, conflict }) => (conflict ? owner : [])));
  const written = merged.flatMap(({ owner, changed, keepsFields }) =>
    changed || keepsFields ? owner : [],
  );
  return new Map(
    written.flatMap((owner) => {
      const base = owners.has(owner) && !open.has(owner) ? versions.get(owner)?.base : undefined;
      return base ? [[owner, base] as const] : [];
    }),
  );
}

function otherBaseNotes(versions: VersionsByAddress): string[] {
  return [...versions].flatMap(([address, { base, reported }]) =>
    reported ? otherBaseNote(address, base, reported) : [],
  );
}

/** `prompts/a.yaml:3` */
function placeOf({ project }: Required<Planned>, address: Address): string {
  return lineOf(project, project.sources.get(address)!.draft);
}
