// Matches to changes: what a reviewer sees, one per resource, and what is left as it is.
import jsonPatch from "fast-json-patch";
import { once } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import type { Kinds } from "../model/kind.ts";
import {
  childDeletes,
  type Context,
  classifyLeftovers,
  type DiffOptions,
  type RetainedLeftover,
  usersByAddress,
} from "./leftovers.ts";
import type { Match, MatchResult } from "../match/match-context.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Change, Create, Refusal, Replace, Unmanaged, Update, User } from "../model/plan.ts";
import { duplicateChanges } from "../model/refusals.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";

export interface Difference {
  readonly changes: readonly Change[];
  /** The definitions that the service has as they are. */
  readonly unchanged: readonly Address[];
  readonly unmanaged: readonly Unmanaged[];
  readonly refusals: readonly Refusal[];
}

/** Every change between the two sides, in the order of the table of kinds, deletes last. */
export function diff(kinds: Kinds, matching: MatchResult, options: DiffOptions): Difference {
  const context = {
    kinds,
    matching,
    options,
    usersOf: once(() => usersByAddress(kinds, matching)),
  };
  const { deletes, kept } = classifyLeftovers(context);
  const going = new Set(deletes.map(({ kind, id }) => addressOf(kind, id)));
  const replaced = new Map<Address, Create[]>();
  const changes: Change[] = [];
  const unchanged: Address[] = [];
  for (const each of matching.matches) {
    if (each.action === "replace") replaced.set(each.desired.address, []);
    const beneath = each.row.parent?.owned ? replaced.get(each.desired.parent!) : undefined;
    if (beneath) beneath.push(create(each));
    else if (!each.observed) changes.push(create(each));
    else if (each.action === "keep") unchanged.push(each.desired.address);
    else if (each.action === "update")
      changes.push({
        action: "update",
        ...edited(each, each.observed, usersOf(context, each, going)),
      });
    else changes.push(replace(context, each, each.observed, replaced));
  }
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
function changedDoubles(
  { matching, options }: Context,
  kept: readonly RetainedLeftover[],
): Refusal[] {
  const copies = new Map(
    kept.flatMap(({ leftover: { of }, reason }) =>
      of === undefined ? [] : [[of, reason] as const],
    ),
  );
  return matching.matches.flatMap(({ desired, observed, action }) => {
    const reason = copies.get(desired.address);
    const changes = observed && action !== "keep" && reason !== undefined;
    return changes
      ? [
          duplicateChanges(
            desired,
            observed.id,
            options.prune ? reason : undefined,
            options.baseUrl,
          ),
        ]
      : [];
  });
}

function subject(match: Match): { address: Address; kind: string; parent?: Address } {
  const { address, parent } = match.desired;
  return { address, kind: match.row.kind, ...(parent !== undefined && { parent }) };
}

function create(match: Match): Create {
  return { action: "create", ...subject(match), body: match.desired.spec, childDeletes: [] };
}

/** What no file defines, stays, and uses a thing. */
function usersOf(context: Context, { desired }: Match, going: ReadonlySet<string>): User[] {
  const users = context.usersOf().get(desired.address) ?? [];
  return users
    .filter(({ kind, id }) => !going.has(addressOf(kind, id)))
    .map(({ kind, name = "", id }) => ({ kind, name, id }));
}

function edited(match: Match, observed: Observed, usedBy: readonly User[]): Omit<Update, "action"> {
  const before = canonicalForm(match.row.shape, observed.spec) as JsonObject;
  const after = canonicalForm(match.row.shape, match.desired.spec) as JsonObject;
  return {
    ...subject(match),
    id: observed.id,
    before,
    after,
    body: match.desired.spec,
    edits: jsonPatch.compare(before, after),
    usedBy,
    unknownFields: observed.unknownFields,
    childDeletes: [],
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
    ...edited(match, observed, []),
    childDeletes: old,
    childCreates: replaced.get(match.desired.address)!,
  };
}

function unmanagedOf({ leftover: { row, observed, parent }, reason }: RetainedLeftover): Unmanaged {
  return {
    kind: row.kind,
    name: observed.name ?? "",
    ...(parent !== undefined && { parent }),
    id: observed.id,
    reason,
  };
}
