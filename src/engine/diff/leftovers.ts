// What no definition matches: whether it is deleted or left as it is, and why.
import { groupBy } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { type Capabilities, childKinds, isSupported, type Kinds } from "../model/kind.ts";
import type { Leftover, MatchResult } from "../match/match-context.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { remoteAddress } from "../observe/observe.ts";
import { matchesPattern } from "../model/address-pattern.ts";
import type { Delete } from "../model/plan.ts";
import { referencesOf } from "../model/references.ts";
import { type Address, addressOf, nameOf, type Observed } from "../model/resource.ts";

export interface DiffOptions {
  readonly capabilities: Capabilities;
  /** Whether what no file defines is deleted. */
  readonly prune: boolean;
  /** Patterns of the named things that may be deleted. */
  readonly scope: readonly string[];
  /** The service at hand, as pins name it. */
  readonly baseUrl: string;
}

/** What deciding works with. */
export interface Context {
  readonly kinds: Kinds;
  readonly matching: MatchResult;
  readonly options: DiffOptions;
  usersOf(this: void): ReadonlyMap<Address, readonly Observed[]>;
}

/** A leftover that stays, and why. */
export interface RetainedLeftover {
  readonly leftover: Leftover;
  readonly reason: string;
}

/** What no definition matches: deleted, or left as it is and said. */
export function classifyLeftovers(context: Context): {
  deletes: Delete[];
  kept: RetainedLeftover[];
} {
  const deletes: Delete[] = [];
  const kept: RetainedLeftover[] = [];
  const gone = new Set<Observed>();
  // What refers to others is decided first, so that it is known who still uses what.
  for (const leftover of inReverse(context.kinds, context.matching.leftovers)) {
    const reason = keptBecause(context, leftover, gone);
    if (reason === undefined) {
      gone.add(leftover.observed);
      deletes.push(remove(context, leftover));
    } else kept.push({ leftover, reason });
  }
  return { deletes: deletes.reverse(), kept: kept.reverse() };
}

function inReverse(kinds: Kinds, leftovers: readonly Leftover[]): Leftover[] {
  return kinds
    .toReversed()
    .flatMap((row) => leftovers.filter((each) => each.row === row).toReversed());
}

/** Why a leftover stays; undefined where it is to be deleted. */
function keptBecause(
  context: Context,
  { row, observed, reason, of, maybeReplaced: perhapsReplaced }: Leftover,
  gone: ReadonlySet<Observed>,
): string | undefined {
  const named = row.identifiedBy.by === "name";
  switch (reason) {
    case "surplus":
      return undefined;
    case "undeclared":
      return `no file says anything about the ${row.plural} of its ${row.parent!.kind}`;
    case "foreign":
      return "this version does not know its type";
    case "orphan":
      return context.options.prune ? undefined : `its ${row.parent!.kind} is not there`;
    case "unfinished":
    case "double":
      if (!named) return undefined;
      if (!context.options.prune) return `a second copy of ${of}; --prune deletes it`;
      break;
    case "unmanaged":
      if (!context.options.prune)
        return `no file defines it${perhapsReplaced ? "; perhaps left by an interrupted replace" : ""}`;
  }
  if (
    named &&
    !context.options.scope.some((each) => matchesPattern(each, addressOf(row.kind, observed.name!)))
  )
    return "outside the scope of promptctl.yaml";
  const user = userOf(context, remoteAddress(row.kind, observed.id), gone);
  return user && `still used by ${user}`;
}

/** Something that refers to it and stands unchanged after this plan. */
function userOf(
  context: Context,
  address: Address,
  gone: ReadonlySet<Observed>,
): string | undefined {
  const user = context
    .usersOf()
    .get(address)
    ?.find((each) => !gone.has(each));
  return user && `the ${user.kind} "${user.name ?? ""}" (id:${user.id})`;
}

/** Who refers to what only the service has, of the things that no definition rewrites. */
export function usersByAddress(kinds: Kinds, matching: MatchResult): Map<Address, Observed[]> {
  const rewritten = new Set(
    matching.matches.filter((each) => !each.desired.external).map((each) => each.observed),
  );
  const uses = kinds.flatMap((row) =>
    (matching.observed.get(row.kind) ?? [])
      .filter((each) => !rewritten.has(each))
      .flatMap((user) => referencesOf(row, user.spec).map((address) => ({ address, user }))),
  );
  return new Map(
    [...groupBy(uses, (each) => each.address)].map(([address, each]) => [
      address,
      each.map(({ user }) => user),
    ]),
  );
}

function remove(context: Context, { row, observed, parent, reason, of }: Leftover): Delete {
  const address = remoteAddress(row.kind, observed.id, ...(parent ? [nameOf(parent)] : []));
  return {
    action: "delete",
    address,
    kind: row.kind,
    ...(parent !== undefined && { parent }),
    id: observed.id,
    ...(observed.name !== undefined && { name: observed.name }),
    before: canonicalForm(row.shape, observed.spec) as JsonObject,
    reason:
      reason === "unmanaged" || reason === "undeclared" || reason === "foreign" ? "prune" : reason,
    ...(of !== undefined && { supersededBy: of }),
    ...(reason === "orphan" && {
      onlyIfMissing: { kind: row.parent!.kind, id: observed.parentId! },
    }),
    cascades: false,
    childDeletes: childDeletes(context, observed, address, false),
  };
}

/** The deletion of all that stands beneath a remote thing, children's children included. */
export function childDeletes(
  context: Context,
  parent: Observed,
  address: Address,
  cascaded: boolean,
): Delete[] {
  return childKinds(context.kinds, parent.kind).flatMap((row) =>
    context.matching.childrenOf(row.kind, parent.id).map((each) => {
      const cascades = cascaded || isSupported(row.parent!.cascades, context.options.capabilities);
      const own = remoteAddress(row.kind, each.id, nameOf(address));
      return {
        action: "delete",
        address: own,
        kind: row.kind,
        parent: address,
        id: each.id,
        before: canonicalForm(row.shape, each.spec) as JsonObject,
        reason: "parent",
        cascades,
        childDeletes: childDeletes(context, each, own, cascades),
      };
    }),
  );
}
