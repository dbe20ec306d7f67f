// Decides for each remote resource without a definition whether it is deleted or retained, and
// deletes it with its children.
import type { Leftover, MatchResult } from "../match/match-context.ts";
import { matchesPattern } from "../text/address-pattern.ts";
import { childKinds, isSupported, type Kind, type Kinds } from "../model/kind.ts";
import type { Delete } from "../model/plan.ts";
import { kept, type KeptReason, type Unmanaged } from "../model/unmanaged.ts";
import { type Address, addressOf, nameOf, type Observed } from "../model/resource.ts";
import {
  isNameInScope,
  isWholeService,
  listedUnderKeep,
  outsideScope,
} from "../environments/scope.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { remoteAddress } from "../normalize/observe.ts";
import type { DiffContext, DiffOptions } from "./diff-context.ts";

/** The leftovers that are deleted, and those that stay, by kind (in the order of the table) and name. */
export interface ClassifiedLeftovers {
  readonly deletes: Delete[];
  readonly unmanaged: Unmanaged[];
  /** A duplicate that stays, by the address of the matched resource. */
  readonly duplicates: ReadonlyMap<Address, RetainedDuplicate>;
}

/** A duplicate that stays. */
export interface RetainedDuplicate {
  readonly reason: KeptReason;
  readonly deletedByPrune: boolean;
}

export function classifyLeftovers(context: DiffContext): ClassifiedLeftovers {
  const deletes: Delete[] = [];
  const unmanaged: Unmanaged[] = [];
  const duplicates = new Map<Address, RetainedDuplicate>();
  const deleted = new Set<Observed>();
  // Resources that refer to others come first, so that the remaining users of the others are known.
  for (const leftover of context.matching.leftovers.toReversed()) {
    const { observed, supersededBy } = leftover;
    const reason = retentionReason(context, leftover, deleted);
    if (reason === undefined) {
      deleted.add(observed);
      deletes.push(deleteLeftover(context, leftover));
      continue;
    }
    unmanaged.push(toUnmanaged(context, leftover, reason));
    if (supersededBy !== undefined && !duplicates.has(supersededBy))
      duplicates.set(supersededBy, {
        reason,
        deletedByPrune: isDeletedByPrune(context, leftover),
      });
  }
  return {
    deletes: deletes.sort(byKindAndName(context.kinds, ({ row }) => row.kind)),
    unmanaged: unmanaged.sort(byKindAndName(context.kinds, ({ kind }) => kind)),
    duplicates,
  };
}

function toUnmanaged(context: DiffContext, leftover: Leftover, reason: KeptReason): Unmanaged {
  const { row, observed, parent, supersededBy, similarTo } = leftover;
  const { id, name = "" } = observed;
  const resource = {
    kind: row.kind,
    name,
    ...(parent !== undefined && { parent }),
    id,
    ...(similarTo && { similarTo }),
  };
  if (supersededBy === undefined) return { ...resource, reason };
  return {
    ...resource,
    reason: { ...reason, text: `a duplicate of ${supersededBy}; ${reason.text}` },
    duplicateOf: supersededBy,
    deletedByPrune: isDeletedByPrune(context, leftover),
  };
}

/** Resources without a name are sorted by their parent's address, then by id. */
function byKindAndName<Resource extends Pick<Delete, "parent" | "name" | "id">>(
  kinds: Kinds,
  kindOf: (resource: Resource) => string,
): (a: Resource, b: Resource) => number {
  const kindNames = kinds.map(({ kind }) => kind);
  return (a, b) =>
    kindNames.indexOf(kindOf(a)) - kindNames.indexOf(kindOf(b)) ||
    compareTexts(a.parent, b.parent) ||
    compareTexts(a.name, b.name) ||
    compareTexts(a.id, b.id);
}

function compareTexts(a = "", b = ""): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns why a leftover is retained, or undefined if it is deleted. */
function retentionReason(
  context: DiffContext,
  leftover: Leftover,
  deleted: ReadonlySet<Observed>,
): KeptReason | undefined {
  const { options, uses } = context;
  const { row, observed, supersededBy } = leftover;
  if (leftover.reason === "surplus") return undefined;
  const isDuplicate = supersededBy !== undefined;
  const isUnnamedDuplicate = isDuplicate && row.identifiedBy.by !== "name";
  const isOutside = !isInScope(context, leftover);
  // The scope does not limit a replace, so its second half is done too.
  if (isUnnamedDuplicate && leftover.reason === "unfinished") return undefined;
  if (isUnnamedDuplicate && leftover.sharedBecause !== undefined) return leftover.sharedBecause;
  if (leftover.isCopy && !isOutside)
    return isKept(context, leftover) ? listedUnderKeep : options.ownership?.(leftover);
  if (isDuplicate && isOutside) return outsideScope;
  if (isDuplicate && isKept(context, leftover)) return listedUnderKeep;
  if (isPruneOff(context, leftover))
    return options.ownership?.(leftover) ?? pruneOff("apply --prune deletes it");
  const reason = reasonWithoutPrune(leftover, options);
  if (reason !== undefined) return reason;
  if (options.lacksScope)
    return kept("no-scope", "promptctl.yaml has no scope, and in CI prune needs one");
  if (leftover.reason === "orphan") return isOutside ? orphanInScope(row) : undefined;
  if (isOutside) return outsideScope;
  if (isKept(context, leftover)) return listedUnderKeep;
  const users = uses.get(remoteAddress(row.kind, observed.id)) ?? [];
  const { user } = users.find((use) => !deleted.has(use.user)) ?? {};
  if (user) {
    const text = `still used by the ${user.row.kind} "${user.name ?? ""}" (id:${user.id})`;
    return kept("used", text);
  }
  return options.ownership?.(leftover);
}

