// The number of API calls that a pairing of siblings needs. Children with unknown values are not
// counted: no calls are made for them.
import { groupBy, memo } from "../model/collections.ts";
import { childKinds, isSupported, type Kind } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import type { MatchContext } from "./match-context.ts";
import { childrenOf, hasUnknownValues, type Pairs, type Siblings, unpaired } from "./siblings.ts";

/** Calls for a pair, or for a definition or a resource without a partner. */
export type CallCount = (desired: Definition | undefined, observed: Observed | undefined) => number;

/**
 * Returns a function that counts the calls for a definition and a resource: for a pair, those that
 * make them and their children equal; for a definition alone, its creation; for a resource alone,
 * its deletion.
 */
export function createCallCount(context: MatchContext, row: Kind): CallCount {
  const { capabilities } = context.options;
  const cascades = childKinds(context.kinds, row.kind).every((child) =>
    isSupported(child.parent!.cascades, capabilities),
  );
  const childDigestsOf = memo((each: Definition | Observed) => {
    const known = childrenOf(context, each).filter((child) => !hasUnknownValues(child));
    return known.map(context.contentDigest);
  });
  return (desired, observed) => {
    const wanted = desired ? childDigestsOf(desired) : [];
    const present = observed ? childDigestsOf(observed) : [];
    const createCalls = desired ? 1 + wanted.length : 0;
    const deleteCalls = observed ? 1 + (cascades ? 0 : present.length) : 0;
    if (!desired || !observed) return createCalls + deleteCalls;
    if (context.contentDigest(desired) === context.contentDigest(observed))
      return childCalls(wanted, present);
    return isSupported(row.update, capabilities)
      ? 1 + childCalls(wanted, present)
      : createCalls + deleteCalls;
  };
}

/** Calls that change one multiset of children to another: updates, then creates or deletes. */
function childCalls(wanted: readonly string[], present: readonly string[]): number {
  const unmatched = groupBy(present, (digest) => digest);
  const equal = wanted.filter((digest) => unmatched.get(digest)?.pop() !== undefined).length;
  return Math.max(wanted.length, present.length) - equal;
}

/** All calls for siblings that are paired like this. `isDeleted` is asked for unpaired resources. */
export function callsForSiblings(
  { desired, observed }: Siblings,
  pairs: Pairs,
  count: CallCount,
  isDeleted: (observed: Observed) => boolean,
): number {
  const deleted = unpaired(observed, pairs).filter(isDeleted);
  return [
    ...desired.map((each) => count(each, pairs.get(each))),
    ...deleted.map((each) => count(undefined, each)),
  ].reduce((sum, calls) => sum + calls, 0);
}
