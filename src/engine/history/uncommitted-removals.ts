// The definitions that HEAD has and the files do not, while the service has their resources: prune
// deletes these once the removal is committed.
import { mayBePruned } from "../diff/leftovers.ts";
import type { DiffOptions } from "../diff/diff-context.ts";
import type { RenameHint } from "../diff/rename-hints.ts";
import { remoteAddress } from "../normalize/observe.ts";
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

/** A definition that HEAD has and the files do not. */
export interface UncommittedRemoval {
  /** Its address in HEAD. */
  readonly address: Address;
  /** The address of its resource on the service; undefined for a nameless one. */
  readonly remote: Address | undefined;
}

/** The definitions in HEAD, without those that the files define too. */
export function uncommittedRemovals(
  { kinds, isEqual }: ContentComparison,
  removals: readonly Subject[],
  { commits: [head] }: Pick<ProjectHistory, "commits">,
  defined: ReadonlySet<Address>,
): UncommittedRemoval[] {
  const removed = removals.flatMap(({ family, own }) => {
    const state = head?.families.get(family.address);
    if (state?.status !== "defined") return [];
    const remote = own.address;
    return candidatesIn(kinds, state, own)
      .filter((each) => !each.external && (remote !== undefined || isEqual(each, own.content)))
      .map((each) => ({
        remote,
        address:
          remote === undefined ? currentAddress(each, state.address, family.address) : each.address,
      }));
  });
  return removed.filter(({ address }) => !defined.has(address));
}

/** Their addresses, without the definitions that a hint says were renamed. */
export function removedAddresses(
  removals: readonly UncommittedRemoval[],
  hints: readonly RenameHint[],
): Address[] {
  const renamed = new Set(hints.map(({ kind, id }) => remoteAddress(kind, id)));
  const removed = removals.filter(({ remote }) => remote === undefined || !renamed.has(remote));
  return [...new Set(removed.map(({ address }) => address))].sort();
}
