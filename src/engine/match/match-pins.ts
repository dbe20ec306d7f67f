// Pins: what the configuration says which remote thing is, before any name counts.
import { once } from "../model/collections.ts";
import type { MatchContext } from "./match-context.ts";
import { pinnedIdMissing, pinConflictsWithName, pinnedTwice } from "../model/refusals.ts";
import type { Definition, Observed } from "../model/resource.ts";

/** Which definition is which remote thing, so far. */
export type Claims = Map<Definition, Observed>;

/** The pinned definitions of a kind with their things; pins that cannot be are refused. */
export function pinned(
  work: MatchContext,
  defined: readonly Definition[],
  observed: readonly Observed[],
): Claims {
  const claims: Claims = new Map();
  const byId = once(() => new Map(observed.map((each) => [each.id, each])));
  const holders = new Map<string, Definition>();
  for (const desired of defined.filter((each) => work.isPinned(each.address))) {
    const id = work.options.pins[desired.address]!;
    const found = byId().get(id);
    const other = holders.get(id);
    holders.set(id, desired);
    if (other) work.refuse(pinnedTwice(other, desired, id));
    else if (!found) work.refuse(pinnedIdMissing(desired, id));
    else claims.set(desired, found);
  }
  return claims;
}

/** A pin that takes the thing another definition has the name of: both would be that thing. */
export function refuseTakenNames(
  work: MatchContext,
  defined: readonly Definition[],
  claims: Claims,
): void {
  for (const [desired, found] of claims) {
    if (!work.isPinned(desired.address) || desired.name === found.name) continue;
    const other = defined.find((each) => each.name === found.name && !claims.has(each));
    if (!other) continue;
    claims.delete(desired);
    work.claim(desired.kind, found.id, desired.address);
    work.refuse(pinConflictsWithName(desired, other, found));
  }
}
