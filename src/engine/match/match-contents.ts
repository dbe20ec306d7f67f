// Matching of things without names, under their matched parent: equal content first, then
// leftovers that are alike enough to be the same thing changed.
import { once } from "../model/collections.ts";
import {
  childrenOf,
  type Family,
  givenUpFor,
  isDouble,
  isForeign,
  type Pairs,
  without,
} from "./family.ts";
import { type ByContent, holds, type Kind } from "../model/kind.ts";
import { type Leftover, actionOn, type Match, type Work } from "./matching.ts";
import { alikeness, pairAlike } from "./pair-similar.ts";
import { pairAsTheyStand, pairEqual } from "./pair-equal.ts";
import { beneathNotUnderstood } from "../model/refusals.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";

/** Matches every definition of a kind with what stands under the matched parent. */
export function matchContents(work: Work, row: Kind, how: ByContent): void {
  const parents = work.matches.filter((each) => each.row.kind === row.parent!.kind);
  for (const parent of parents) matchFamily(work, row, how, parent);
  orphans(work, row);
}

function matchFamily(work: Work, row: Kind, how: ByContent, parent: Match): void {
  const desired = work.desiredChildren(row.kind, parent.desired.address);
  const anew = !parent.observed || (parent.action === "replace" && row.parent!.whole);
  if (anew) {
    for (const each of desired) work.matches.push({ row, desired: each, action: "create" });
    return;
  }
  const found = work.observedChildren(row.kind, parent.observed!.id);
  if (!parent.desired.speaksOf.includes(row.kind) && !row.parent!.whole) {
    const base = { row, parent: parent.desired.address, reason: "unspoken" } as const;
    for (const observed of found) work.leftovers.push({ ...base, observed });
    return;
  }
  const family = { row, desired, observed: found.filter((each) => !isForeign(each)) };
  const unchanged = found.length === family.observed.length && pairAsTheyStand(work, family);
  if (unchanged)
    return unchanged.forEach((observed, each) => record(work, row, each, observed, "keep"));
  const equal = pairEqual(work, family, how);
  const rest: Family = {
    row,
    desired: desired.filter((each) => !equal.has(each)),
    observed: without(family.observed, equal),
  };
  const alike = pairAlike(work, rest, how);
  for (const each of desired) record(work, row, each, equal.get(each) ?? alike.get(each));
  const pairs = new Map([...equal, ...alike]);
  const matched = new Set(pairs.values());
  const isAlike = alikeness(work, how, [...equal.keys()]);
  for (const each of found) {
    if (matched.has(each)) continue;
    const base = { row, observed: each, parent: parent.desired.address };
    work.leftovers.push({ ...base, ...whyLeft(work, row, each, { equal, pairs, isAlike }) });
  }
}

function record(
  work: Work,
  row: Kind,
  desired: Definition,
  observed?: Observed,
  known?: "keep",
): void {
  if (!observed) {
    work.matches.push({ row, desired, action: "create" });
    return;
  }
  work.claim(row.kind, observed.id, desired.address);
  const action = known ?? actionOn(work, row, desired, observed);
  const foreign = action === "replace" ? childrenOf(work, observed).filter(isForeign) : [];
  if (foreign.length === 0) work.matches.push({ row, desired, observed, action });
  else
    work.refuse(
      beneathNotUnderstood(
        desired,
        foreign.map((each) => ("id" in each ? each.id : each.address)),
      ),
    );
}

/** The pairs of a family so far. */
interface Found {
  readonly equal: Pairs;
  /** Those and the ones that are alike. */
  readonly pairs: Pairs;
  /** Whether a definition that has an equal is alike, and yet says something else. */
  isAlike(observed: Observed): boolean;
}

/** Why something under a matched parent is no definition's. */
function whyLeft(
  work: Work,
  row: Kind,
  observed: Observed,
  { equal, pairs, isAlike }: Found,
): Pick<Leftover, "reason" | "of" | "perhapsReplaced"> {
  if (isForeign(observed)) return { reason: "foreign" };
  if (row.parent!.whole) return { reason: "surplus" };
  const made = (address: Address): Observed[] =>
    [...pairs].flatMap(([desired, found]) => (desired.address === address ? [found] : []));
  const of = givenUpFor(work, observed, made);
  if (of !== undefined) return { reason: "unfinished", of };
  const double = [...equal].find(([desired, kept]) => isDouble(work, observed, desired, kept));
  if (double) return { reason: "double", of: double[0].address };
  const perhapsReplaced = !holds(row.update, work.options.capabilities) && isAlike(observed);
  return { reason: "unmanaged", perhapsReplaced };
}

/** Things whose parent the service does not list. */
function orphans(work: Work, row: Kind): void {
  if (!work.answers.has(row.kind) || !work.answers.has(row.parent!.kind)) return;
  const { kind } = row.parent!;
  const listed = once(() => new Set(work.observed(kind).map((each) => each.id)));
  const hasParent = ({ parentId }: Observed): boolean =>
    work.addressOfId(kind, parentId!) !== undefined || listed().has(parentId!);
  for (const observed of work.observed(row.kind))
    if (!hasParent(observed)) work.leftovers.push({ row, observed, reason: "orphan" });
}
