// Both sides under one parent, and what stands beneath each of them.
import { matchesEntry } from "../model/replace-journal.ts";
import { childKinds, type Kind } from "../model/kind.ts";
import type { MatchContext } from "./match-context.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";

/** Both sides under one parent. */
export interface Family {
  readonly row: Kind;
  readonly desired: readonly Definition[];
  /** Smaller id first; without those this version does not understand. */
  readonly observed: readonly Observed[];
}
export type Pairs = Map<Definition, Observed>;

/** The contents of all children of a thing, sorted: equal for equal multisets. */
export function childDigests(work: MatchContext, thing: Definition | Observed): string[] {
  return childrenOf(work, thing).map(work.contentDigest).sort();
}

/** The same without what this version does not understand, which is never called for. */
export function knownChildDigests(work: MatchContext, thing: Definition | Observed): string[] {
  const known = childrenOf(work, thing).filter((each) => !hasUnknownValues(each));
  return known.map(work.contentDigest);
}

export function childrenOf(
  work: MatchContext,
  thing: Definition | Observed,
): (Definition | Observed)[] {
  return childKinds(work.kinds, thing.kind).flatMap((row): readonly (Definition | Observed)[] =>
    "id" in thing
      ? work.observedChildren(row.kind, thing.id)
      : work.desiredChildren(row.kind, thing.address),
  );
}

export function hasUnknownValues(thing: Definition | Observed): boolean {
  return "unknownValues" in thing && thing.unknownValues.length > 0;
}

/** Equal in its own content, and every child of it is one that the kept one has or will have. */
export function isDuplicate(
  work: MatchContext,
  observed: Observed,
  desired: Definition,
  kept: Observed,
): boolean {
  if (work.contentDigest(observed) !== work.contentDigest(desired)) return false;
  const have = new Set([...childDigests(work, desired), ...childDigests(work, kept)]);
  return childDigests(work, observed).every((each) => have.has(each));
}

/**
 * The address that a thing was noted to give way to, where one of what that `made` so far says what
 * it was to say, and the thing itself is as it was noted.
 */
export function replacedBy(
  work: MatchContext,
  observed: Observed,
  made: (address: Address) => readonly Observed[],
): Address | undefined {
  const { journalEntries: unfinished } = work.options;
  const note = unfinished.find(({ kind, id }) => kind === observed.kind && id === observed.id);
  const isThere = (each: Observed): boolean =>
    each !== observed && work.contentDigest(each) === note!.becomes;
  if (!note || !made(note.address).some(isThere)) return undefined;
  const now = { content: work.contentDigest(observed), children: childDigests(work, observed) };
  return matchesEntry(note, now) ? note.address : undefined;
}

/** What has no partner. */
export function unpaired(observed: readonly Observed[], pairs: Pairs): Observed[] {
  const taken = new Set(pairs.values());
  return observed.filter((each) => !taken.has(each));
}
