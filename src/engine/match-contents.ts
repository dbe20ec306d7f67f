// Matching of things without names, under their matched parent: equal content first, then
// leftovers that are alike enough to be the same thing changed.
import { assign } from "./assign.ts";
import { groupBy, memo } from "./collect.ts";
import { canonical, type Json } from "./json.ts";
import { type ByContent, childKinds, type Kind } from "./kind.ts";
import { type Extra, fateOf, type Match, type Work } from "./matching.ts";
import type { Definition, Observed } from "./resource.ts";

/** Both sides under one parent. */
interface Family {
  readonly row: Kind;
  readonly desired: readonly Definition[];
  /** Smaller id first; without those this version does not understand. */
  readonly observed: readonly Observed[];
}
type Pairs = Map<Definition, Observed>;

/** Matches every definition of a kind with what stands under the matched parent. */
export function matchContents(work: Work, row: Kind, how: ByContent): void {
  const parents = work.matches.filter((each) => each.row.kind === row.parent!.kind);
  for (const parent of parents) matchFamily(work, row, how, parent);
  orphans(work, row);
}

function matchFamily(work: Work, row: Kind, how: ByContent, parent: Match): void {
  const desired = work.desiredChildren(row.kind, parent.desired.address);
  const anew = !parent.observed || (parent.fate === "replace" && row.parent!.whole);
  if (anew) {
    for (const each of desired) work.matches.push({ row, desired: each, fate: "create" });
    return;
  }
  if (!parent.desired.speaksOf.includes(row.kind) && !row.parent!.whole) return;
  const found = work.observedChildren(row.kind, parent.observed!.id);
  const family = { row, desired, observed: found.filter((each) => !isForeign(each)) };
  const equal = pairEqual(work, family);
  const rest: Family = {
    row,
    desired: desired.filter((each) => !equal.has(each)),
    observed: without(family.observed, equal),
  };
  const alike =
    "parts" in how.pair ? pairByParts(work, rest, how.pair) : pairBySharing(rest, how.pair);
  for (const each of desired) record(work, row, each, equal.get(each) ?? alike.get(each));
  const matched = new Set([...equal.values(), ...alike.values()]);
  for (const each of found)
    if (!matched.has(each)) work.extras.push(extra(work, row, each, parent, equal));
}

function record(work: Work, row: Kind, desired: Definition, observed?: Observed): void {
  if (!observed) {
    work.matches.push({ row, desired, fate: "create" });
    return;
  }
  work.claim(row.kind, observed.id, desired.address);
  const fate = fateOf(work, row, desired, observed);
  const foreign = fate === "replace" ? childrenOf(work, observed).filter(isForeign) : [];
  if (foreign.length === 0) work.matches.push({ row, desired, observed, fate });
  else
    work.refusals.push({
      code: "not-understood",
      message: `${desired.address} would be replaced, and ${foreign.length} of what stands beneath it is of a type this version does not know (${foreign.map((each) => ("id" in each ? each.id : each.address)).join(", ")}).`,
      hint: "Use a newer promptctl, or delete it where it was made.",
      addresses: [desired.address],
    });
}

function extra(work: Work, row: Kind, observed: Observed, parent: Match, equal: Pairs): Extra {
  const base = { row, observed, parent: parent.desired.address };
  if (isForeign(observed)) return { ...base, reason: "foreign" };
  if (row.parent!.whole) return { ...base, reason: "surplus" };
  const of = [...equal].find(([desired, kept]) => isDouble(work, observed, desired, kept));
  return of ? { ...base, reason: "double", of: of[0].address } : { ...base, reason: "unmanaged" };
}

/** Equal in its own content, and every child of it is one that the kept one has or will have. */
function isDouble(work: Work, observed: Observed, desired: Definition, kept: Observed): boolean {
  if (work.content(observed) !== work.content(desired)) return false;
  const have = new Set([...childContents(work, desired), ...childContents(work, kept)]);
  return childContents(work, observed).every((each) => have.has(each));
}

