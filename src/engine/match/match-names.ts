// Matches the kinds that have names: by pin, else by name, else by an earlier name.
import { groupBy, once } from "../model/collections.ts";
import type { Kind } from "../model/kind.ts";
import { ambiguousName, ambiguousRename } from "../refusals/name-refusals.ts";
import { mapReferences } from "../model/references.ts";
import type { Definition, Observed } from "../model/resource.ts";
import { contentDigest, referencedIds, remoteAddress } from "../normalize/observe.ts";
import type { Leftover, MatchContext } from "./match-context.ts";
import { type Claims, claimPinned, refusePinConflicts } from "./match-pins.ts";
import { recordMatch } from "./record-match.ts";
import { replacedBy } from "./siblings.ts";
import { refuseSimilarNames } from "./similar-names.ts";

/** Matches all definitions of a kind with names. */
export function matchNames(context: MatchContext, row: Kind): void {
  const observed = context.observed(row.kind);
  const definitions = context.desired(row.kind);
  const claims = claimPinned(context, definitions, observed);
  const pinned = new Set(claims.values());
  const unpinned = groupBy(
    observed.filter((each) => !pinned.has(each)),
    ({ name }) => name!,
  );
  const duplicates = claimNames(context, row, claims, unpinned);
  claimEarlierNames(context, definitions, claims, unpinned);
  refusePinConflicts(context, definitions, claims);
  refuseSimilarNames(context, row, definitions, claims);
  for (const desired of definitions) recordMatch(context, row, desired, claims.get(desired));
  for (const each of observed)
    if (context.addressOfId(row.kind, each.id) === undefined) {
      const reason = duplicates.get(each) ?? { reason: "unmanaged" };
      context.leftovers.push({ row, observed: each, ...reason });
    }
}

/** Remote resources by name. */
type ObservedByName = ReadonlyMap<string, readonly Observed[]>;

/** Leftovers with the name of a definition that is matched with another resource. */
type Duplicates = Map<Observed, Pick<Leftover, "reason" | "supersededBy">>;

/** Adds the claims of definitions without a pin, by name. */
function claimNames(
  context: MatchContext,
  row: Kind,
  claims: Claims,
  unpinned: ObservedByName,
): Duplicates {
  const duplicates: Duplicates = new Map();
  const referenced = once(() => referencedIds(context.kinds, context.responses, row.kind));
  const definitions = context.desired(row.kind).filter((each) => !context.isPinned(each.address));
  for (const [name, namesakes] of groupBy(definitions, (each) => each.name!)) {
    const [desired] = namesakes;
    const observed = unpinned.get(name) ?? [];
    if (!desired || observed.length === 0) continue;
    const candidates = withoutReplaced(context, desired, observed, duplicates);
    if (isAmbiguous(context, row, namesakes, { observed, candidates })) {
      for (const { id } of candidates) context.setAddress(row.kind, id, desired.address);
      context.refuse(ambiguousName(namesakes, candidates, row, context.options.baseUrl));
      continue;
    }
    const matched =
      candidates.length === 1 ? candidates[0]! : original(context, desired, candidates, referenced);
    claims.set(desired, matched);
    for (const each of candidates)
      if (each !== matched) {
        duplicates.set(each, { reason: "duplicate", supersededBy: desired.address });
        context.duplicates.set(remoteAddress(row.kind, each.id), desired.address);
      }
  }
  return duplicates;
}

/**
 * The one of several duplicates that is the definition: one that others refer to, if there is any; of
 * these, one that needs no change; of these, the one with the smallest id.
 */
function original(
  context: MatchContext,
  desired: Definition,
  candidates: readonly Observed[],
  referenced: () => ReadonlySet<string>,
): Observed {
  const used = candidates.filter(({ id }) => referenced().has(id));
  const pool = used.length > 0 ? used : candidates;
  const content = context.contentDigest(desired);
  return pool.find((each) => context.contentDigest(each) === content) ?? pool[0]!;
}

/** The resources that could be the definition: without old resources of interrupted replaces. */
function withoutReplaced(
  context: MatchContext,
  { address }: Definition,
  observed: readonly Observed[],
  duplicates: Duplicates,
): readonly Observed[] {
  if (observed.length === 1) return observed;
  return observed.filter((each) => {
    const candidates = (of: string): readonly Observed[] => (of === address ? observed : []);
    if (replacedBy(context, each, candidates) === undefined) return true;
    duplicates.set(each, { reason: "unfinished", supersededBy: address });
    return false;
  });
}

/** Whether the name does not decide which definition is which resource. */
function isAmbiguous(
  context: MatchContext,
  row: Kind,
  namesakes: readonly Definition[],
  { observed, candidates }: Record<"observed" | "candidates", readonly Observed[]>,
): boolean {
  if (namesakes.length > 1) return true;
  if (observed.length === 1) return false;
  const digests = new Set(candidates.map((each) => digestWithoutDuplicates(context, row, each)));
  return namesakes[0]!.external || digests.size > 1;
}

/**
 * Equal for resources that differ at most in which of several duplicates they refer to. Two applies
 * at once create such prompts: each refers to the tools of its own apply.
 */
function digestWithoutDuplicates(
  { duplicates }: MatchContext,
  row: Kind,
  { spec }: Observed,
): string {
  return contentDigest(
    row,
    mapReferences(row, spec, (address) => duplicates.get(address) ?? address),
  );
}

/** Adds the claims by `renamedFrom`, of names that no definition has now. */
function claimEarlierNames(
  context: MatchContext,
  definitions: readonly Definition[],
  claims: Claims,
  unpinned: ObservedByName,
): void {
  const currentNames = new Set(definitions.map(({ name }) => name));
  const renamed = new Map<Observed, Definition>();
  for (const desired of definitions) {
    if (claims.has(desired) || context.isRefused(desired.address)) continue;
    const candidates = desired.renamedFrom
      .filter((name) => !currentNames.has(name))
      .flatMap((name) => unpinned.get(name) ?? []);
    const [observed] = candidates;
    if (!observed) continue;
    const other = renamed.get(observed);
    if (candidates.length > 1 || other)
      context.refuse(ambiguousRename(desired, candidates, other, context.options.baseUrl));
    else {
      claims.set(desired, observed);
      renamed.set(observed, desired);
    }
  }
}
