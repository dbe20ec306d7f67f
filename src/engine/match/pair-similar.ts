// Leftovers without an equal: which of them are alike enough to be the same thing, changed.
import { memo, once } from "../model/collections.ts";
import { childDigests, type Family, type Pairs } from "./family.ts";
import { canonicalJson } from "../model/json.ts";
import type { ByContent } from "../model/kind.ts";
import type { MatchContext } from "./match-context.ts";
import type { Definition, Observed } from "../model/resource.ts";

/** Pairs leftovers of which enough parts are equal, most equal parts first, then in their order. */
export function pairSimilar(work: MatchContext, family: Family, { pair: how }: ByContent): Pairs {
  const pairs: Pairs = new Map();
  if (family.desired.length === 0 || family.observed.length === 0) return pairs;
  const partsOf = memo((thing: Definition | Observed) => parts(work, thing, how));
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

/** Tells of a remote thing whether one of the definitions is alike, and yet says something else. */
export function similarityTo(
  work: MatchContext,
  { pair: how }: ByContent,
  definitions: readonly Definition[],
): (observed: Observed) => boolean {
  const contentsByKey = once(() => {
    const contents = new Map<string, Set<string>>(); // of the definitions, by the parts they share
    for (const each of definitions)
      for (const key of keysOf(parts(work, each, how), how.atLeast))
        contents.set(key, (contents.get(key) ?? new Set()).add(work.contentDigest(each)));
    return contents;
  });
  return (observed) =>
    keysOf(parts(work, observed, how), how.atLeast).some((key) =>
      [...(contentsByKey().get(key) ?? [])].some((each) => each !== work.contentDigest(observed)),
    );
}

/** Equal text for every choice of so many equal parts, one of them not empty. */
function keysOf(all: readonly string[], size: number): string[] {
  const choices = all.reduce<{ key: string; count: number; full: boolean }[]>(
    (chosen, part, index) => [
      ...chosen,
      ...chosen.map(({ key, count, full }) => ({
        key: `${key}\n${index} ${part}`,
        count: count + 1,
        full: full || !isEmpty(part),
      })),
    ],
    [{ key: "", count: 0, full: false }],
  );
  return choices.filter(({ count, full }) => count === size && full).map(({ key }) => key);
}

function parts(work: MatchContext, thing: Definition | Observed, how: ByContent["pair"]): string[] {
  return how.parts.map((part) =>
    canonicalJson(
      part === "children" ? childDigests(work, thing) : work.canonicalForm(thing)[part]!,
    ),
  );
}

/** How many parts are equal; 0 where all of the equal ones are empty. */
function equalParts(one: readonly string[], other: readonly string[]): number {
  const equal = one.filter((part, index) => part === other[index]);
  return equal.some((part) => !isEmpty(part)) ? equal.length : 0;
}

function isEmpty(part: string): boolean {
  return part === "[]" || part === "{}";
}
