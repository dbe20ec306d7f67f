// Siblings: the definitions and the observed resources of one kind under one parent. Also what
// several functions of this folder ask about a resource and its children.
import type { KeptReason } from "../model/unmanaged.ts";
import { childKinds, type Kind } from "../model/kind.ts";
import { type JournalEntry, matchesEntry } from "../model/replace-journal.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";
import type { ListResponses } from "../normalize/observe.ts";
import type { MatchContext } from "./match-context.ts";

export interface Siblings {
  readonly row: Kind;
  readonly desired: readonly Definition[];
  /** Smaller id first, without resources that have unknown values. */
  readonly observed: readonly Observed[];
  /** Whether the scope lets observed resources without a definition be deleted. */
  readonly inScope: boolean;
  /** Why observed ones may belong to others, so that only own contents are matched. */
  readonly sharedBecause: KeptReason | undefined;
}

/** Definitions and the observed resource each is paired with. */
export type Pairs = Map<Definition, Observed>;

/** The children of all kinds of a resource, on its own side. */
export function childrenOf(
  context: MatchContext,
  resource: Definition | Observed,
): (Definition | Observed)[] {
  return childKinds(context.kinds, resource.row.kind).flatMap(
    (row): readonly (Definition | Observed)[] =>
      "id" in resource
        ? context.observedChildren(row.kind, resource.id)
        : context.desiredChildren(row.kind, resource.address),
  );
}

/** The content digests of all children, sorted: equal for equal multisets of children. */
export function childDigests(context: MatchContext, resource: Definition | Observed): string[] {
  return childrenOf(context, resource).map(context.contentDigest).sort();
}

/** Whether an observed resource has values that this version does not know. */
export function hasUnknownValues(resource: Definition | Observed): boolean {
  return "unknownValues" in resource && resource.unknownValues.length > 0;
}

/**
 * Whether an observed resource is a duplicate of a matched one: its content is equal, and the
 * matched one has, or will have, each of its children.
 */
export function isDuplicate(
  context: MatchContext,
  observed: Observed,
  [desired, matched]: readonly [Definition, Observed],
): boolean {
  if (context.contentDigest(observed) !== context.contentDigest(desired)) return false;
  const children = new Set([...childDigests(context, desired), ...childDigests(context, matched)]);
  return childDigests(context, observed).every((digest) => children.has(digest));
}

/** Whether an observed resource equals a definition, with all its children. */
export function isCopy(context: MatchContext, observed: Observed, desired: Definition): boolean {
  const digestsOf = (each: Definition | Observed): string =>
    [context.contentDigest(each), ...childDigests(context, each)].join();
  return digestsOf(observed) === digestsOf(desired);
}

/**
 * The address of the resource that replaced this one, by the replace journal. Undefined unless one
 * of the `candidates` for that address has the new content, and this one is as in the journal.
 */
export function replacedBy(
  context: MatchContext,
  observed: Observed,
  candidates: (address: Address) => readonly Observed[],
): Address | undefined {
  const entry = journalEntryOf(context, observed);
  if (entry?.address === undefined) return undefined;
  const exists = candidates(entry.address).some(
    (each) => each !== observed && context.contentDigest(each) === entry.replacementDigest,
  );
  return exists ? entry.address : undefined;
}

/** Whether prune deleted children of a resource, by the replace journal, and was interrupted. */
export function isPartlyPruned(context: MatchContext, observed: Observed): boolean {
  const entry = journalEntryOf(context, observed);
  if (!entry || entry.address !== undefined) return false;
  return childrenOf(context, observed).length < entry.children.length;
}

/** The entries of the replace journal without a resource that is as in the journal, or has lost children. */
export function outdatedEntries(context: MatchContext, listed: ListResponses): JournalEntry[] {
  return context.options.journalEntries.filter(
    ({ kind, id }) =>
      listed.has(kind) &&
      !context.observed(kind).some((each) => each.id === id && journalEntryOf(context, each)),
  );
}

/** The entry of the replace journal for a resource that is as in the journal, or has lost children. */
function journalEntryOf(context: MatchContext, observed: Observed): JournalEntry | undefined {
  const { row, id } = observed;
  const entry = context.options.journalEntries.find(
    (each) => each.kind === row.kind && each.id === id,
  );
  const current = (): Parameters<typeof matchesEntry>[1] => ({
    content: context.contentDigest(observed),
    children: childDigests(context, observed),
  });
  return entry && matchesEntry(entry, current()) ? entry : undefined;
}

/** The siblings that are in no pair. */
export function unpairedSiblings(siblings: Siblings, pairs: Pairs): Siblings {
  const { desired, observed } = siblings;
  return {
    ...siblings,
    desired: desired.filter((each) => !pairs.has(each)),
    observed: unpaired(observed, pairs),
  };
}

/** The observed resources that are in no pair. */
export function unpaired(observed: readonly Observed[], pairs: Pairs): Observed[] {
  const paired = new Set(pairs.values());
  return observed.filter((each) => !paired.has(each));
}
