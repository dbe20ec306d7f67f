// Decides for each remote resource without a definition whether it is deleted or retained, and
// deletes it with its children.
import type { Leftover, MatchResult } from "../match/match-context.ts";
import { childKinds, isSupported, type Kinds } from "../model/kind.ts";
import type { Delete } from "../model/plan.ts";
import type { KeptReason, Unmanaged } from "../model/unmanaged.ts";
import { type Address, addressOf, nameOf, type Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { remoteAddress } from "../normalize/observe.ts";
import type { DiffContext } from "./diff-context.ts";
import { isDeletedByPrune, retentionReason } from "./retention-reason.ts";

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
