// The definitions that HEAD has and the files do not, while the service has their resources: once the
// removal is committed, prune deletes those that belong to this project.
import { mayBePruned } from "../diff/retention-reason.ts";
import type { DiffOptions } from "../diff/diff-context.ts";
import type { RenameHint } from "../diff/rename-hints.ts";
import { remoteAddress } from "../normalize/observe.ts";
import { candidatesIn, type ContentComparison, currentAddress } from "./held-version.ts";
import type { FamilyNames, FamilyQuery, ProjectHistory } from "./project-history.ts";
import type { Leftover, MatchResult } from "../match/match-context.ts";
import type { RemovedResource } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import type { HistorySubject, Subjects } from "./questions.ts";

/** An unmanaged resource that HEAD may define. */
export interface RemovalCandidate {
  readonly leftover: Leftover;
  readonly family: FamilyNames;
  /** Its contents, for those that HEAD defines: a service may have thousands of other projects. */
  subject(this: void): HistorySubject;
}

/** The unmanaged resources that HEAD may define. */
export function removalCandidates(
  subjects: Subjects,
  matching: MatchResult,
  options: DiffOptions,
): RemovalCandidate[] {
  return matching.leftovers
    .filter((leftover) => mayBePruned({ matching, options }, leftover))
    .map((leftover) => ({
      leftover,
      family: subjects.familyOfLeftover(leftover),
      subject: () => subjects.ofLeftover(leftover),
    }));
}

/** Asks for the families in HEAD only, as far as `queries` do not ask for them. */
export function removalQueries(
  removals: readonly RemovalCandidate[],
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
  readonly subject: HistorySubject;
  readonly leftover: Leftover;
}

/** The definitions in HEAD, without those that the files define too. */
export function uncommittedRemovals(
  { kinds, isEqual }: ContentComparison,
  removals: readonly RemovalCandidate[],
  { commits: [head] }: Pick<ProjectHistory, "commits">,
  defined: ReadonlySet<Address>,
): UncommittedRemoval[] {
  const removed = removals.flatMap(({ leftover, family, subject: subjectOf }) => {
    const state = head?.families.get(family.address);
    if (state?.status !== "defined") return [];
    const subject = subjectOf();
    const { own } = subject;
    const remote = own.address;
    return candidatesIn(kinds, state, own)
      .filter((each) => !each.external && (remote !== undefined || isEqual(each, own.content)))
      .map((each) => ({
        subject,
        leftover,
        remote,
        address:
          remote === undefined ? currentAddress(each, state.address, family.address) : each.address,
      }));
  });
  return removed.filter(({ address }) => !defined.has(address));
}

/** The removals, each once, without the definitions that a hint says were renamed. */
export function removedDefinitions(
  removals: readonly (RemovedResource & Pick<UncommittedRemoval, "remote">)[],
  hints: readonly RenameHint[],
): RemovedResource[] {
  const renamed = new Set(hints.map(({ kind, id }) => remoteAddress(kind, id)));
  const removed = removals.filter(({ remote }) => remote === undefined || !renamed.has(remote));
  const byAddress = new Map(
    removed.map(({ address, obstacle }) => [
      address,
      { address, ...(obstacle !== undefined && { obstacle }) },
    ]),
  );
  return [...byAddress.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
}
