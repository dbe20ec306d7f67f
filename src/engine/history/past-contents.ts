// What definitions contained in git, by which match recognizes nameless resources whose definitions
// changed.
import { numberedChildKinds } from "../normalize/comparable-content.ts";
import { familyOfAddress } from "./family-index.ts";
import type { PastDefinition } from "./family-state.ts";
import { currentAddress } from "./held-version.ts";
import type { ProjectHistory } from "./project-history.ts";
import type { PastContents, RecentOwners } from "../match/match-context.ts";
import { memo } from "../model/collections.ts";
import { canonicalJson, type JsonObject } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import type { Address } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";

/**
 * Finds the definitions that had a content in the newest commit in which any had it. Older commits do
 * not matter, so that a plan with less history recognizes less, but nothing else.
 */
export function createPastContents(kinds: Kinds, { commits }: ProjectHistory): PastContents {
  const keyOf = memo(
    ({ row, content }: PastDefinition) => contentKey(row.kind, content),
    new WeakMap(),
  );
  const membersOf = memo((family: Address) => pastMembers(family, commits));
  const ownersIn = memo((family: Address): ReadonlyMap<string, RecentOwners> => {
    const owners = new Map<string, { age: number; addresses: Set<Address> }>();
    for (const { age, member, address } of membersOf(family)) {
      const key = keyOf(member);
      if (!owners.has(key)) owners.set(key, { age, addresses: new Set() });
      const found = owners.get(key)!;
      if (found.age === age) found.addresses.add(address);
    }
    return owners;
  });
  return {
    ownersOf: ({ kind, parent }, content) =>
      ownersIn(familyOfAddress(kinds, parent)).get(contentKey(kind, content)),
    childDigestsOf: memo((definition) => {
      const past = membersOf(familyOfAddress(kinds, definition)).filter(
        ({ address }) => address === definition,
      );
      return new Set(past.flatMap(({ member }) => pastChildDigests(kinds, member)));
    }),
  };
}

/** A definition in a commit. */
interface PastMember {
  readonly member: PastDefinition;
  /** Its address now. */
  readonly address: Address;
  /** The number of commits since. */
  readonly age: number;
}

/** The definitions of a family, newest first; those of equal commits only once. */
function pastMembers(family: Address, commits: ProjectHistory["commits"]): PastMember[] {
  return commits.flatMap(({ families }, age) => {
    const state = families.get(family);
    if (state?.status !== "defined" || state === commits[age - 1]?.families.get(family)) return [];
    return state.members.map((member) => ({
      member,
      address: currentAddress(member, state.address, family),
      age,
    }));
  });
}

function pastChildDigests(kinds: Kinds, { row, content }: PastDefinition): string[] {
  return numberedChildKinds(kinds, row.kind).flatMap((childRow) =>
    ((content[childRow.plural] ?? []) as readonly JsonObject[]).map((child) =>
      contentDigest(childRow, child),
    ),
  );
}

function contentKey(kind: string, content: JsonObject): string {
  return `${kind} ${canonicalJson(content)}`;
}
