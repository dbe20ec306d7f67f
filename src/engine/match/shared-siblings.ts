// Siblings that may belong to others: under a parent that is external, outside the scope, under keep, or
// used by another project. Of those, a definition is matched only with what it has or had.
import { kept, type KeptReason } from "../model/unmanaged.ts";
import { otherProjectWith } from "./other-projects.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import type { Kind } from "../model/kind.ts";
import { type Definition, namesOf, type Observed } from "../model/resource.ts";
import { listedUnderKeep, outsideScope } from "../environments/scope.ts";
import type { MatchContext } from "./match-context.ts";
import { childDigests, childrenOf, type Siblings } from "./siblings.ts";

/** Why the remote children of a parent may belong to others; undefined if they do not. */
export function sharedReason(
  { inScope, options: { keep, otherProjects = [] } }: MatchContext,
  row: Kind,
  definition: Definition,
): KeptReason | undefined {
  const { address, external } = definition;
  if (row.parent!.owned) return undefined;
  if (external) return kept("shared", `its ${definition.row.kind} is external`);
  if (!inScope.has(address)) return outsideScope;
  if (keep.some((pattern) => matchesPattern(pattern, address))) return listedUnderKeep;
  const family = { address, names: namesOf(definition) };
  return otherProjectWith(otherProjects, { kind: row.kind, family, isNamed: false });
}

/** Why siblings are not matched by similarity; undefined if they are. */
export function dissimilarReason(
  { options: { lacksScope } }: MatchContext,
  { row, sharedBecause }: Pick<Siblings, "row" | "sharedBecause">,
): string | undefined {
  const isUnlimited = lacksScope && !row.parent!.owned;
  return (
    sharedBecause?.text ?? (isUnlimited ? "promptctl.yaml has no scope, and CI is set" : undefined)
  );
}

/**
 * Whether a definition may be paired with a resource of equal content: if others may have created it,
 * each child must be one that the definition has, or had in git.
 */
export function mayPair(
  context: MatchContext,
  { sharedBecause }: Siblings,
  desired: Definition,
  observed: Observed,
): boolean {
  if (sharedBecause === undefined) return true;
  const now = childDigests(context, desired);
  const past = context.options.past?.childDigestsOf(desired.address);
  return childrenOf(context, observed)
    .map(context.contentDigest)
    .every((digest) => now.includes(digest) || past?.has(digest));
}
