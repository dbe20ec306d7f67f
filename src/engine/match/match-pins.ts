// Pins: entries of promptctl.yaml that map an address to the id of its remote resource.
import { hintText } from "../model/hint.ts";
import { pinConflictsWithName, pinnedIdMissing, pinnedTwice } from "../refusals/name-refusals.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";
import type { MatchContext } from "./match-context.ts";

/** Definitions and the remote resource each of them has claimed so far. */
export type Claims = Map<Definition, Observed>;

/** The claims of pinned definitions. Refuses ids that do not exist or are pinned twice. */
export function claimPinned(
  context: MatchContext,
  definitions: readonly Definition[],
  observed: readonly Observed[],
): Claims {
  const claims: Claims = new Map();
  const observedById = new Map(observed.map((each) => [each.id, each]));
  const definitionById = new Map<string, Definition>();
  for (const desired of definitions.filter(({ address }) => context.isPinned(address))) {
    const id = context.options.pins[desired.address]!;
    const other = definitionById.get(id);
    const resource = observedById.get(id);
    definitionById.set(id, desired);
    if (other) context.refuse(pinnedTwice(other, desired, id));
    else if (!resource) context.refuse(pinnedIdMissing(desired, id));
    else claims.set(desired, resource);
  }
  return claims;
}

/** Refuses a pin to a resource that has the name of another, unmatched definition. */
export function refusePinConflicts(
  context: MatchContext,
  definitions: readonly Definition[],
  claims: Claims,
): void {
  for (const [desired, observed] of claims) {
    if (!context.isPinned(desired.address) || desired.name === observed.name) continue;
    const other = definitions.find((each) => each.name === observed.name && !claims.has(each));
    if (!other) continue;
    claims.delete(desired);
    context.setAddress(desired.row.kind, observed.id, desired.address);
    context.refuse(pinConflictsWithName(desired, other, observed));
  }
}

/** Returns a note for each pin without a definition: most often its address is misspelled. */
export function unusedPinNotes(
  definitions: readonly Definition[],
  pins: Readonly<Record<Address, string>>,
): string[] {
  const defined = new Set(definitions.map(({ address }) => address));
  return Object.keys(pins)
    .filter((address) => !defined.has(address))
    .map((address) =>
      hintText(`promptctl.yaml pins ${address}, which is not defined in any file.`),
    );
}
