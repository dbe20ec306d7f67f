// Pairs siblings: first those with equal content, then those that equal an earlier version of a
// definition, then similar ones. Where several resources have the same content, the pairs are chosen so
// that their children, and then all siblings, need the fewest API calls.
import { groupBy } from "../model/collections.ts";
import { jsonEquals } from "../model/json.ts";
import { type ByContent, childKinds } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import { allAssignments, assignmentCount, choices, solveAssignment } from "./assignments.ts";
import { type CallCount, callsForSiblings, createCallCount } from "./call-count.ts";
import type { MatchContext } from "./match-context.ts";
import { pairByHistory } from "./pair-by-history.ts";
import { pairSimilar } from "./pair-similar.ts";
import { dissimilarReason, mayPair } from "./shared-siblings.ts";
import { childDigests, isCopy, type Pairs, type Siblings, unpairedSiblings } from "./siblings.ts";

/** With more assignments than this, they are not compared; one of the cheapest is taken. */
const maxAssignments = 1000;

/** The same limit for siblings that are equal with their children. */
const maxEqualChoices = 100;

/** Pairs siblings with equal, earlier or similar content, each resource once. */
export function pairSiblings(
  context: MatchContext,
  siblings: Siblings,
  identity: ByContent,
): Pairs {
  const { desired, observed } = siblings;
  if (desired.length === 0 || observed.length === 0) return new Map();
  const unchanged = pairUnchanged(context, siblings);
  if (unchanged) return unchanged;
  const takesSimilar = dissimilarReason(context, siblings) === undefined;
  const count = permittedCallCount(context, siblings);
  const assignments = equalAssignments(context, siblings, count);
  const complete = assignments.map((assigned): Pairs => {
    const equal = new Map([...assigned].filter((pair) => mayPair(context, siblings, ...pair)));
    const unequal = unpairedSiblings(siblings, equal);
    const recognized = pairByHistory(context, unequal, identity);
    const rest = unpairedSiblings(unequal, recognized);
    const similar = takesSimilar ? pairSimilar(context, rest, identity) : [];
    return new Map([...equal, ...recognized, ...similar]);
  });
  return withFewest(complete, (pairs) =>
    callsForSiblings(siblings, pairs, count, (each) => isDeleted(context, siblings, each, pairs)),
  )[0]!;
}

/** More calls than any pair needs. */
const notPermitted = 1e6;

/** The call count, in which pairs that are not permitted need so many calls that others are preferred. */
function permittedCallCount(context: MatchContext, siblings: Siblings): CallCount {
  const count = createCallCount(context, siblings.row);
  return (desired, observed) =>
    desired && observed && !mayPair(context, siblings, desired, observed)
      ? notPermitted
      : count(desired, observed);
}

/** The ways to pair siblings with equal content, of which the fewest calls for the others decide. */
function equalAssignments(context: MatchContext, siblings: Siblings, count: CallCount): Pairs[] {
  const observedByContent = groupBy(siblings.observed, context.contentDigest);
  let assignments = equalChildrenAssignments(context, siblings);
  for (const [content, desired] of groupBy(siblings.desired, context.contentDigest)) {
    const equals = { ...siblings, desired, observed: observedByContent.get(content) ?? [] };
    const total = assignments.length;
    assignments = assignments.flatMap((one) => {
      const cheapest = cheapestAssignments(context, unpairedSiblings(equals, one), count);
      const isTooMany = total * cheapest.length > maxAssignments;
      const chosen = isTooMany ? cheapest.slice(0, 1) : cheapest;
      return chosen.map((next) => new Map([...one, ...next]));
    });
  }
  return assignments;
}

/** Whether a resource without a definition will be deleted if its siblings are paired like this. */
function isDeleted(
  context: MatchContext,
  { inScope }: Siblings,
  observed: Observed,
  pairs: Pairs,
): boolean {
  if (!inScope) return false;
  return context.options.prune || [...pairs.keys()].some((each) => isCopy(context, observed, each));
}

/** With more siblings than this, digests are faster than comparing each with each. */
const maxCompared = 16;

/**
 * The pairs of siblings of which none changed, or undefined. Saves most digests: 25 % of row
 * "plan 20,000" in docs/performance.md, together with the comparison in actionFor. Of several siblings,
 * and of those that may belong to others, the children must be unchanged too.
 */
