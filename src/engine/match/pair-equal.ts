// Pairs siblings with equal content. Where several resources have the same content, the pairs are
// chosen so that their children, and then all siblings, need the fewest API calls.
import { groupBy } from "../model/collections.ts";
import { jsonEquals } from "../model/json.ts";
import { type ByContent, childKinds } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import { assign } from "./assign.ts";
import { callsForSiblings, type PairCost, pairCost } from "./call-count.ts";
import type { MatchContext } from "./match-context.ts";
import {
  childDigests,
  isDuplicate,
  type Pairs,
  type Siblings,
  unpaired,
  unpairedSiblings,
} from "./siblings.ts";

/** With more assignments than this, they are not compared; one of the cheapest is taken. */
const maxAssignments = 1000;

/** Pairs siblings with equal content, each resource once. */
export function pairEqual(context: MatchContext, siblings: Siblings, identity: ByContent): Pairs {
  const { desired, observed } = siblings;
  if (desired.length === 0 || observed.length === 0) return new Map();
  const unchanged = pairUnchanged(context, siblings);
  if (unchanged) return unchanged;
  const observedByContent = groupBy(observed, context.contentDigest);
  const certain: Pairs = new Map();
  let assignments: Pairs[] = [certain];
  for (const [content, definitions] of groupBy(desired, context.contentDigest)) {
    const resources = observedByContent.get(content) ?? [];
    const withEqualChildren = pairEqualChildren(context, definitions, resources);
    for (const [definition, resource] of withEqualChildren) certain.set(definition, resource);
    const equals = { row: siblings.row, desired: definitions, observed: resources };
    const rest = unpairedSiblings(equals, withEqualChildren);
    const cheapest = cheapestAssignments(context, rest);
    const isTooMany = assignments.length * cheapest.length > maxAssignments;
    const chosen = isTooMany ? cheapest.slice(0, 1) : cheapest;
    assignments = assignments.flatMap((one) => chosen.map((next) => new Map([...one, ...next])));
  }
  const complete = assignments.map((each) => new Map([...certain, ...each]));
  if (complete.length === 1) return complete[0]!;
  return allWithFewest(complete, (each) => callsForSiblings(context, siblings, identity, each))[0]!;
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
function pairEqualChildren(
  context: MatchContext,
  desired: readonly Definition[],
  observed: readonly Observed[],
): Pairs {
  const childrenKey = (each: Definition | Observed): string => childDigests(context, each).join();
  const observedByChildren = groupBy(observed, childrenKey);
  const pairs: Pairs = new Map();
  for (const definition of desired) {
    const resource = observedByChildren.get(childrenKey(definition))?.shift();
    if (resource) pairs.set(definition, resource);
  }
  return pairs;
}

/**
 * The assignments of siblings with equal content whose children need the fewest calls, in the order
 * of definitions and ids. Of assignments that leave the same resources, only the first.
 */
function cheapestAssignments(context: MatchContext, equals: Siblings): Pairs[] {
  const { desired, observed } = equals;
  if (desired.length === 0 || observed.length === 0) return [new Map()];
  const cost = pairCost(context, equals.row);
  if (assignmentCount(equals) > maxAssignments) return [solveAssignment(equals, cost)];
  const cheapest = allWithFewest(allAssignments(desired, observed), (each) =>
    callsForAssignment(equals, cost, each),
  );
  const byRemainder = groupBy(cheapest, (each) => remainderKey(context, equals, each));
  return [...byRemainder.values()].map(([first]) => first!);
}

/** Equal for assignments that leave the same resources, to be deleted or not. */
function remainderKey(
  context: MatchContext,
  { desired, observed }: Siblings,
  pairs: Pairs,
): string {
  const definitions = desired.filter((each) => !pairs.has(each)).map(({ address }) => address);
  const resources = unpaired(observed, pairs).map((each) => {
    const isDeleted =
      context.options.prune || [...pairs].some((pair) => isDuplicate(context, each, pair));
    return [each.id, isDeleted];
  });
  return JSON.stringify([definitions, resources]);
}

function callsForAssignment({ desired, observed }: Siblings, cost: PairCost, pairs: Pairs): number {
  const definitions = desired.map((each) => cost(each, pairs.get(each)));
  const resources = unpaired(observed, pairs).map((each) => cost(undefined, each));
  return [...definitions, ...resources].reduce((sum, calls) => sum + calls, 0);
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
function solveAssignment({ desired, observed }: Siblings, cost: PairCost): Pairs {
  const size = Math.max(desired.length, observed.length);
  const costs = Array.from({ length: size }, (_row, index) =>
    Array.from({ length: size }, (_column, column) => cost(desired[index], observed[column])),
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
function allWithFewest<Item>(items: readonly Item[], countOf: (item: Item) => number): Item[] {
  const counted = items.map((item) => ({ item, count: countOf(item) }));
  const fewest = Math.min(...counted.map(({ count }) => count));
  return counted.filter(({ count }) => count === fewest).map(({ item }) => item);
}
