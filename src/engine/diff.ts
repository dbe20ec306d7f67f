// Matches to changes: what a reviewer sees, one per resource, and what is left as it is.
import jsonPatch from "fast-json-patch";
import { groupBy } from "./collect.ts";
import type { JsonObject } from "./json.ts";
import { type Capabilities, childKinds, holds, type Kinds } from "./kind.ts";
import type { Leftover, Match, Matching } from "./matching.ts";
import { comparable } from "./normal.ts";
import { remoteAddress } from "./observe.ts";
import { matches } from "./pattern.ts";
import type { Change, Create, Delete, Refusal, Replace, Unmanaged, Update } from "./plan.ts";
import { doubleChanges } from "./refusals.ts";
import { type Address, addressOf, nameOf, type Observed } from "./resource.ts";

export interface DiffOptions {
  readonly capabilities: Capabilities;
  /** Whether what no file defines is deleted. */
  readonly prune: boolean;
  /** Patterns of the named things that may be deleted. */
  readonly scope: readonly string[];
  /** The service at hand, as pins name it. */
  readonly baseUrl: string;
}

export interface Difference {
  readonly changes: readonly Change[];
  /** The definitions that the service has as they are. */
  readonly unchanged: readonly Address[];
  readonly unmanaged: readonly Unmanaged[];
  readonly refusals: readonly Refusal[];
}

interface Context {
  readonly kinds: Kinds;
  readonly matching: Matching;
  readonly options: DiffOptions;
  readonly usersOf: ReadonlyMap<Address, readonly Observed[]>;
}

/** Every change between the two sides, in the order of the table of kinds, deletes last. */
export function diff(kinds: Kinds, matching: Matching, options: DiffOptions): Difference {
  const context = { kinds, matching, options, usersOf: usersByAddress(kinds, matching) };
  const replaced = new Map<Address, Create[]>();
  const changes: Change[] = [];
  const unchanged: Address[] = [];
  for (const each of matching.matches) {
    if (each.action === "replace") replaced.set(each.desired.address, []);
    const beneath = each.row.parent?.whole ? replaced.get(each.desired.parent!) : undefined;
    if (beneath) beneath.push(create(each));
    else if (!each.observed) changes.push(create(each));
    else if (each.action === "keep") unchanged.push(each.desired.address);
    else if (each.action === "update")
      changes.push({ action: "update", ...edited(each, each.observed) });
    else changes.push(replace(context, each, each.observed, replaced));
  }
  const { deletes, kept } = decide(context);
  const refusals = changedDoubles(context, kept);
  const refused = new Set(refusals.flatMap((each) => each.addresses));
  return {
    changes: [...changes.filter((each) => !refused.has(each.address)), ...deletes],
    unchanged,
    unmanaged: kept.map(unmanagedOf),
    refusals,
  };
}

/** A change of a thing with a second copy that stays would leave two that differ under one name. */
function changedDoubles({ matching, options }: Context, kept: readonly Kept[]): Refusal[] {
  const copies = new Map(
    kept.flatMap(({ leftover: { of }, reason }) =>
      of === undefined ? [] : [[of, reason] as const],
    ),
  );
  return matching.matches.flatMap(({ desired, observed, action }) => {
    const reason = copies.get(desired.address);
    const changes = observed && action !== "keep" && reason !== undefined;
    return changes
      ? [doubleChanges(desired, observed.id, options.prune ? reason : undefined, options.baseUrl)]
      : [];
  });
}

function subject(match: Match): { address: Address; kind: string; parent?: Address } {
  const { address, parent } = match.desired;
  return { address, kind: match.row.kind, ...(parent !== undefined && { parent }) };
}

function create(match: Match): Create {
  return { action: "create", ...subject(match), body: match.desired.spec, beneath: [] };
}

function edited(match: Match, observed: Observed): Omit<Update, "action"> {
  const before = comparable(match.row.shape, observed.spec) as JsonObject;
  const after = comparable(match.row.shape, match.desired.spec) as JsonObject;
  return {
    ...subject(match),
    id: observed.id,
    before,
    after,
    body: match.desired.spec,
    edits: jsonPatch.compare(before, after),
    unknownFields: observed.unknownFields,
    beneath: [],
  };
}

