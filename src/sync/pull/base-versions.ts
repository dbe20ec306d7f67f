// Reads from which versions of the definitions in git the service was changed.
import {
  compareContents,
  type DefinedVersion,
  type VersionPlace,
} from "../../engine/history/held-version.ts";
import { isHistoryCut } from "../../engine/history/history-extent.ts";
import { pastDefinitions } from "../../engine/history/family-state.ts";
import { createSubjects, familyQueries } from "../../engine/history/questions.ts";
import { hadChild } from "../../engine/merge/merge-definition.ts";
import { guessedBases, knownBases, type MergeVersions } from "../../engine/merge/merge-versions.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Change } from "../../engine/model/plan.ts";
import type { Address } from "../../engine/model/resource.ts";
import { versionedAddress } from "../../engine/normalize/comparable-content.ts";
import { canonicalForm } from "../../engine/normalize/normalize.ts";
import { remoteAddress } from "../../engine/normalize/observe.ts";
import type { Planned } from "../plan/plan.ts";
import { currentReferences, sentVersionsFinder } from "../plan/reported-versions.ts";
import type { PullContext } from "./pull-new.ts";

/** The versions in git, and the base: the newest one if several are possible. */
interface OwnVersions extends MergeVersions {
  readonly base: VersionPlace;
  readonly isGuess: boolean;
  /** What the service reports as the base, if --from names another one. */
  readonly reported?: VersionPlace;
}

/** By the address of the definition that has them. */
export type VersionsByAddress = ReadonlyMap<Address, OwnVersions>;

/** The versions of the definitions of which the service holds none that HEAD contains. */
export async function readBaseVersions(
  context: PullContext,
  planned: Required<Planned>,
): Promise<VersionsByAddress> {
  const { kinds, reader, options } = context;
  const { plan, planInput, project } = planned;
  const { definitions, matching } = planInput;
  const subjects = createSubjects(kinds, definitions, matching);
  const asked = plan.changes.flatMap((change) => {
    const subject = isForeign(context, change) ? subjects.ofChange(change) : undefined;
    return subject?.own.address === undefined ? [] : [subject];
  });
  if (asked.length === 0) return new Map();
  const comparison = compareContents(kinds, definitions);
  const history = await options.history.read(familyQueries(asked), comparison, project);
  const sources = { kinds, service: reader, history, definitions, matching };
  const findSent = sentVersionsFinder(sources);
  const found = await Promise.all(
    asked.map(async (subject) => {
      const versionsOfOne = await findSent(subject);
      if (!versionsOfOne) return [];
      const { sent, contents, service, reported } = versionsOfOne;
      const versions = reported ? knownBases(reported.versions) : guessedBases(contents, service);
      const base = placeOfVersion(sent[contents.indexOf(versions.bases[0]!)]!);
      const isGuess = !reported && contents.length > 1;
      return [[subject.own.address!, { ...versions, base, isGuess }] as const];
    }),
  );
  const bases = new Map<Address, OwnVersions>(found.flat());
  if (!options.from) return bases;
  const { commit, definitions: past } = options.from;
  const withAddresses = currentReferences(planInput);
  const wanted = new Set(asked.map(({ own }) => own.address!));
  return new Map(
    pastDefinitions(kinds, past, wanted).map(({ address, row, content }) => {
      const versions = knownBases([withAddresses(row, content)]);
      const other = bases.get(address);
      const isSame = other?.bases.some((each) => jsonEquals(each, versions.bases[0]!)) ?? true;
      const reported = other && !other.isGuess && !isSame ? { reported: other.base } : {};
      return [address, { ...versions, base: { commit, address }, isGuess: false, ...reported }];
    }),
  );
}

function placeOfVersion({ at, definition }: DefinedVersion): VersionPlace {
  return { commit: at.commit, address: definition.address };
}

/** Whether the service may hold what no version has. With --from, the history need not tell it. */
function isForeign({ options }: PullContext, { held }: Change): boolean {
  return (
    held?.type === "none" ||
    held?.type === "other-ref" ||
    (held?.type === "unknown" && options.from !== undefined)
  );
}

/** The definitions whose base is not known: --from does not have them, or the history is incomplete. */
export function unknownDefinitions(
  context: PullContext,
  { plan: { changes, history } }: Required<Planned>,
): ReadonlySet<Address> {
  const { options } = context;
  if (!options.from && !isHistoryCut(history)) return new Set();
  const unknown = changes.filter((change) =>
    options.from ? isForeign(context, change) : change.held?.type === "unknown",
  );
  return new Set(unknown.map(versionedAddress));
}

/** The numbered children on the service that versions of their parents had, with their parents. */
export function formerChildren(
  kinds: Kinds,
  { planInput: { matching } }: Required<Planned>,
  versions: VersionsByAddress,
): ReadonlyMap<Address, Address> {
  const parents = new Map(
    matching.matches.flatMap(({ row, desired, observed }) => {
      const own = versions.get(desired.address);
      return own && observed
        ? [[remoteAddress(row.kind, observed.id), { address: desired.address, own }] as const]
        : [];
    }),
  );
  const numbered = parents.size === 0 ? [] : kinds.filter(({ parent }) => parent?.numbered);
  return new Map(
    numbered.flatMap((row) =>
      (matching.observed.get(row.kind) ?? []).flatMap(({ id, parentId = "", spec }) => {
        const parent = parents.get(remoteAddress(row.parent!.kind, parentId));
        return parent && hadChild(row, parent.own.all, canonicalForm(row.shape, spec))
          ? [[remoteAddress(row.kind, id), parent.address] as const]
          : [];
      }),
    ),
  );
}
