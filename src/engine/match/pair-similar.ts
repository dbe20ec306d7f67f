// Pairs siblings without an equal partner that are similar enough to be one resource that changed.
import { memo } from "../model/collections.ts";
import { canonicalJson } from "../model/json.ts";
import type { ByContent } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import type { MatchContext } from "./match-context.ts";
import { childDigests, type Pairs, type Siblings } from "./siblings.ts";

/**
 * Pairs definitions with observed resources that have at least `atLeast` parts equal to theirs,
 * those with the most equal parts first, then in the order of definitions and of ids.
 */
export function pairSimilar(
  context: MatchContext,
  { desired, observed }: Siblings,
  { pair: { parts, atLeast } }: ByContent,
): Pairs {
  const pairs: Pairs = new Map();
  if (desired.length === 0 || observed.length === 0) return pairs;
  const textsOf = memo((resource: Definition | Observed) => partTexts(context, resource, parts));
  const paired = new Set<Observed>();
  for (let count = parts.length; count >= atLeast; count--)
    for (const definition of desired) {
      if (pairs.has(definition)) continue;
      const similar = observed.find(
        (each) => !paired.has(each) && countEqual(textsOf(definition), textsOf(each)) >= count,
      );
      if (!similar) continue;
      pairs.set(definition, similar);
      paired.add(similar);
    }
  return pairs;
}

/**
 * Returns a function: whether an observed resource is similar to one of the definitions, but not
 * equal in content.
 */
export function similarityTo(
  context: MatchContext,
  { pair: { parts, atLeast } }: ByContent,
  definitions: readonly Definition[],
): (observed: Observed) => boolean {
  const digestsByKey = new Map<string, Set<string>>();
  for (const definition of definitions)
    for (const key of combinationKeys(partTexts(context, definition, parts), atLeast)) {
      const digests = digestsByKey.get(key) ?? new Set();
      digestsByKey.set(key, digests.add(context.contentDigest(definition)));
    }
  return (observed) =>
    combinationKeys(partTexts(context, observed, parts), atLeast).some((key) =>
      [...(digestsByKey.get(key) ?? [])].some((each) => each !== context.contentDigest(observed)),
    );
}

/**
 * A key for each combination of `size` parts of which at least one is not empty. Two resources
 * share a key if and only if they have these parts equal.
 */
function combinationKeys(texts: readonly string[], size: number): string[] {
  const combinations = texts.reduce<readonly (readonly number[])[]>(
    (chosen, _text, index) => [...chosen, ...chosen.map((indexes) => [...indexes, index])],
    [[]],
  );
  return combinations
    .filter((indexes) => indexes.length === size && indexes.some((at) => !isEmpty(texts[at]!)))
    .map((indexes) => indexes.map((at) => `\n${at} ${texts[at]!}`).join(""));
}

/** The canonical text of each part of a resource. */
function partTexts(
  context: MatchContext,
  resource: Definition | Observed,
  parts: readonly string[],
): string[] {
  const body = context.canonicalForm(resource);
  return parts.map((part) =>
    canonicalJson(part === "children" ? childDigests(context, resource) : body[part]!),
  );
}

/** The number of equal parts, or 0 if all equal parts are empty. */
function countEqual(one: readonly string[], other: readonly string[]): number {
  const equal = one.filter((text, index) => text === other[index]);
  return equal.some((text) => !isEmpty(text)) ? equal.length : 0;
}

function isEmpty(text: string): boolean {
  return text === "[]" || text === "{}";
}
