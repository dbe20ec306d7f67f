// Leftovers without an equal: which of them are alike enough to be the same thing, changed.
import { memo } from "./collect.ts";
import { childContents, type Family, type Pairs } from "./family.ts";
import { canonical } from "./json.ts";
import type { ByContent } from "./kind.ts";
import type { Work } from "./matching.ts";
import type { Definition, Observed } from "./resource.ts";

/** Pairs leftovers of which enough parts are equal, most equal parts first, then in their order. */
export function pairAlike(work: Work, family: Family, { pair: how }: ByContent): Pairs {
  const partsOf = memo((thing: Definition | Observed) => parts(work, thing, how));
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

/** Whether enough parts of the two are equal. */
export function isAlike(
  work: Work,
  how: ByContent,
  desired: Definition,
  observed: Observed,
): boolean {
  const [one, other] = [desired, observed].map((each) => parts(work, each, how.pair));
  return equalParts(one!, other!) >= how.pair.atLeast;
}

function parts(work: Work, thing: Definition | Observed, how: ByContent["pair"]): string[] {
  return how.parts.map((part) =>
    canonical(part === "children" ? childContents(work, thing) : work.comparable(thing)[part]!),
  );
}

/** How many parts are equal; 0 where all of the equal ones are empty. */
function equalParts(one: readonly string[], other: readonly string[]): number {
  const equal = one.filter((part, index) => part === other[index]);
  return equal.some((part) => part !== "[]" && part !== "{}") ? equal.length : 0;
}
