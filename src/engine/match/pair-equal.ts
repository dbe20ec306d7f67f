// Which of several equal things is which: with equal children first, then so that their children
// need the fewest calls, then so that the whole family does.
import { assign } from "./assign.ts";
import { groupBy } from "../model/collections.ts";
import {
  childDigests,
  type Family,
  isDuplicate,
  knownChildDigests,
  type Pairs,
  unpaired,
} from "./family.ts";
import { jsonEquals } from "../model/json.ts";
import { type ByContent, childKinds, isSupported, type Kind } from "../model/kind.ts";
import type { MatchContext } from "./match-context.ts";
import { pairSimilar } from "./pair-similar.ts";
import type { Definition, Observed } from "../model/resource.ts";

/** Beyond so many ways to assign equals, the first of the cheapest is taken as it comes. */
const mostWays = 1000;

/** Pairs every two things of equal content, each thing once. */
export function pairEqual(work: MatchContext, family: Family, how: ByContent): Pairs {
  if (family.desired.length === 0 || family.observed.length === 0) return new Map();
  const byContent = groupBy(family.observed, work.contentDigest);
  const certain: Pairs = new Map();
  let ways: Pairs[] = [certain];
  for (const [content, desired] of groupBy(family.desired, work.contentDigest)) {
    const observed = byContent.get(content) ?? [];
    const whole = pairWith(desired, observed, (each) => childDigests(work, each).join());
    for (const [each, found] of whole) certain.set(each, found);
    const left = {
      desired: desired.filter((each) => !whole.has(each)),
      observed: unpaired(observed, whole),
    };
    const cheapest = cheapestWays(work, family.row, left);
    const some = ways.length * cheapest.length > mostWays ? cheapest.slice(0, 1) : cheapest;
    ways = ways.flatMap((way) => some.map((next) => new Map([...way, ...next])));
  }
  const all = ways.map((way) => new Map([...certain, ...way]));
  return all.length === 1 ? all[0]! : fewest(all, (way) => callsOf(work, family, how, way));
}

/** Where more stand under one parent, digests are faster than to compare each with each. */
const mostCompared = 16;

/**
 * The pairs of a family in which nothing changed, as most are: seen without digests. Where children
 * may tell equal things apart, only that of a family of one.
 */
export function pairUnchanged(
  work: MatchContext,
  { row, desired, observed }: Family,
): Pairs | undefined {
  const most = childKinds(work.kinds, row.kind).length > 0 ? 1 : mostCompared;
  if (desired.length !== observed.length || desired.length > most) return undefined;
  const pairs: Pairs = new Map();
  const left = [...observed];
  for (const each of desired) {
    const at = left.findIndex((found) => jsonEquals(each.spec, found.spec));
    if (at < 0) return undefined;
    pairs.set(each, left[at]!);
    left.splice(at, 1);
  }
  return pairs;
}

/** Pairs things with equal keys, first come first served. */
function pairWith(
  desired: readonly Definition[],
  observed: readonly Observed[],
  keyOf: (each: Definition | Observed) => string,
): Pairs {
  const pairs: Pairs = new Map();
  const byKey = groupBy(observed, keyOf);
  for (const each of desired) {
    const found = byKey.get(keyOf(each))?.shift();
    if (found) pairs.set(each, found);
  }
  return pairs;
}

interface Group {
  readonly desired: readonly Definition[];
  readonly observed: readonly Observed[];
}

/** The assignments of equals whose children need the fewest calls, in the order of definitions and ids. */
function cheapestWays(work: MatchContext, row: Kind, group: Group): Pairs[] {
  if (group.desired.length === 0 || group.observed.length === 0) return [new Map()];
  const cost = costsOf(work, row, group);
  if (numberOfWays(group) > mostWays) return [assigned(group, cost)];
  const all = waysOf(group.desired, group.observed).map((way) => ({
    way,
    calls: callsFor(group, cost, way),
  }));
  const least = Math.min(...all.map(({ calls }) => calls));
  const cheapest = all.filter(({ calls }) => calls === least);
  return [...groupBy(cheapest, ({ way }) => leftAside(work, group, way)).values()].map(
    ([first]) => first!.way,
  );
}

/** What a way means to the rest of the family: what it leaves over, and which of that are doubles. */
function leftAside(work: MatchContext, { desired, observed }: Group, way: Pairs): string {
  const wanted = desired.filter((each) => !way.has(each)).map(({ address }) => address);
  const found = unpaired(observed, way).map((each) => {
    const goes =
      work.options.prune || [...way].some(([one, kept]) => isDuplicate(work, each, one, kept));
    return [each.id, goes];
  });
  return JSON.stringify([wanted, found]);
}

