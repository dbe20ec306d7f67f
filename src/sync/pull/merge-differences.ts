// Merges the differences of a pull: the files keep what they changed since the version from which the
// service was changed, and get what only the service changed.
import type { PullConflict } from "../../engine/export/pull-result.ts";
import type { ChangedDefinition, ReversePlan } from "../../engine/export/reverse-plan.ts";
import type { VersionPlace } from "../../engine/history/held-version.ts";
import { mergeDefinition, unmerged } from "../../engine/merge/merge-definition.ts";
import { jsonEquals, type JsonObject } from "../../engine/model/json.ts";
import type { Address } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import type { Planned } from "../plan/plan.ts";
import { lineOf, mergeNotes, otherBaseNote } from "./pull-messages.ts";
import type { PullContext } from "./pull-new.ts";
import { formerChildren, readBaseVersions, unknownDefinitions } from "./base-versions.ts";

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
  const { kinds, options } = context;
  if (options.theirs)
    return { differences, remaining: nothing, conflicts: [], notes: [], bases: new Map() };
  const versions = await readBaseVersions(context, planned);
  const unknown = unknownDefinitions(context, planned);
  const byAddress = new Map(planned.planInput.definitions.map((each) => [each.address, each]));
  const contents = new Map<Address, JsonObject>();
  const owners = new Set<Address>();
  const merged = new Set<Address>(); // those that get something of the service, or keep the files by --ours
  const open = new Set<Address>();
  const conflicts: PullConflict[] = [];
  const notes: string[] = [];
  const mergeOne = (each: ChangedDefinition): readonly ChangedDefinition[] => {
    const { address, defined, observed } = each;
    const definition = byAddress.get(address)!;
    const owner = versionedAddress(definition);
    const sides = { files: defined, service: observed };
    const own = versions.get(owner);
    if (!own && !unknown.has(owner)) return [each];
    const {
      content: found,
      conflicts: fields,
      ...log
    } = own ? mergeDefinition(definition.row, sides, own) : unmerged(sides);
    const isLeft = fields.length > 0 && !options.ours;
    if (isLeft) {
      open.add(owner);
      conflicts.push({
        address,
        place: placeOf(planned, address),
        isKnown: !!own,
        isBaseKnown: own?.isGuess === false,
        fields,
      });
    } else {
      const kept = fields.map(({ path }) => path);
      notes.push(...mergeNotes(address, { ...log, kept }, own?.isGuess ? own.base : undefined));
      if (kept.length > 0) merged.add(owner);
    }
    const content = isLeft ? defined : found;
    if (!jsonEquals(content, observed)) {
      contents.set(address, content);
      owners.add(owner);
    }
    if (jsonEquals(content, defined)) return [];
    merged.add(owner);
    return [{ address, defined, observed: content }];
  };
  for (const [address, { base, reported }] of versions)
    if (reported) notes.push(otherBaseNote(address, base, reported));
  const changed = differences.changed.flatMap(mergeOne);
  const former = formerChildren(kinds, planned, versions);
  const newChildren = differences.newChildren.filter(({ kind, id }) => {
    const owner = former.get(remoteAddress(kind, id));
    if (owner !== undefined) owners.add(owner);
    return owner === undefined;
  });
  const bases = [...merged].flatMap((owner) => {
    const base = owners.has(owner) && !open.has(owner) ? versions.get(owner)?.base : undefined;
    return base ? [[owner, base] as const] : [];
  });
  return {
    differences: { ...differences, changed, newChildren },
    remaining: { contents, owners },
    conflicts,
    notes,
    bases: new Map(bases),
  };
}

/** `prompts/a.yaml:3` */
function placeOf({ project }: Required<Planned>, address: Address): string {
  return lineOf(project, project.sources.get(address)!.draft);
}
