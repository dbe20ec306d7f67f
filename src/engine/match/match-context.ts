// The input, the intermediate state and the result of matching.
import type { OtherProjects } from "./other-projects.ts";
import { groupBy, memo } from "../model/collections.ts";
import { type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import type { JsonObject } from "../model/json.ts";
import type { Refusal } from "../model/plan.ts";
import type { KeptReason, SimilarDefinition } from "../model/unmanaged.ts";
import type { PlanPolicy, ServiceFacts } from "../model/plan-policy.ts";
import type { JournalEntry } from "../model/replace-journal.ts";
import type { Address, Definition, Observed } from "../model/resource.ts";
import {
  type AddressOfId,
  contentDigest,
  type ListResponses,
  observeList,
} from "../normalize/observe.ts";

/** A definition and its remote resource, if it has one. */
export interface Match {
  readonly row: Kind;
  readonly desired: Definition;
  readonly observed?: Observed;
  /** `undetermined`: a refusal prevents the decision; the remote resource is known. */
  readonly action: "create" | "keep" | "update" | "replace" | "undetermined";
}

/** A remote resource without a definition. Children of an unmanaged parent are not listed. */
export interface Leftover {
  readonly row: Kind;
  readonly observed: Observed;
  /** The address of its matched parent; undefined for kinds without parents and for orphans. */
  readonly parent?: Address;
  /**
   * - `unmanaged`: not defined in any file
   * - `undeclared`: no file defines resources of this kind under its parent
   * - `duplicate`: a duplicate of `supersededBy`
   * - `surplus`: owned by a matched parent whose definition does not have it
   * - `unfinished`: the old resource of an interrupted replace, which `supersededBy` replaced; without
   *   it, what an interrupted prune left
   * - `unsupported`: has values that this version does not know
   * - `orphan`: its parent does not exist
   */
  readonly reason:
    | "unmanaged"
    | "undeclared"
    | "duplicate"
    | "surplus"
    | "unfinished"
    | "unsupported"
    | "orphan";
  readonly supersededBy?: Address;
  /** Whether a nameless duplicate equals the definition with all its children. */
  readonly isCopy?: boolean;
  /** Whether it is similar to a matched resource, so that it may be left by a replace. */
  readonly maybeReplaced?: boolean;
  /** The new definition that it is similar to, and why they are not matched. */
  readonly similarTo?: SimilarDefinition | undefined;
  /** Why it may belong to others; undefined if it does not. */
  readonly sharedBecause?: KeptReason | undefined;
}

export interface MatchResult {
  /** In the order of the table of kinds, then of the definitions. */
  readonly matches: readonly Match[];
  readonly leftovers: readonly Leftover[];
  readonly refusals: readonly Refusal[];
  /** The matched definitions in scope; a definition without a name follows its parent. */
  readonly inScope: ReadonlySet<Address>;
  /** Entries of the replace journal whose resource does not exist any more, or was changed since. */
  readonly outdatedEntries: readonly JournalEntry[];
  /** All listed remote resources, by kind. */
  readonly observed: ReadonlyMap<string, readonly Observed[]>;
}

/** What git says about the resources of a service. A field is undefined before it was read. */
export interface Evidence {
  /** Undefined if no history was read. */
  readonly past?: PastContents | undefined;
  readonly otherProjects?: OtherProjects | undefined;
  /**
   * Why a resource does not belong to this project, so that prune leaves it; undefined if it does.
   * Without this function, every resource counts as owned.
   */
  readonly ownership?: ((leftover: Leftover) => KeptReason | undefined) | undefined;
  /** The definition files that differ from HEAD; undefined without git. */
  readonly uncommittedFiles?: readonly string[] | undefined;
}

export type MatchOptions = Pick<
  PlanPolicy,
  "capabilities" | "prune" | "scope" | "keep" | "lacksScope"
> &
  ServiceFacts &
  Pick<Evidence, "past" | "otherProjects">;

/** What definitions contained, in git. */
export interface PastContents {
  /** The definitions that last had the content of a nameless resource. */
  ownersOf(
    this: void,
    siblings: { readonly kind: string; readonly parent: Address },
    content: JsonObject,
  ): RecentOwners | undefined;
  /** The content digests of the numbered children that a definition ever had. */
  childDigestsOf(this: void, definition: Address): ReadonlySet<string>;
}

/** The definitions with a content in the newest commit that has it. `age`: the number of commits since. */
export interface RecentOwners {
  readonly addresses: ReadonlySet<Address>;
  readonly age: number;
}

/** The state that the functions of this folder share. */
export interface MatchContext {
  readonly kinds: Kinds;
  readonly responses: ListResponses;
  readonly options: MatchOptions;
  /** Equal for resources of one kind if and only if their contents are equal. */
  contentDigest(resource: Definition | Observed): string;
  /** Records the address of a remote resource. */
  setAddress(kind: string, id: string, address: Address): void;
  addressOfId: AddressOfId;
  /** The addresses of duplicates (`kind/id:…`), and the address of the definition that each duplicates. */
  readonly duplicates: Map<Address, Address>;
  isPinned(address: Address): boolean;
  readonly matches: Match[];
  readonly inScope: Set<Address>;
  readonly leftovers: Leftover[];
  readonly refusals: readonly Refusal[];
  refuse(refusal: Refusal): void;
  /** Whether a refusal names this address. */
  isRefused(this: void, address: Address): boolean;
  /** The definitions of a kind. */
  desired(kind: string): readonly Definition[];
  /** The remote resources of a kind, smaller id first. */
  observed(kind: string): readonly Observed[];
  /** The definitions of a kind under a parent, in the order of definitions. */
  desiredChildren(kind: string, parent: Address): readonly Definition[];
  /** The remote resources of a kind under a parent, smaller id first. */
  observedChildren(kind: string, parentId: string): readonly Observed[];
}

/** The context before the first kind is matched. */
export function createMatchContext(
  kinds: Kinds,
  definitions: readonly Definition[],
  responses: ListResponses,
  options: MatchOptions,
): MatchContext {
  const addresses = new Map(kinds.map(({ kind }) => [kind, new Map<string, Address>()]));
  const addressOfId: AddressOfId = (kind, id) => addresses.get(kind)!.get(id);
  const refusals: Refusal[] = [];
  const refused = new Set<Address>();
  // Kinds are observed on first use: by then the resources they refer to have their addresses.
  const observed = memo((kind: string) =>
    observeList(kindNamed(kinds, kind), responses.get(kind) ?? [], addressOfId),
  );
  const desiredByKind = groupBy(definitions, ({ row }) => row.kind);
  const desired = (kind: string): readonly Definition[] => desiredByKind.get(kind) ?? [];
  const desiredByParent = memo((kind: string) => groupBy(desired(kind), ({ parent }) => parent));
  const observedByParent = memo((kind: string) => groupBy(observed(kind), (each) => each.parentId));
  return {
    kinds,
    responses,
    options,
    contentDigest: memo(({ row, spec }) => contentDigest(row, spec)),
    setAddress: (kind, id, address) => void addresses.get(kind)!.set(id, address),
    addressOfId,
    duplicates: new Map(),
    isPinned: (address) => Object.hasOwn(options.pins, address),
    matches: [],
    inScope: new Set(),
    leftovers: [],
    refusals,
    refuse: (refusal) => {
      refusals.push(refusal);
      for (const address of refusal.addresses) refused.add(address);
    },
    isRefused: (address) => refused.has(address),
    desired,
    observed,
    desiredChildren: (kind, parent) => desiredByParent(kind).get(parent) ?? [],
    observedChildren: (kind, parentId) => observedByParent(kind).get(parentId) ?? [],
  };
}
