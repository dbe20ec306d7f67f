// Leftovers without an equal: which of them are alike enough to be the same thing, changed.
import { groupBy, memo } from "./collect.ts";
import { childContents, type Family, type Pairs, without } from "./family.ts";
import { canonical } from "./json.ts";
import type { ByContent } from "./kind.ts";
import type { Work } from "./matching.ts";
import type { Definition, Observed } from "./resource.ts";

/** Pairs leftovers in the way of their kind. */
export function pairAlike(work: Work, family: Family, { pair }: ByContent): Pairs {
  return "parts" in pair ? pairByParts(work, family, pair) : pairBySharing(family, pair);
}

/** Pairs leftovers of which enough parts are equal, most equal parts first. */
function pairByParts(
  work: Work,
  family: Family,
  how: { readonly parts: readonly string[]; readonly atLeast: number },
): Pairs {
  const partsOf = memo((thing: Definition | Observed) =>
    how.parts.map((part) =>
      canonical(part === "children" ? childContents(work, thing) : work.comparable(thing)[part]!),
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

/** Pairs things with equal keys, first come first served. */
export function pairWith(
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
