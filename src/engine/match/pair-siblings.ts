// Pairs siblings: first those with equal content, then those that equal an earlier version of a
// definition, then similar ones. Where several resources have the
// same content, the pairs are chosen so that their children, and then all siblings, need the fewest
// API calls.
import { groupBy } from "../model/collections.ts";
import { jsonEquals } from "../model/json.ts";
import { type ByContent, childKinds } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import { assign } from "./assign.ts";
import { type CallCount, callsForSiblings, createCallCount } from "./call-count.ts";
import type { MatchContext } from "./match-context.ts";
import { pairByHistory } from "./pair-by-history.ts";
import { pairSimilar } from "./pair-similar.ts";
import {
  childDigests,
  isDuplicate,
  type Pairs,
  type Siblings,
  unpairedSiblings,
} from "./siblings.ts";

/** With more assignments than this, they are not compared; one of the cheapest is taken. */
const maxAssignments = 1000;

/** Pairs siblings with equal, earlier or similar content, each resource once. */
export function pairSiblings(
  context: MatchContext,
  siblings: Siblings,
  identity: ByContent,
): Pairs {
  const { row, desired, observed } = siblings;
  if (desired.length === 0 || observed.length === 0) return new Map();
  const unchanged = pairUnchanged(context, siblings);
  if (unchanged) return unchanged;
  const count = createCallCount(context, row);
  const withEqualChildren = pairEqualChildren(context, siblings);
  const observedByContent = groupBy(observed, context.contentDigest);
  let assignments: Pairs[] = [withEqualChildren];
  for (const [content, definitions] of groupBy(desired, context.contentDigest)) {
    const equals = {
      ...siblings,
      desired: definitions,
      observed: observedByContent.get(content) ?? [],
    };
    const rest = unpairedSiblings(equals, withEqualChildren);
    const cheapest = cheapestAssignments(context, rest, count);
    const isTooMany = assignments.length * cheapest.length > maxAssignments;
    const chosen = isTooMany ? cheapest.slice(0, 1) : cheapest;
    assignments = assignments.flatMap((one) => chosen.map((next) => new Map([...one, ...next])));
  }
  const complete = assignments.map((equal): Pairs => {
    const unequal = unpairedSiblings(siblings, equal);
    const recognized = pairByHistory(context, unequal, identity);
    const rest = unpairedSiblings(unequal, recognized);
    // A similar resource under the parent of another project may be that project's.
    const similar = siblings.isParentExternal ? [] : pairSimilar(context, rest, identity);
    return new Map([...equal, ...recognized, ...similar]);
  });
  return withFewest(complete, (pairs) =>
    callsForSiblings(siblings, pairs, count, (each) => isDeleted(context, siblings, each, pairs)),
  )[0]!;
}

/** Whether a resource without a definition will be deleted if its siblings are paired like this. */
function isDeleted(
  context: MatchContext,
  { inScope }: Siblings,
  observed: Observed,
  pairs: Pairs,
): boolean {
  if (!inScope) return false;
  return context.options.prune || [...pairs].some((pair) => isDuplicate(context, observed, pair));
}

/** With more siblings than this, digests are faster than comparing each with each. */
const maxCompared = 16;

/**
 * The pairs of siblings of which none changed, or undefined. Saves most digests: 25 % of row
 * "plan 20,000" in docs/performance.md, together with the comparison in actionFor. Siblings that can
 * have children are only paired here if there is one on each side: of several with equal content,
 * their children decide.
 */
function pairUnchanged(
  context: MatchContext,
  { row, desired, observed }: Siblings,
): Pairs | undefined {
  const max = childKinds(context.kinds, row.kind).length > 0 ? 1 : maxCompared;
  if (desired.length !== observed.length || desired.length > max) return undefined;
  const pairs: Pairs = new Map();
  const rest = [...observed];
  for (const definition of desired) {
    const index = rest.findIndex((each) => jsonEquals(definition.spec, each.spec));
    if (index < 0) return undefined;
    pairs.set(definition, rest[index]!);
    rest.splice(index, 1);
  }
  return pairs;
}

/** Pairs definitions and resources with equal content whose children are equal too. */
function pairEqualChildren(context: MatchContext, { desired, observed }: Siblings): Pairs {
  const keyOf = (each: Definition | Observed): string =>
    [context.contentDigest(each), ...childDigests(context, each)].join();
  const observedByKey = groupBy(observed, keyOf);
  return new Map(
    desired.flatMap((definition): [Definition, Observed][] => {
      const resource = observedByKey.get(keyOf(definition))?.shift();
      return resource ? [[definition, resource]] : [];
    }),
  );
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

/** n! / (n - k)! for n resources on the longer side and k on the shorter. */
function assignmentCount({ desired, observed }: Siblings): number {
  const longer = Math.max(desired.length, observed.length);
  const shorter = Math.min(desired.length, observed.length);
  let count = 1;
  for (let index = 0; index < shorter; index++) count *= longer - index;
  return count;
}

/** All ways to pair as many definitions as possible, each with its own resource. */
function allAssignments(desired: readonly Definition[], observed: readonly Observed[]): Pairs[] {
  const [first, ...rest] = desired;
  if (!first || observed.length === 0) return [new Map()];
  const withFirst = observed.flatMap((resource) => {
    const others = observed.filter((each) => each !== resource);
    return allAssignments(rest, others).map(
      (pairs): Pairs => new Map([[first, resource], ...pairs]),
    );
  });
  return desired.length > observed.length
    ? [...withFirst, ...allAssignments(rest, observed)]
    : withFirst;
}

/** One assignment with the fewest calls, without comparing all. */
function solveAssignment({ desired, observed }: Siblings, count: CallCount, prune: boolean): Pairs {
  const size = Math.max(desired.length, observed.length);
  const costs = Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) =>
      desired[row] || prune ? count(desired[row], observed[column]) : 0,
    ),
  );
  const columns = assign(costs);
  return new Map(
    desired.flatMap((definition, index): [Definition, Observed][] => {
      const resource = observed[columns[index]!];
      return resource ? [[definition, resource]] : [];
    }),
  );
}

/** All items with the smallest count, in their order. */
function withFewest<Item>(items: readonly Item[], countOf: (item: Item) => number): Item[] {
  if (items.length < 2) return [...items];
  const counted = items.map((item) => ({ item, count: countOf(item) }));
  const fewest = Math.min(...counted.map(({ count }) => count));
  return counted.filter(({ count }) => count === fewest).map(({ item }) => item);
}
