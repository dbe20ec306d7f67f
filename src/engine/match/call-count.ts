// The number of API calls that a pairing of siblings needs. Children with unknown values are not
// counted: no calls are made for them.
import { groupBy, memo } from "../model/collections.ts";
import { type ByContent, childKinds, isSupported, type Kind } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import type { MatchContext } from "./match-context.ts";
import { pairSimilar } from "./pair-similar.ts";
import {
  isDuplicate,
  knownChildDigests,
  type Pairs,
  type Siblings,
  unpaired,
  unpairedSiblings,
} from "./siblings.ts";

/** Calls for a pair with equal content, or for a definition or a resource without a partner. */
export type PairCost = (desired: Definition | undefined, observed: Observed | undefined) => number;

/**
 * Returns a function that counts the calls for a definition and a resource of equal content: for a
 * pair, those for its children; for a definition alone, its creation; for a resource alone, its
 * deletion if leftovers are deleted.
 */
export function pairCost(context: MatchContext, row: Kind): PairCost {
  const digestsOf = memo((each: Definition | Observed) => knownChildDigests(context, each));
  return (desired, observed) => {
    const wanted = desired && digestsOf(desired);
    const present = observed && digestsOf(observed);
    if (wanted && present) return childCalls(wanted, present);
    if (wanted) return 1 + wanted.length;
    return present && context.options.prune ? deleteCalls(context, row, present) : 0;
  };
}

/** All calls for the siblings, if those with equal content are paired like this. */
export function callsForSiblings(
  context: MatchContext,
  siblings: Siblings,
  identity: ByContent,
  equal: Pairs,
): number {
  const rest = unpairedSiblings(siblings, equal);
  const similar = pairSimilar(context, rest, identity);
  const isDeleted = (each: Observed): boolean =>
    context.options.prune || [...equal].some((pair) => isDuplicate(context, each, pair));
  const children = (each: Definition | Observed): string[] => knownChildDigests(context, each);
  return [
    ...[...equal].map(([desired, observed]) => childCalls(children(desired), children(observed))),
    ...[...similar].map(([desired, observed]) =>
      changeCalls(context, rest.row, children(desired), children(observed)),
    ),
    ...rest.desired.filter((each) => !similar.has(each)).map((each) => 1 + children(each).length),
    ...unpaired(rest.observed, similar)
      .filter(isDeleted)
      .map((each) => deleteCalls(context, rest.row, children(each))),
  ].reduce((sum, calls) => sum + calls, 0);
}

/** Calls that change one multiset of children to another: updates, then creates or deletes. */
function childCalls(wanted: readonly string[], present: readonly string[]): number {
  const unmatched = groupBy(present, (digest) => digest);
  const equal = wanted.filter((digest) => unmatched.get(digest)?.pop() !== undefined).length;
  return Math.max(wanted.length, present.length) - equal;
}

function changeCalls(
  context: MatchContext,
  row: Kind,
  wanted: readonly string[],
  present: readonly string[],
): number {
  if (isSupported(row.update, context.options.capabilities)) return 1 + childCalls(wanted, present);
  return 1 + wanted.length + deleteCalls(context, row, present);
}

function deleteCalls(context: MatchContext, row: Kind, children: readonly string[]): number {
  const cascades = childKinds(context.kinds, row.kind).every((child) =>
    isSupported(child.parent!.cascades, context.options.capabilities),
  );
  return cascades ? 1 : 1 + children.length;
}