function pairUnchanged(context: MatchContext, siblings: Siblings): Pairs | undefined {
  const { desired, observed, sharedBecause } = siblings;
  if (desired.length !== observed.length || desired.length > maxCompared) return undefined;
  const comparesChildren = desired.length > 1 || sharedBecause !== undefined;
  return pairEach(desired, observed, (definition, each) => {
    if (!jsonEquals(definition.spec, each.spec)) return false;
    return !comparesChildren || haveEqualChildren(context, definition, each);
  });
}

/** Whether all children are equal too. */
function haveEqualChildren(
  context: MatchContext,
  definition: Definition,
  observed: Observed,
): boolean {
  return childKinds(context.kinds, definition.row.kind).every(({ kind }) => {
    const desired = context.desiredChildren(kind, definition.address);
    const others = context.observedChildren(kind, observed.id);
    const isEqual = (one: Definition, other: Observed): boolean =>
      jsonEquals(one.spec, other.spec) && haveEqualChildren(context, one, other);
    return desired.length === others.length && pairEach(desired, others, isEqual) !== undefined;
  });
}

/** Pairs each definition with the first resource left that fits; undefined if there is none for one. */
function pairEach(
  desired: readonly Definition[],
  observed: readonly Observed[],
  fits: (definition: Definition, observed: Observed) => boolean,
): Pairs | undefined {
  const pairs: Pairs = new Map();
  const rest = [...observed];
  for (const definition of desired) {
    const index = rest.findIndex((each) => fits(definition, each));
    if (index < 0) return undefined;
    pairs.set(definition, rest[index]!);
    rest.splice(index, 1);
  }
  return pairs;
}

/**
 * The ways to pair definitions and resources with equal content whose children are equal too. Where one
 * side has more, the rest may be paired by history or similarity, so that each choice counts. The first
 * one has the first definitions and the smallest ids; with too many, it is the only one.
 */
function equalChildrenAssignments(context: MatchContext, siblings: Siblings): Pairs[] {
  const keyOf = (each: Definition | Observed): string =>
    [context.contentDigest(each), ...childDigests(context, each)].join();
  const observedByKey = groupBy(siblings.observed, keyOf);
  let assignments: Pairs[] = [new Map()];
  for (const [key, desired] of groupBy(siblings.desired, keyOf)) {
    const observed = observedByKey.get(key) ?? [];
    const size = Math.min(desired.length, observed.length);
    const max = maxEqualChoices / assignments.length;
    const [ours, theirs] = [choices(desired, size, max), choices(observed, size, max)];
    const pairings = ours.flatMap((some) =>
      theirs.map((others) => some.map((each, at) => [each, others[at]!] as const)),
    );
    assignments = assignments.flatMap((one) => withEach(one, pairings));
  }
  return assignments;
}

/** The pairs with each of these pairings added. The usual single one is added without a copy. */
function withEach(
  pairs: Pairs,
  pairings: readonly (readonly (readonly [Definition, Observed])[])[],
): Pairs[] {
  if (pairings.length > 1) return pairings.map((more) => new Map([...pairs, ...more]));
  for (const [desired, observed] of pairings[0]!) pairs.set(desired, observed);
  return [pairs];
}

/**
 * The assignments of siblings with equal content whose children need the fewest calls, in the order
 * of definitions and ids. Of assignments that leave the same resources, only the first.
 */
function cheapestAssignments(context: MatchContext, equals: Siblings, count: CallCount): Pairs[] {
  const { desired, observed, inScope } = equals;
  if (desired.length === 0 || observed.length === 0) return [new Map()];
  const prune = context.options.prune && inScope;
  if (assignmentCount(equals) > maxAssignments) return [solveAssignment(equals, count, prune)];
  const cheapest = withFewest(allAssignments(desired, observed), (pairs) =>
    callsForSiblings(equals, pairs, count, () => prune),
  );
  const byRemainder = groupBy(cheapest, (pairs) => remainderKey(context, equals, pairs));
  return [...byRemainder.values()].map(([first]) => first!);
}

/** Equal for assignments that leave the same resources, to be deleted or not. */
function remainderKey(context: MatchContext, equals: Siblings, pairs: Pairs): string {
  const { desired, observed } = unpairedSiblings(equals, pairs);
  return JSON.stringify([
    desired.map(({ address }) => address),
    observed.map((each) => [each.id, isDeleted(context, equals, each, pairs)]),
  ]);
}

/** All items with the smallest count, in their order. */
function withFewest<Item>(items: readonly Item[], countOf: (item: Item) => number): Item[] {
  if (items.length < 2) return [...items];
  const counted = items.map((item) => ({ item, count: countOf(item) }));
  const fewest = Math.min(...counted.map(({ count }) => count));
  return counted.filter(({ count }) => count === fewest).map(({ item }) => item);
}