/** Whether prune may delete a resource if it belongs to the project, and its parent declares its kind. */
export function mayBePruned(context: ScopeContext, leftover: Leftover): boolean {
  const isUnmanaged = leftover.reason === "unmanaged" && leftover.supersededBy === undefined;
  return (
    (isUnmanaged || leftover.reason === "undeclared") &&
    isInScope(context, leftover) &&
    !isKept(context, leftover)
  );
}

type ScopeContext = Pick<DiffContext, "matching" | "options">;

/** Whether a pattern of `keep` matches a resource, or the parent of a nameless one. */
function isKept(
  { options: { keep } }: ScopeContext,
  { row, observed: { name }, parent }: Leftover,
): boolean {
  const address = name === undefined ? parent : addressOf(row.kind, name);
  return address !== undefined && keep.some((pattern) => matchesPattern(pattern, address));
}

/** Whether a retained leftover is a duplicate that prune would delete, but prune is off. */
function isDeletedByPrune(context: DiffContext, leftover: Leftover): boolean {
  const isForeign = context.options.ownership?.(leftover) !== undefined;
  return isPruneOff(context, leftover) && !isForeign;
}

/** The same, without the question whether the leftover belongs to this project. */
function isPruneOff(context: DiffContext, leftover: Leftover): boolean {
  const { prune, lacksScope } = context.options;
  const { supersededBy, sharedBecause } = leftover;
  const isOff = supersededBy !== undefined && sharedBecause === undefined && !prune && !lacksScope;
  return isOff && isInScope(context, leftover) && !isKept(context, leftover);
}

/** A resource without a name follows its parent; an orphan has none, so the scope cannot decide. */
function isInScope(
  { matching, options: { scope } }: ScopeContext,
  { row, observed, parent }: Leftover,
): boolean {
  if (row.identifiedBy.by === "name") return isNameInScope(scope, row.kind, observed.name!);
  return parent === undefined ? isWholeService(scope) : matching.inScope.has(parent);
}

function orphanInScope(row: Kind): KeptReason {
  const text = `its ${row.parent!.kind} does not exist; prune deletes it only if promptctl.yaml has no scope`;
  return kept("outside-scope", text);
}

function pruneOff(text: string): KeptReason {
  return kept("prune-off", text);
}

/** Returns why a leftover is retained, or undefined if prune is on and may delete it. */
function reasonWithoutPrune(
  { row, reason, maybeReplaced }: Leftover,
  { prune }: DiffOptions,
): KeptReason | undefined {
  if (reason === "undeclared") return undeclaredReason(row);
  if (reason === "unsupported")
    return kept("unsupported", "this version does not support its type");
  if (prune) return undefined;
  if (reason === "orphan") return pruneOff(`its ${row.parent!.kind} does not exist`);
  if (reason === "unfinished")
    return pruneOff("left by an interrupted prune; apply --prune deletes it");
  const hint = maybeReplaced ? "; possibly left by an interrupted replace" : "";
  return pruneOff(`not defined in any file${hint}`);
}

/** Why a resource stays whose parent's definition does not say which resources of its kind it has. */
export function undeclaredReason({ plural, parent }: Kind): KeptReason {
  const text = `the files say nothing about the ${plural} of its ${parent!.kind}; with ${parent!.nestedField}: [] there, --prune deletes them`;
  return kept("undeclared", text);
}

function deleteLeftover(context: DiffContext, leftover: Leftover): Delete {
  const { row, observed, parent, reason, supersededBy } = leftover;
  const isPruned = reason === "unmanaged" || reason === "undeclared" || reason === "unsupported";
  return {
    ...deleteResource(context, observed, isPruned ? "prune" : reason, parent),
    ...(supersededBy !== undefined && { supersededBy }),
    ...(reason === "orphan" && {
      onlyIfMissing: { kind: row.parent!.kind, id: observed.parentId! },
    }),
  };
}

/** The delete of a remote resource and its descendants. */
function deleteResource(
  context: DiffContext,
  observed: Observed,
  reason: Delete["reason"],
  parent?: Address,
  cascades = false,
): Delete {
  const { row, id, name, spec } = observed;
  const address = remoteAddress(row.kind, id, ...(parent === undefined ? [] : [nameOf(parent)]));
  return {
    action: "delete",
    address,
    row,
    ...(parent !== undefined && { parent }),
    id,
    ...(name !== undefined && { name }),
    before: canonicalForm(row.shape, spec),
    reason,
    cascades,
    childDeletes: childDeletes(context, observed, address, cascades),
  };
}

/** The deletes of all descendants of a remote resource. */
export function childDeletes(
  context: DiffContext,
  { row: { kind }, id }: Observed,
  address: Address,
  parentCascades = false,
): Delete[] {
  return childKinds(context.kinds, kind).flatMap((row) => {
    const cascades =
      parentCascades || isSupported(row.parent!.cascades, context.options.capabilities);
    return (context.children().get(addressOf(row.kind, id)) ?? []).map((child) =>
      deleteResource(context, child, "parent", address, cascades),
    );
  });
}

/** The names of all leftovers that have one, by address. */
export function unmanagedNames({ leftovers }: MatchResult): { [address: Address]: string } {
  return Object.fromEntries(
    leftovers.flatMap(({ row, observed: { id, name } }) =>
      name === undefined ? [] : [[remoteAddress(row.kind, id), name] as const],
    ),
  );
}