/** Calls for a pair; for a definition alone, its creation; for a remote thing alone, its deletion where leftovers go. */
type Cost = (desired: Definition | undefined, observed: Observed | undefined) => number;

function costsOf(work: MatchContext, row: Kind, { desired, observed }: Group): Cost {
  const children = new Map(
    [...desired, ...observed].map((each) => [each, knownChildDigests(work, each)] as const),
  );
  return (one, other) => {
    const wants = one && children.get(one)!;
    const has = other && children.get(other)!;
    if (wants && has) return callsBetween(wants, has);
    if (wants) return 1 + wants.length;
    return has && work.options.prune ? deleteCalls(work, row, has) : 0;
  };
}

function callsFor({ desired, observed }: Group, cost: Cost, way: Pairs): number {
  const wanted = desired.map((each) => cost(each, way.get(each)));
  const left = unpaired(observed, way).map((each) => cost(undefined, each));
  return [...wanted, ...left].reduce((sum, each) => sum + each, 0);
}

function numberOfWays({ desired, observed }: Group): number {
  const most = Math.max(desired.length, observed.length);
  let ways = 1;
  for (let each = 0; each < Math.min(desired.length, observed.length); each++) ways *= most - each;
  return ways;
}

/** Every way to give as many definitions as can be a partner of their own. */
function waysOf(desired: readonly Definition[], observed: readonly Observed[]): Pairs[] {
  const [first, ...rest] = desired;
  if (!first || observed.length === 0) return [new Map()];
  const paired = observed.flatMap((found) =>
    waysOf(
      rest,
      observed.filter((each) => each !== found),
    ).map((way): Pairs => new Map([[first, found], ...way])),
  );
  return desired.length > observed.length ? [...paired, ...waysOf(rest, observed)] : paired;
}

/** One assignment with the fewest calls, for many. */
function assigned({ desired, observed }: Group, cost: Cost): Pairs {
  const size = Math.max(desired.length, observed.length);
  const costs = Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) => cost(desired[row], observed[column])),
  );
  const columns = assign(costs);
  return new Map(
    desired.flatMap((each, row): [Definition, Observed][] => {
      const found = observed[columns[row]!];
      return found ? [[each, found]] : [];
    }),
  );
}

/** Calls that turn one multiset of children into another: updates of what differs, then creates or deletes. */
function callsBetween(wants: readonly string[], has: readonly string[]): number {
  const left = groupBy(has, (each) => each);
  const equal = wants.filter((each) => left.get(each)?.pop() !== undefined).length;
  return Math.max(wants.length, has.length) - equal;
}

/** All calls of a family whose equals are paired in this way. */
function callsOf(work: MatchContext, family: Family, how: ByContent, equal: Pairs): number {
  const rest: Family = {
    ...family,
    desired: family.desired.filter((each) => !equal.has(each)),
    observed: unpaired(family.observed, equal),
  };
  const alike = pairSimilar(work, rest, how);
  const left = unpaired(rest.observed, alike);
  const goes = (each: Observed): boolean =>
    work.options.prune ||
    [...equal].some(([desired, kept]) => isDuplicate(work, each, desired, kept));
  const children = (each: Definition | Observed): string[] => knownChildDigests(work, each);
  return [
    ...[...equal].map(([desired, found]) => callsBetween(children(desired), children(found))),
    ...[...alike].map(([desired, found]) =>
      changeCalls(work, family.row, children(desired), children(found)),
    ),
    ...rest.desired.filter((each) => !alike.has(each)).map((each) => 1 + children(each).length),
    ...left.filter(goes).map((each) => deleteCalls(work, family.row, children(each))),
  ].reduce((sum, each) => sum + each, 0);
}

function changeCalls(
  work: MatchContext,
  row: Kind,
  wants: readonly string[],
  has: readonly string[],
): number {
  if (isSupported(row.update, work.options.capabilities)) return 1 + callsBetween(wants, has);
  return 1 + wants.length + deleteCalls(work, row, has);
}

function deleteCalls(work: MatchContext, row: Kind, children: readonly string[]): number {
  const cascades = childKinds(work.kinds, row.kind).every((each) =>
    isSupported(each.parent!.cascades, work.options.capabilities),
  );
  return cascades ? 1 : 1 + children.length;
}

/** The first of those with the fewest. */
function fewest<Item>(items: readonly Item[], count: (item: Item) => number): Item {
  const counted = items.map((item) => ({ item, calls: count(item) }));
  const least = Math.min(...counted.map(({ calls }) => calls));
  return counted.find(({ calls }) => calls === least)!.item;
}