/** Equal ones, assigned so that their children need the fewest calls. */
function pairEqual(work: Work, family: Family): Pairs {
  const pairs: Pairs = new Map();
  const byContent = groupBy(family.observed, work.content);
  for (const [content, desired] of groupBy(family.desired, work.content)) {
    const observed = byContent.get(content) ?? [];
    const whole = pairWith(desired, observed, (each) => childContents(work, each).join());
    for (const [each, found] of whole) pairs.set(each, found);
    const left = desired.filter((each) => !whole.has(each));
    for (const [each, found] of pairCheapest(work, left, without(observed, whole)))
      pairs.set(each, found);
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

/**
 * The assignment with the fewest calls. A definition without a partner costs its creation; a
 * remote thing without one costs its deletion where leftovers are deleted, and nothing elsewhere.
 */
function pairCheapest(
  work: Work,
  desired: readonly Definition[],
  observed: readonly Observed[],
): Pairs {
  if (desired.length === 0 || observed.length === 0) return new Map();
  const children = new Map(
    [...desired, ...observed].map((each) => [each, knownChildContents(work, each)] as const),
  );
  const size = Math.max(desired.length, observed.length);
  const costs = Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) => {
      const wants = desired[row] && children.get(desired[row]);
      const has = observed[column] && children.get(observed[column]);
      if (wants && has) return callsBetween(wants, has);
      if (wants) return 1 + wants.length;
      return has && work.options.prune ? 1 + has.length : 0;
    }),
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

/** Pairs leftovers of which enough parts are equal, most equal parts first. */
function pairByParts(
  work: Work,
  family: Family,
  how: { readonly parts: readonly string[]; readonly atLeast: number },
): Pairs {
  const partsOf = memo((thing: Definition | Observed) =>
    how.parts.map((part) =>
      canonical(part === "children" ? childContents(work, thing) : (thing.spec[part] as Json)),
    ),
  );
  const pairs: Pairs = new Map();
  const taken = new Set<Observed>();
  for (let size = how.parts.length; size >= how.atLeast; size--)
    for (const desired of family.desired) {
      if (pairs.has(desired)) continue;
      const alike = family.observed.find(
        (each) => !taken.has(each) && equalParts(partsOf(desired), partsOf(each)) >= size,
      );
      if (!alike) continue;
      pairs.set(desired, alike);
      taken.add(alike);
    }
  return pairs;
}

/** How many parts are equal; 0 where all of the equal ones are empty. */
function equalParts(one: readonly string[], other: readonly string[]): number {
  const equal = one.filter((part, index) => part === other[index]);
  return equal.some((part) => part !== "[]" && part !== "{}") ? equal.length : 0;
}

/** Pairs leftovers that share a field, then, where the kind says so, any that are left. */
function pairBySharing(
  family: Family,
  how: { readonly sharing: string; readonly rest: boolean },
): Pairs {
  const pairs = pairWith(family.desired, family.observed, (each) =>
    canonical(each.spec[how.sharing]!),
  );
  if (!how.rest) return pairs;
  const desired = family.desired.filter((each) => !pairs.has(each));
  for (const [each, found] of pairWith(desired, without(family.observed, pairs), () => ""))
    pairs.set(each, found);
  return pairs;
}

/** The contents of all children of a thing, sorted: equal for equal multisets. */
function childContents(work: Work, thing: Definition | Observed): string[] {
  return childrenOf(work, thing).map(work.content).sort();
}

/** The same without what this version does not understand, which is never called for. */
function knownChildContents(work: Work, thing: Definition | Observed): string[] {
  const known = childrenOf(work, thing).filter((each) => !isForeign(each));
  return known.map(work.content);
}

function childrenOf(work: Work, thing: Definition | Observed): (Definition | Observed)[] {
  return childKinds(work.kinds, thing.kind).flatMap((row): readonly (Definition | Observed)[] =>
    "id" in thing
      ? work.observedChildren(row.kind, thing.id)
      : work.desiredChildren(row.kind, thing.address),
  );
}

function isForeign(thing: Definition | Observed): boolean {
  return "foreign" in thing && thing.foreign.length > 0;
}

/** Things whose parent the service does not list. */
function orphans(work: Work, row: Kind): void {
  if (!work.answers.has(row.kind) || !work.answers.has(row.parent!.kind)) return;
  const parents = new Set(work.observed(row.parent!.kind).map((each) => each.id));
  for (const observed of work.observed(row.kind))
    if (!parents.has(observed.parentId!)) work.extras.push({ row, observed, reason: "orphan" });
}

function without(observed: readonly Observed[], pairs: Pairs): Observed[] {
  const taken = new Set(pairs.values());
  return observed.filter((each) => !taken.has(each));
}
