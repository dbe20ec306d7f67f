// Pairs siblings without an equal partner that are similar enough to be one resource that changed.
import { memo } from "../model/collections.ts";
import { canonicalJson } from "../model/json.ts";
import type { ByContent } from "../model/kind.ts";
import type { Definition, Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
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
  const similarityTo = createSimilarity(context, parts);
  const paired = new Set<Observed>();
  for (let count = parts.length; count >= atLeast; count--)
    for (const definition of desired) {
      if (pairs.has(definition)) continue;
      const similarity = similarityTo(definition);
      const similar = observed.find((each) => !paired.has(each) && similarity(each) >= count);
      if (!similar) continue;
      pairs.set(definition, similar);
      paired.add(similar);
    }
  return pairs;
}

/** Returns a function that counts equal parts of two siblings, or 0 if all equal parts are empty. */
export function createSimilarity(
  context: MatchContext,
  parts: readonly string[],
): (one: Definition | Observed) => (other: Definition | Observed) => number {
  const textsOf = memo((resource: Definition | Observed) => {
    const body = canonicalForm(resource.row.shape, resource.spec);
    return parts.map((part) =>
      canonicalJson(part === "children" ? childDigests(context, resource) : body[part]!),
    );
  });
  return (one) => {
    const texts = textsOf(one);
    return (other) => {
      const equal = textsOf(other).filter((text, index) => text === texts[index]);
      return equal.some((text) => text !== "[]" && text !== "{}") ? equal.length : 0;
    };
  };
}
