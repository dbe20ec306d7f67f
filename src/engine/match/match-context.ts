// What matching works with and what comes of it: both sides by parent, and who is whom so far.
import type { JournalEntry } from "../model/replace-journal.ts";
import { groupBy, memo } from "../model/collections.ts";
import { jsonEquals, type JsonObject } from "../model/json.ts";
import { type Capabilities, isSupported, type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { type ListResponses, contentDigest, observe } from "../observe/observe.ts";
import type { Refusal } from "../model/plan.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";

/** A definition and the remote thing that is it, if there is one. */
export interface Match {
  readonly row: Kind;
  readonly desired: Definition;
  readonly observed?: Observed;
  /** What becomes of it. */
  readonly action: "create" | "keep" | "update" | "replace";
}

/** A remote thing that no definition matches. Things beneath an unmanaged parent are not listed. */
export interface Leftover {
  readonly row: Kind;
  readonly observed: Observed;
  /** The address of its matched parent; undefined for what has no parent, and for orphans. */
  readonly parent?: Address;
  /**
   * `unmanaged`: no file speaks of it · `undeclared`: nor of any such thing beneath its parent · `double`: a second copy of `of` · `surplus`: belongs to a
   * matched parent, whose definition does not have it · `unfinished`: the old one of a replace of
   * `of` that was cut short · `foreign`: not understood by this version · `orphan`: its parent is
   * not there.
   */
  readonly reason:
    | "unmanaged"
    | "undeclared"
    | "double"
    | "surplus"
    | "unfinished"
    | "foreign"
    | "orphan";
  readonly of?: Address;
  /** Whether it is so like what a definition matches that a replace may have left it. */
  readonly maybeReplaced?: boolean;
}

export interface MatchResult {
  /** In the order of the table of kinds, then of the definitions. */
  readonly matches: readonly Match[];
  readonly leftovers: readonly Leftover[];
  readonly refusals: readonly Refusal[];
  /** Every remote thing that was listed, by kind, in normal form. */
  readonly observed: ReadonlyMap<string, readonly Observed[]>;
}

export interface MatchOptions {
  readonly capabilities: Capabilities;
  /** The service at hand, as pins name it. */
  readonly baseUrl: string;
  /** Address → id, for the service at hand. */
  readonly pins: { readonly [address: Address]: string };
  /** Whether leftovers will be deleted; it decides which of equal choices is cheapest. */
  readonly prune: boolean;
  /** Replaces that were begun on the service at hand. */
  readonly journalEntries: readonly JournalEntry[];
}

/** What the matching of one kind works with and adds to. */
export interface MatchContext {
  readonly kinds: Kinds;
  readonly responses: ListResponses;
  readonly options: MatchOptions;
  readonly definitions: readonly Definition[];
  /** Remote things of a kind in normal form, smaller id first. */
  observed(kind: string): readonly Observed[];
  /** The body as it is compared, of either side. */
  canonicalForm(thing: Definition | Observed): JsonObject;
  /** Equal text for equal content, of either side. */
  contentDigest(thing: Definition | Observed): string;
  /** Children of a definition, in order; and of a remote thing, smaller id first. */
  desiredChildren(kind: string, parent: Address): readonly Definition[];
  observedChildren(kind: string, parentId: string): readonly Observed[];
  /** Records that a remote thing has this address. */
  claim(kind: string, id: string, address: Address): void;
  /** Whether the configuration says which remote thing this is. */
  isPinned(address: Address): boolean;
  addressOfId(kind: string, id: string): Address | undefined;
  readonly matches: Match[];
  readonly leftovers: Leftover[];
  readonly refusals: readonly Refusal[];
  /** Records why the plan is not carried out. */
  refuse(refusal: Refusal): void;
  /** Whether some refusal is about this address. */
  isRefused(this: void, address: Address): boolean;
}

/** What becomes of a definition, matched or not. */
export function actionFor(
  work: MatchContext,
  row: Kind,
  desired: Definition,
  observed: Observed | undefined,
): Match["action"] {
  if (!observed) return "create";
  if (jsonEquals(desired.spec, observed.spec)) return "keep"; // most are: seen without digests
  if (work.contentDigest(desired) === work.contentDigest(observed)) return "keep";
  return isSupported(row.update, work.options.capabilities) ? "update" : "replace";
}

/** Nothing matched yet. */
export function createMatchContext(
  kinds: Kinds,
  definitions: readonly Definition[],
  answers: ListResponses,
  options: MatchOptions,
): MatchContext {
  const addresses = new Map(kinds.map(({ kind }) => [kind, new Map<string, Address>()]));
  const pinned = new Set(Object.keys(options.pins));
  const refusals: Refusal[] = [];
  const refused = new Set<Address>();
  const addressOfId = (kind: string, id: string): Address | undefined =>
    addresses.get(kind)!.get(id);
  const observed = memo((kind: string) => {
    const row = kindNamed(kinds, kind);
    const all = (answers.get(kind) ?? []).map((each: JsonObject) =>
      observe(row, each, addressOfId),
    );
    return all.sort((a, b) => (a.id < b.id ? -1 : 1));
  });
  const desiredByParent = memo((kind: string) =>
    groupBy(
      definitions.filter((each) => each.kind === kind),
      (each) => each.parent,
    ),
  );
  const observedByParent = memo((kind: string) => groupBy(observed(kind), (each) => each.parentId));
  return {
    kinds,
    responses: answers,
    options,
    definitions,
    observed,
    canonicalForm: (thing) => canonicalForm(kindNamed(kinds, thing.kind).shape, thing.spec),
    contentDigest: memo((thing) => contentDigest(kindNamed(kinds, thing.kind), thing.spec)),
    desiredChildren: (kind, parent) => desiredByParent(kind).get(parent) ?? [],
    observedChildren: (kind, parentId) => observedByParent(kind).get(parentId) ?? [],
    claim: (kind, id, address) => void addresses.get(kind)!.set(id, address),
    addressOfId,
    isPinned: (address) => pinned.has(address),
    matches: [],
    leftovers: [],
    refusals,
    refuse: (refusal) => {
      refusals.push(refusal);
      for (const address of refusal.addresses) refused.add(address);
    },
    isRefused: (address) => refused.has(address),
  };
}
