// Matching of things without names, under their matched parent: equal content first, then
// leftovers that are alike enough to be the same thing changed.
import { childrenOf, type Family, isDouble, isForeign, type Pairs, without } from "./family.ts";
import type { ByContent, Kind } from "./kind.ts";
import { type Leftover, actionOn, type Match, type Work } from "./matching.ts";
import { pairAlike } from "./pair-alike.ts";
import { pairEqual } from "./pair-equal.ts";
import { beneathNotUnderstood } from "./refusals.ts";
import type { Definition, Observed } from "./resource.ts";

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
  if (!parent.desired.speaksOf.includes(row.kind) && !row.parent!.whole) return;
  const found = work.observedChildren(row.kind, parent.observed!.id);
  const family = { row, desired, observed: found.filter((each) => !isForeign(each)) };
  const equal = pairEqual(work, family, how);
  const rest: Family = {
    row,
    desired: desired.filter((each) => !equal.has(each)),
    observed: without(family.observed, equal),
  };
  const alike = pairAlike(work, rest, how);
  for (const each of desired) record(work, row, each, equal.get(each) ?? alike.get(each));
  const matched = new Set([...equal.values(), ...alike.values()]);
  for (const each of found)
    if (!matched.has(each)) work.leftovers.push(leftover(work, row, each, parent, equal));
}

function record(work: Work, row: Kind, desired: Definition, observed?: Observed): void {
  if (!observed) {
    work.matches.push({ row, desired, action: "create" });
    return;
  }
  work.claim(row.kind, observed.id, desired.address);
  const action = actionOn(work, row, desired, observed);
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

function leftover(
  work: Work,
  row: Kind,
  observed: Observed,
  parent: Match,
  equal: Pairs,
): Leftover {
  const base = { row, observed, parent: parent.desired.address };
  if (isForeign(observed)) return { ...base, reason: "foreign" };
  if (row.parent!.whole) return { ...base, reason: "surplus" };
  const of = [...equal].find(([desired, kept]) => isDouble(work, observed, desired, kept));
  return of ? { ...base, reason: "double", of: of[0].address } : { ...base, reason: "unmanaged" };
}

/** Things whose parent the service does not list. */
function orphans(work: Work, row: Kind): void {
  if (!work.answers.has(row.kind) || !work.answers.has(row.parent!.kind)) return;
  const parents = new Set(work.observed(row.parent!.kind).map((each) => each.id));
  for (const observed of work.observed(row.kind))
    if (!parents.has(observed.parentId!)) work.leftovers.push({ row, observed, reason: "orphan" });
}
