// The definitions that HEAD has and the files do not, while the service has their resources: prune
// deletes these once the removal is committed.
import { mayBePruned } from "../diff/leftovers.ts";
import type { DiffOptions } from "../diff/diff-context.ts";
import { candidatesIn, type ContentComparison, currentAddress } from "./held-version.ts";
import type { FamilyQuery, ProjectHistory } from "./project-history.ts";
import type { MatchResult } from "../match/match-context.ts";
import type { Address } from "../model/resource.ts";
import type { Subject, Subjects } from "./questions.ts";

/** The unmanaged resources that HEAD may define. */
export function removalSubjects(
  subjects: Subjects,
  matching: MatchResult,
  options: DiffOptions,
): Subject[] {
  return matching.leftovers
    .filter((leftover) => mayBePruned({ matching, options }, leftover))
    .map(subjects.ofLeftover);
}

/** Asks for the families in HEAD only, as far as `queries` do not ask for them. */
export function removalQueries(
  removals: readonly Subject[],
  queries: readonly FamilyQuery[],
): FamilyQuery[] {
  const known = new Set(queries.map(({ address }) => address));
  const families = new Map(removals.map(({ family }) => [family.address, family]));
  return [...families.values()]
    .filter(({ address }) => !known.has(address))
    .map((family) => ({ ...family, wanted: [] }));
}

/** The addresses in HEAD, without those that the files define too. */
export function uncommittedRemovals(
  { kinds, isEqual }: ContentComparison,
  removals: readonly Subject[],
  { commits: [head] }: Pick<ProjectHistory, "commits">,
  defined: ReadonlySet<Address>,
): Address[] {
  const removed = removals.flatMap(({ family, own }) => {
    const state = head?.families.get(family.address);
    if (state?.status !== "defined") return [];
    const isNamed = own.address !== undefined;
    return candidatesIn(kinds, state, own)
      .filter((each) => !each.external && (isNamed || isEqual(each, own.content)))
      .map((each) =>
        isNamed ? each.address : currentAddress(each, state.address, family.address),
      );
  });
  return [...new Set(removed)].filter((address) => !defined.has(address)).sort();
}
