// Applies --target and --exclude to the changes of a plan.
import type { Difference } from "../diff/diff.ts";
import { groupBy, reachable } from "../model/collections.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import { someOf } from "../text/word-lists.ts";
import type { Change, ChangeCounts, Refusal } from "../model/plan.ts";
import type { PlanPolicy } from "../model/plan-policy.ts";
import { needsExcluded } from "../refusals/refusals.ts";
import { referencesOf } from "../model/references.ts";
import { shellQuote } from "../text/shell-quote.ts";
import { refuseUnmatchedPatterns } from "./unmatched-pattern.ts";
import { type Address, addressOf, type Definition } from "../model/resource.ts";

/** Throws a Failure if a pattern matches no definition. */
export function refuseUnmatched(
  definitions: readonly Definition[],
  { target, exclude }: Pick<PlanPolicy, "target" | "exclude">,
): void {
  const addresses = definitions.map(({ address }) => address);
  refuseUnmatchedPatterns(
    [...target, ...exclude],
    addresses,
    (pattern) => `No definition matches "${pattern}".`,
  );
}

export interface Selected {
  readonly changes: readonly Change[];
  readonly unchanged: readonly Address[];
  readonly refusals: readonly Refusal[];
  /** Sentences about related changes that the selection leaves out. */
  readonly notes: readonly string[];
}

/** Returns the selected changes. Refuses changes that need an excluded resource. */
export function select(
  definitions: readonly Definition[],
  { changes, unchanged }: Pick<Difference, "changes" | "unchanged">,
  { target, exclude }: Pick<PlanPolicy, "target" | "exclude">,
): Selected {
  if (target.length + exclude.length === 0) return { changes, unchanged, refusals: [], notes: [] };
  const graph = createGraph(definitions, changes);
  const isTarget = target.length > 0;
  const matched = definitions.filter(({ address }) =>
    [...target, ...exclude].some((pattern) => matchesPattern(pattern, address)),
  );
  // --target selects these definitions, --exclude all others. Both include owned children. --target
  // also includes dependencies; --exclude does not, and `refuseExcludedNeeds` adds a refusal if a
  // selected change needs an excluded definition.
  const found = reachable(matched, (definition) => [
    ...(isTarget ? neededBy(graph, definition) : []),
    ...ownedBy(graph, definition),
  ]);
  const named = new Set([...found].map(({ address }) => address));
  const selected = changes.filter((change) => named.has(definitionOfChange(change)) === isTarget);
  return {
    changes: selected,
    unchanged: unchanged.filter((address) => named.has(address) === isTarget),
    refusals: isTarget ? [] : refuseExcludedNeeds(graph, selected, named),
    notes: isTarget ? omittedParentNotes(graph, named) : [],
  };
}

/**
 * Leaves out the changes that a reviewed plan does not have, unless one that it has needs them: what a
 * write refers to is created, and what refers to a deleted resource is changed.
 */
export function limitToReviewed(
  definitions: readonly Definition[],
  selected: Selected,
  { reviewed }: Pick<PlanPolicy, "reviewed">,
): Selected {
  if (!reviewed) return selected;
  const { changes } = selected;
  const graph = createGraph(definitions, changes);
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const users = usersByAddress(changes);
  const neededFor = (change: Change): readonly Change[] => {
    if (change.action === "delete") return users.get(change.address) ?? [];
    const needed = neededBy(graph, graph.byAddress.get(change.address)!);
    return needed.flatMap(({ address }) =>
      isCreated(graph, address) ? (byAddress.get(address) ?? []) : [],
    );
  };
  const isReviewed = (change: Change): boolean =>
    reviewed.has(change.address) ||
    ("id" in change && reviewed.has(addressOf(change.row.kind, change.id)));
  const kept = reachable(changes.filter(isReviewed), neededFor);
  const others = changes.filter((change) => !kept.has(change));
  return {
    ...selected,
    changes: changes.filter((change) => kept.has(change)),
    notes: [...selected.notes, ...notReviewedNotes(others)],
  };
}

