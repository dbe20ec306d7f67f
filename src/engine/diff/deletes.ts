// Deletes of remote resources, with those of their children.
import type { Leftover } from "../match/match-context.ts";
import { childKinds, isSupported } from "../model/kind.ts";
import type { Delete } from "../model/plan.ts";
import { type Address, addressOf, nameOf, type Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { remoteAddress } from "../observe/observe.ts";
import type { DiffContext } from "./diff-context.ts";

/** The delete of a leftover and its children. */
export function deleteLeftover(
  context: DiffContext,
  { row, observed, parent, reason, of }: Leftover,
): Delete {
  const address = remoteAddress(row.kind, observed.id, ...(parent ? [nameOf(parent)] : []));
  return {
    action: "delete",
    address,
    kind: row.kind,
    ...(parent !== undefined && { parent }),
    id: observed.id,
    ...(observed.name !== undefined && { name: observed.name }),
    before: canonicalForm(row.shape, observed.spec),
    reason: deleteReason(reason),
    ...(of !== undefined && { supersededBy: of }),
    ...(reason === "orphan" && {
      onlyIfMissing: { kind: row.parent!.kind, id: observed.parentId! },
    }),
    cascades: false,
    childDeletes: childDeletes(context, observed, address),
  };
}

function deleteReason(reason: Leftover["reason"]): Delete["reason"] {
  return reason === "unmanaged" || reason === "undeclared" || reason === "foreign"
    ? "prune"
    : reason;
}

/** The deletes of all descendants of a remote resource. */
export function childDeletes(
  context: DiffContext,
  parent: Observed,
  address: Address,
  parentCascades = false,
): Delete[] {
  return childKinds(context.kinds, parent.kind).flatMap((row) => {
    const cascades =
      parentCascades || isSupported(row.parent!.cascades, context.options.capabilities);
    return (context.children.get(addressOf(row.kind, parent.id)) ?? []).map((child) => {
      const childAddress = remoteAddress(row.kind, child.id, nameOf(address));
      return {
        action: "delete",
        address: childAddress,
        kind: row.kind,
        parent: address,
        id: child.id,
        before: canonicalForm(row.shape, child.spec),
        reason: "parent",
        cascades,
        childDeletes: childDeletes(context, child, childAddress, cascades),
      };
    });
  });
}
