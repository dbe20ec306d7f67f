// Matches the kinds without names, by content among the siblings under each matched parent.
import { groupBy } from "../model/collections.ts";
import { type ByContent, isSupported, type Kind } from "../model/kind.ts";
import type { SimilarDefinition } from "../model/unmanaged.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";
import type { Leftover, Match, MatchContext } from "./match-context.ts";
import { pairSiblings } from "./pair-siblings.ts";
import { createSimilarity, pairSimilar } from "./pair-similar.ts";
import { recordMatch } from "./record-match.ts";
import { dissimilarReason, sharedReason } from "./shared-siblings.ts";
import {
  hasUnknownValues,
  isCopy,
  isDuplicate,
  isPartlyPruned,
  type Pairs,
  replacedBy,
  type Siblings,
  unpaired,
  unpairedSiblings,
} from "./siblings.ts";

/** Matches all definitions of a kind without names. */
export function matchContents(context: MatchContext, row: Kind, identity: ByContent): void {
  const parents = context.matches.filter(
    (each) => each.row.kind === row.parent!.kind && !context.isRefused(each.desired.address),
  );
  for (const parent of parents) matchChildren(context, row, identity, parent);
  addOrphans(context, row);
}

/** Matches the definitions of a kind under one matched parent. */
function matchChildren(
  context: MatchContext,
  row: Kind,
  identity: ByContent,
  { desired: parent, observed: remoteParent, action }: Match,
): void {
  const { owned } = row.parent!;
  const desired = context.desiredChildren(row.kind, parent.address);
  if (!remoteParent || (action === "replace" && owned)) {
    for (const each of desired) recordMatch(context, row, each, undefined);
    return;
  }
  const observed = context.observedChildren(row.kind, remoteParent.id);
  const leftover = { row, parent: parent.address };
  if (!owned && !parent.managedChildKinds.includes(row.kind)) {
    for (const each of observed)
      context.leftovers.push({ ...leftover, observed: each, reason: "undeclared" });
    return;
  }
  const inScope = context.inScope.has(parent.address);
  const known = observed.filter((each) => !hasUnknownValues(each));
  const siblings = {
    row,
    desired,
    observed: known,
    inScope,
    sharedBecause: sharedReason(context, row, parent),
  };
  const pairs = pairSiblings(context, siblings, identity);
  for (const each of desired) recordMatch(context, row, each, pairs.get(each));
  const unmatched = unpaired(observed, pairs);
  if (unmatched.length === 0) return;
  const reasonOf = leftoverReasons(context, siblings, identity, [...pairs]);
  const similarTo = similarDefinitions(context, unpairedSiblings(siblings, pairs), identity);
  for (const each of unmatched)
    context.leftovers.push({
      ...leftover,
      observed: each,
      ...reasonOf(each),
      similarTo: similarTo.get(each),
      sharedBecause: siblings.sharedBecause,
    });
}

/** The definitions that siblings without a pair are similar to, where they are not matched by that. */
function similarDefinitions(
  context: MatchContext,
  siblings: Siblings,
  identity: ByContent,
): ReadonlyMap<Observed, SimilarDefinition> {
  const reason = dissimilarReason(context, siblings);
  const similar: Pairs =
    reason === undefined ? new Map() : pairSimilar(context, siblings, identity);
  return new Map(
    [...similar].map(([{ address }, observed]) => [observed, { address, reason: reason! }]),
  );
}

/** Returns a function: why an observed resource under a matched parent has no definition. */
function leftoverReasons(
  context: MatchContext,
  { row, desired }: Siblings,
  { pair: { parts, atLeast } }: ByContent,
  pairs: readonly (readonly [Definition, Observed])[],
): (observed: Observed) => Pick<Leftover, "reason" | "supersededBy" | "isCopy" | "maybeReplaced"> {
  const digestOf = context.contentDigest;
  const byContent = groupBy(pairs, ([definition]) => digestOf(definition));
  const unchanged = pairs.filter(
    ([definition, partner]) => digestOf(definition) === digestOf(partner),
  );
  const canUpdate = isSupported(row.update, context.options.capabilities);
  const similarityTo = createSimilarity(context, parts);
  /** The resources of a definition and of those equal to it: each may have the place of another. */
  const matchedWith = (address: Address): Observed[] =>
    desired
      .filter((each) => each.address === address)
      .flatMap((each) => byContent.get(digestOf(each)) ?? [])
      .map(([, partner]) => partner);
  return (observed) => {
    if (hasUnknownValues(observed)) return { reason: "unsupported" };
    if (row.parent!.owned) return { reason: "surplus" };
    const replacement = replacedBy(context, observed, matchedWith);
    if (replacement !== undefined) return { reason: "unfinished", supersededBy: replacement };
    if (isPartlyPruned(context, observed)) return { reason: "unfinished" };
    const equal = byContent.get(digestOf(observed)) ?? [];
    const copied = equal.find(([definition]) => isCopy(context, observed, definition));
    const original = copied ?? equal.find((pair) => isDuplicate(context, observed, pair));
    if (original)
      return { reason: "duplicate", supersededBy: original[0].address, isCopy: !!copied };
    if (canUpdate) return { reason: "unmanaged" };
    const similarity = similarityTo(observed);
    const maybeReplaced = unchanged.some(
      (pair) => !equal.includes(pair) && similarity(pair[0]) >= atLeast,
    );
    return { reason: "unmanaged", maybeReplaced };
  };
}

/** Adds the resources whose parent the service does not list. */
function addOrphans(context: MatchContext, row: Kind): void {
  const parentKind = row.parent!.kind;
  if (!context.responses.has(row.kind) || !context.responses.has(parentKind)) return;
  const listed = new Set(context.observed(parentKind).map(({ id }) => id));
  for (const observed of context.observed(row.kind))
    if (!listed.has(observed.parentId!))
      context.leftovers.push({ row, observed, reason: "orphan" });
}