/** The new one's children are filled in as they are met: they come later in the table. */
function replace(
  context: Context,
  match: Match,
  observed: Observed,
  replaced: ReadonlyMap<Address, readonly Create[]>,
): Replace {
  const old = childDeletes(context, observed, match.desired.address, false);
  return {
    action: "replace",
    ...edited(match, observed),
    beneath: old,
    made: replaced.get(match.desired.address)!,
  };
}

/** A leftover that stays, and why. */
interface Kept {
  readonly leftover: Leftover;
  readonly reason: string;
}

/** What no definition matches: deleted, or left as it is and said. */
function decide(context: Context): { deletes: Delete[]; kept: Kept[] } {
  const deletes: Delete[] = [];
  const kept: Kept[] = [];
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

function unmanagedOf({ leftover: { row, observed, parent }, reason }: Kept): Unmanaged {
  return {
    kind: row.kind,
    name: observed.name ?? "",
    ...(parent !== undefined && { parent }),
    id: observed.id,
    reason,
  };
}

function inReverse(kinds: Kinds, leftovers: readonly Leftover[]): Leftover[] {
  return kinds
    .toReversed()
    .flatMap((row) => leftovers.filter((each) => each.row === row).toReversed());
}

/** Why a leftover stays; undefined where it is to be deleted. */
function keptBecause(
  context: Context,
  { row, observed, reason, of }: Leftover,
  gone: ReadonlySet<Observed>,
): string | undefined {
  const named = row.recognisedBy.by === "name";
  switch (reason) {
    case "surplus":
      return undefined;
    case "foreign":
      return "this version does not know its type";
    case "orphan":
      return context.options.prune ? undefined : `its ${row.parent!.kind} is not there`;
    case "double":
      if (!named) return undefined;
      if (!context.options.prune) return `a second copy of ${of}; --prune deletes it`;
      break;
    case "unmanaged":
      if (!context.options.prune) return "no file defines it";
  }
  if (
    named &&
    !context.options.scope.some((each) => matches(each, addressOf(row.kind, observed.name!)))
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
  const user = context.usersOf.get(address)?.find((each) => !gone.has(each));
  return user && `the ${user.kind} "${user.name ?? ""}" (id:${user.id})`;
}

/** Who refers to what only the service has, of the things that no definition rewrites. */
function usersByAddress(kinds: Kinds, matching: Matching): Map<Address, Observed[]> {
  const rewritten = new Set(
    matching.matches.filter((each) => !each.desired.external).map((each) => each.observed),
  );
  const uses = kinds.flatMap((row) =>
    row.references.flatMap(({ field }) =>
      (matching.observed.get(row.kind) ?? [])
        .filter((each) => !rewritten.has(each))
        .flatMap((user) => (user.spec[field] as Address[]).map((address) => ({ address, user }))),
    ),
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
    before: comparable(row.shape, observed.spec) as JsonObject,
    because: reason === "unmanaged" || reason === "foreign" ? "prune" : reason,
    ...(of !== undefined && { of }),
    ...(reason === "orphan" && { without: { kind: row.parent!.kind, id: observed.parentId! } }),
    cascades: false,
    beneath: childDeletes(context, observed, address, false),
  };
}

/** The deletion of all that stands beneath a remote thing, children's children included. */
function childDeletes(
  context: Context,
  parent: Observed,
  address: Address,
  cascaded: boolean,
): Delete[] {
  return childKinds(context.kinds, parent.kind).flatMap((row) =>
    context.matching.childrenOf(row.kind, parent.id).map((each) => {
      const cascades = cascaded || holds(row.parent!.cascades, context.options.capabilities);
      const own = remoteAddress(row.kind, each.id, nameOf(address));
      return {
        action: "delete",
        address: own,
        kind: row.kind,
        parent: address,
        id: each.id,
        before: comparable(row.shape, each.spec) as JsonObject,
        because: "parent",
        cascades,
        beneath: childDeletes(context, each, own, cascades),
      };
    }),
  );
}