/** The changes of resources that refer to a resource now, by its address. */
function usersByAddress(changes: readonly Change[]): ReadonlyMap<Address, readonly Change[]> {
  const uses = changes.flatMap((change) =>
    change.action === "create"
      ? []
      : referencesOf(change.row, change.before).map((address) => [address, change] as const),
  );
  const groups = groupBy(uses, ([address]) => address);
  return new Map([...groups].map(([address, group]) => [address, group.map(([, user]) => user)]));
}

function notReviewedNotes(others: readonly Change[]): string[] {
  if (others.length === 0) return [];
  const listed = others.map(({ action, address }) => `${action} ${address}`);
  return [`Not in the saved plan, so not made: ${someOf(listed)}.`];
}

/** Counts of a plan, by action. */
export function countChanges({
  changes,
  unchanged,
}: Pick<Selected, "changes" | "unchanged">): ChangeCounts {
  const counts = { create: 0, update: 0, replace: 0, delete: 0, keep: unchanged.length };
  for (const { action } of changes) counts[action]++;
  return counts;
}

interface SelectionContext {
  readonly byAddress: ReadonlyMap<Address, Definition>;
  readonly actions: ReadonlyMap<Address, Change["action"]>;
  /** The children that belong wholly to a definition, by its address. */
  readonly ownedChildren: ReadonlyMap<Address | undefined, readonly Definition[]>;
}

function createGraph(
  definitions: readonly Definition[],
  changes: readonly Change[],
): SelectionContext {
  const owned = definitions.filter(({ row }) => row.parent?.owned);
  return {
    byAddress: new Map(definitions.map((definition) => [definition.address, definition])),
    actions: new Map(changes.map(({ address, action }) => [address, action])),
    ownedChildren: groupBy(owned, ({ parent }) => parent),
  };
}

function ownedBy(
  { ownedChildren }: SelectionContext,
  { address }: Definition,
): readonly Definition[] {
  return ownedChildren.get(address) ?? [];
}

/** The definitions that a definition refers to, and its parent if the plan creates it. */
function neededBy(graph: SelectionContext, definition: Definition): Definition[] {
  const { parent = "" } = definition;
  const references = referencesOf(definition.row, definition.spec);
  return [...references, ...(isCreated(graph, parent) ? [parent] : [])].flatMap(
    (address) => graph.byAddress.get(address) ?? [],
  );
}

function isCreated({ actions }: SelectionContext, address: Address): boolean {
  const action = actions.get(address);
  return action === "create" || action === "replace";
}

const maxListedParents = 5;

/**
 * Names the parents of targets that the plan would update. They exist, so the targets do not need
 * the update; and updating a prompt deploys it, which the user must ask for.
 */
function omittedParentNotes(
  { actions, byAddress }: SelectionContext,
  named: ReadonlySet<Address>,
): readonly string[] {
  const parents = [...named].flatMap((address) => byAddress.get(address)?.parent ?? []);
  const omitted = [...new Set(parents)].filter(
    (address) => actions.has(address) && !named.has(address),
  );
  if (omitted.length === 0) return [];
  const listed = omitted.slice(0, maxListedParents);
  const [changes, them] = omitted.length === 1 ? ["a change", "it"] : ["changes", "them"];
  const addresses = someOf(omitted, maxListedParents);
  const flags = listed.map((address) => `--target ${shellQuote(address.replaceAll("*", "\\*"))}`);
  return [
    `--target leaves out ${changes} of ${addresses}, to which targets belong. To include ${them}, add:\n${flags.join(" ")}`,
  ];
}

/**
 * The definition that a change belongs to: of a delete, its parent or the resource that supersedes
 * it.
 */
export function definitionOfChange(change: Change): Address {
  if (change.action === "delete") return change.supersededBy ?? change.parent ?? "";
  return change.address;
}

function refuseExcludedNeeds(
  graph: SelectionContext,
  changes: readonly Change[],
  excluded: ReadonlySet<Address>,
): Refusal[] {
  return changes.flatMap((change) => {
    const definition = graph.byAddress.get(change.address);
    if (!definition) return [];
    const created = neededBy(graph, definition).filter(({ address }) => isCreated(graph, address));
    // The children of a replaced resource are created again.
    const children = change.action === "replace" ? ownedBy(graph, definition) : [];
    return [...created, ...children]
      .filter(({ address }) => excluded.has(address))
      .map(({ address }) => needsExcluded(change.address, address));
  });
}
