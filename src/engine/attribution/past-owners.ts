// Which definitions had the content of a nameless resource, by which match recognizes resources whose
// definitions changed.
import { familyOfAddress } from "../history/family-index.ts";
import type { FamilyState, PastDefinition } from "../history/family-state.ts";
import { currentAddress } from "../history/held-version.ts";
import type { ProjectHistory } from "../history/project-history.ts";
import type { PastOwners, RecentOwners } from "../match/match-context.ts";
import { memo } from "../model/collections.ts";
import { canonicalJson, type JsonObject } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import type { Address } from "../model/resource.ts";

/**
 * Finds the definitions that had a content in the newest commit in which any had it. Older commits do
 * not matter, so that a plan with less history recognizes less, but nothing else.
 */
export function createPastOwners(kinds: Kinds, { commits }: ProjectHistory): PastOwners {
  const keyOf = memo(
    ({ kind, content }: PastDefinition) => contentKey(kind, content),
    new WeakMap(),
  );
  const ownersIn = memo((family: Address): ReadonlyMap<string, RecentOwners> => {
    const owners = new Map<string, { age: number; addresses: Set<Address> }>();
    let newer: FamilyState | undefined;
    for (const [age, { families }] of commits.entries()) {
      const state = families.get(family);
      if (state?.status === "defined" && state !== newer)
        for (const member of state.members) {
          const key = keyOf(member);
          if (!owners.has(key)) owners.set(key, { age, addresses: new Set() });
          const found = owners.get(key)!;
          const address = currentAddress(member, state.address, family);
          if (found.age === age) found.addresses.add(address);
        }
      newer = state;
    }
    return owners;
  });
  return ({ kind, parent }, content) =>
    ownersIn(familyOfAddress(kinds, parent)).get(contentKey(kind, content));
}

function contentKey(kind: string, content: JsonObject): string {
  return `${kind} ${canonicalJson(content)}`;
}
