// Decides for each remote resource without a definition whether it is deleted or retained, and
// deletes it with its children.
import type { Leftover, MatchResult } from "../match/match-context.ts";
import { matchesPattern } from "../model/address-pattern.ts";
import { childKinds, isSupported } from "../model/kind.ts";
import type { Delete } from "../model/plan.ts";
import { type Address, addressOf, nameOf, type Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { remoteAddress } from "../observe/observe.ts";
import type { DiffContext, DiffOptions } from "./diff-context.ts";

/** A leftover that is not deleted, and why. */
export interface RetainedLeftover {
  readonly leftover: Leftover;
  readonly reason: string;
}

/** Both lists are in the order of the kind table. */
export function classifyLeftovers(context: DiffContext): {
  deletes: Delete[];
  retained: RetainedLeftover[];
} {
  const deletes: Delete[] = [];
  const retained: RetainedLeftover[] = [];
  const deleted = new Set<Observed>();
  // Resources that refer to others come first, so that the remaining users of the others are known.
  const usersFirst = context.kinds
    .toReversed()
    .flatMap(({ kind }) =>
      context.matching.leftovers.filter(({ row }) => row.kind === kind).toReversed(),
    );
  for (const leftover of usersFirst) {
    const reason = retentionReason(context, leftover, deleted);
    if (reason === undefined) {
      deleted.add(leftover.observed);
      deletes.push(deleteLeftover(context, leftover));
    } else retained.push({ leftover, reason });
  }
  return { deletes: deletes.reverse(), retained: retained.reverse() };
}

/** Returns why a leftover is retained, or undefined if it is deleted. */
function retentionReason(
  context: DiffContext,
  leftover: Leftover,
  deleted: ReadonlySet<Observed>,
): string | undefined {
  const { options } = context;
  const { row, observed } = leftover;
  const isNamed = row.identifiedBy.by === "name";
  const isDuplicate = leftover.reason === "double" || leftover.reason === "unfinished";
  if (leftover.reason === "surplus" || (isDuplicate && !isNamed)) return undefined;
  const reason = reasonWithoutPrune(leftover, options);
  if (reason !== undefined || leftover.reason === "orphan") return reason;
  if (isNamed && !isInScope(addressOf(row.kind, observed.name!), options))
    return "outside the scope of promptctl.yaml";
  return remainingUser(context, remoteAddress(row.kind, observed.id), deleted);
}

/** Returns why a leftover is retained, or undefined if prune is on and may delete it. */
function reasonWithoutPrune(
  { row, reason, of, maybeReplaced }: Leftover,
  { prune }: DiffOptions,
): string | undefined {
  if (reason === "undeclared")
    return `the ${row.plural} of its ${row.parent!.kind} are not managed`;
  if (reason === "foreign") return "this version does not support its type";
  if (prune) return undefined;
  if (reason === "orphan") return `its ${row.parent!.kind} does not exist`;
  if (reason !== "unmanaged") return `a duplicate of ${of}; --prune deletes it`;
  const hint = maybeReplaced ? "; possibly left by an interrupted replace" : "";
  return `not defined in any file${hint}`;
}

function isInScope(address: Address, { scope }: DiffOptions): boolean {
  return scope.some((pattern) => matchesPattern(pattern, address));
}

/** A retained resource that refers to this one. */
function remainingUser(
  { users }: DiffContext,
  address: Address,
  deleted: ReadonlySet<Observed>,
): string | undefined {
  const user = users.get(address)?.find((candidate) => !deleted.has(candidate));
  return user && `still used by the ${user.kind} "${user.name ?? ""}" (id:${user.id})`;
}

/** The delete of a leftover and its children. */
function deleteLeftover(
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
    reason:
      reason === "unmanaged" || reason === "undeclared" || reason === "foreign" ? "prune" : reason,
    ...(of !== undefined && { supersededBy: of }),
    ...(reason === "orphan" && {
      onlyIfMissing: { kind: row.parent!.kind, id: observed.parentId! },
    }),
    cascades: false,
    childDeletes: childDeletes(context, observed, address),
  };
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

/** The names of all leftovers that have one, by address. */
export function unmanagedNames({ leftovers }: MatchResult): { [address: Address]: string } {
  return Object.fromEntries(
    leftovers.flatMap(({ row, observed: { id, name } }) =>
      name === undefined ? [] : [[remoteAddress(row.kind, id), name] as const],
    ),
  );
}
