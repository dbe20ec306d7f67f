// Matching of things without names, under their matched parent: equal content first, then
// leftovers that are alike enough to be the same thing changed.
import { once } from "../model/collections.ts";
import {
  childrenOf,
  type Family,
  replacedBy,
  isDuplicate,
  hasUnknownValues,
  type Pairs,
  unpaired,
} from "./family.ts";
import { type ByContent, isSupported, type Kind } from "../model/kind.ts";
import { type Leftover, actionFor, type Match, type MatchContext } from "./match-context.ts";
import { similarityTo, pairSimilar } from "./pair-similar.ts";
import { pairUnchanged, pairEqual } from "./pair-equal.ts";
import { unsupportedChildTypes } from "../model/refusals.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";

/** Matches every definition of a kind with what stands under the matched parent. */
export function matchContents(work: MatchContext, row: Kind, how: ByContent): void {
  const parents = work.matches.filter((each) => each.row.kind === row.parent!.kind);
  for (const parent of parents) matchFamily(work, row, how, parent);
  orphans(work, row);
}

function matchFamily(work: MatchContext, row: Kind, how: ByContent, parent: Match): void {
  const desired = work.desiredChildren(row.kind, parent.desired.address);
  const anew = !parent.observed || (parent.action === "replace" && row.parent!.owned);
  if (anew) {
    for (const each of desired) work.matches.push({ row, desired: each, action: "create" });
    return;
  }
  const found = work.observedChildren(row.kind, parent.observed!.id);
  if (!parent.desired.managedChildKinds.includes(row.kind) && !row.parent!.owned) {
    const base = { row, parent: parent.desired.address, reason: "undeclared" } as const;
    for (const observed of found) work.leftovers.push({ ...base, observed });
    return;
  }
  const family = { row, desired, observed: found.filter((each) => !hasUnknownValues(each)) };
  const unchanged = found.length === family.observed.length && pairUnchanged(work, family);
  if (unchanged)
    return unchanged.forEach((observed, each) => record(work, row, each, observed, "keep"));
  const equal = pairEqual(work, family, how);
  const rest: Family = {
    row,
    desired: desired.filter((each) => !equal.has(each)),
    observed: unpaired(family.observed, equal),
  };
  const alike = pairSimilar(work, rest, how);
  for (const each of desired) record(work, row, each, equal.get(each) ?? alike.get(each));
  const pairs = new Map([...equal, ...alike]);
  const matched = new Set(pairs.values());
  const isAlike = similarityTo(work, how, [...equal.keys()]);
  for (const each of found) {
    if (matched.has(each)) continue;
    const base = { row, observed: each, parent: parent.desired.address };
    work.leftovers.push({ ...base, ...whyLeft(work, row, each, { equal, pairs, isAlike }) });
  }
}

function record(
  work: MatchContext,
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
  const action = known ?? actionFor(work, row, desired, observed);
  const foreign = action === "replace" ? childrenOf(work, observed).filter(hasUnknownValues) : [];
  if (foreign.length === 0) work.matches.push({ row, desired, observed, action });
  else
    work.refuse(
      unsupportedChildTypes(
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
  work: MatchContext,
  row: Kind,
  observed: Observed,
  { equal, pairs, isAlike }: Found,
): Pick<Leftover, "reason" | "of" | "maybeReplaced"> {
  if (hasUnknownValues(observed)) return { reason: "foreign" };
  if (row.parent!.owned) return { reason: "surplus" };
  const made = (address: Address): Observed[] =>
    [...pairs].flatMap(([desired, found]) => (desired.address === address ? [found] : []));
  const of = replacedBy(work, observed, made);
  if (of !== undefined) return { reason: "unfinished", of };
  const double = [...equal].find(([desired, kept]) => isDuplicate(work, observed, desired, kept));
  if (double) return { reason: "double", of: double[0].address };
  const perhapsReplaced = !isSupported(row.update, work.options.capabilities) && isAlike(observed);
  return { reason: "unmanaged", maybeReplaced: perhapsReplaced };
}

/** Things whose parent the service does not list. */
function orphans(work: MatchContext, row: Kind): void {
  if (!work.responses.has(row.kind) || !work.responses.has(row.parent!.kind)) return;
  const { kind } = row.parent!;
  const listed = once(() => new Set(work.observed(kind).map((each) => each.id)));
  const hasParent = ({ parentId }: Observed): boolean =>
    work.addressOfId(kind, parentId!) !== undefined || listed().has(parentId!);
  for (const observed of work.observed(row.kind))
    if (!hasParent(observed)) work.leftovers.push({ row, observed, reason: "orphan" });
}
