// The deletes that lose nothing: of nameless resources that hold an earlier version of a definition,
// while another resource has the content that the definition has now. Interrupted replaces leave them.
import { type Change, isPruned } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { candidatesIn, type ContentComparison, currentAddress } from "./held-version.ts";
import type { ProjectHistory } from "./project-history.ts";
import type { HistorySubject, Subjects } from "./questions.ts";

/** Their addresses. */
export function oldCopies(
  changes: readonly Change[],
  subjects: Subjects,
  comparison: ContentComparison,
  history: ProjectHistory,
): ReadonlySet<Address> {
  const copies = changes
    .filter((change) => isPruned(change) && change.parent !== undefined)
    .filter((change) => isOldCopy(subjects.ofChange(change)!, subjects, comparison, history));
  return new Set(copies.map(({ address }) => address));
}

/**
 * Whether each definition that had this content in the newest commit with it has another one now, which
 * that commit did not define: so it was not only renamed.
 */
function isOldCopy(
  { family, own }: HistorySubject,
  { ofUnchanged }: Subjects,
  { kinds, isEqual }: ContentComparison,
  { commits }: ProjectHistory,
): boolean {
  for (const { families } of commits) {
    const state = families.get(family.address);
    const members = candidatesIn(kinds, state, own);
    const owners = members.filter((each) => isEqual(each, own.content));
    if (owners.length === 0 || state?.status !== "defined") continue;
    return owners.every((owner) => {
      const now = ofUnchanged(currentAddress(owner, state.address, family.address));
      return now !== undefined && !members.some((each) => isEqual(each, now.own.content));
    });
  }
  return false;
}
