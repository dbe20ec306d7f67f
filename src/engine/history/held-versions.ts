// Says of each change which version of its definition the service holds.
import {
  candidatesIn,
  type ContentComparison,
  currentAddress,
  heldVersion,
} from "./held-version.ts";
import type { ProjectHistory, WantedVersion } from "./project-history.ts";
import type { HeldVersion, NewestVersion } from "../model/held-version.ts";
import type { Change } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import type { HistorySubject, Subjects } from "./questions.ts";

/** The changes, each with the version that the service holds. */
export function withHeldVersions(
  changes: readonly Change[],
  subjects: Subjects,
  comparison: ContentComparison,
  history: ProjectHistory,
): Change[] {
  return changes.map((change) => {
    const subject = subjects.ofChange(change);
    return subject ? { ...change, held: heldBy(comparison, history, subject) } : change;
  });
}

/**
 * The version that a resource holds: of its definition, or of one that had its content. None if it has
 * a descendant that no version has.
 */
export function heldBy(
  comparison: ContentComparison,
  history: ProjectHistory,
  subject: HistorySubject,
): HeldVersion {
  const { family, own, descendants } = subject;
  const address = own.address ?? ownerOf(comparison, history, subject);
  const isKnown = (each: WantedVersion): boolean =>
    ownerOf(comparison, history, { family, own: each }) !== undefined;
  if (address === undefined || !descendants.every(isKnown))
    return { type: history.missing ? "unknown" : "none" };
  const held = heldVersion(comparison, history, family.address, { ...own, address });
  if (held.type !== "none" || !held.newest) return held;
  return { ...held, newest: newestVersion(subject, held.newest) };
}

/** The newest version and what the service has: an earlier name of the definition is no difference. */
export function newestVersion(
  { family, own }: HistorySubject,
  { at, content }: Omit<NewestVersion, "observed">,
): NewestVersion {
  const isNamed = family.names.some((name) => name === own.content["name"]);
  const { name } = content;
  const observed = isNamed && name !== undefined ? { ...own.content, name } : own.content;
  return { at, content, observed };
}

/** The address of the newest definition on the line that had the content of a nameless resource. */
function ownerOf(
  { kinds, isEqual }: ContentComparison,
  { commits }: ProjectHistory,
  { family, own }: Pick<HistorySubject, "family" | "own">,
): Address | undefined {
  for (const { families } of commits) {
    const state = families.get(family.address);
    const owner = candidatesIn(kinds, state, own).find((each) => isEqual(each, own.content));
    if (owner && state?.status === "defined")
      return currentAddress(owner, state.address, family.address);
  }
  return undefined;
}
