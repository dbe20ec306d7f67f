// Turns a matching into changes, one per resource.
import type { Match, MatchResult } from "../match/match-context.ts";
import { groupBy, once } from "../model/collections.ts";
import type { Kinds } from "../model/kind.ts";
import type { Change, Create, Refusal, Update, User } from "../model/plan.ts";
import type { Unmanaged } from "../model/unmanaged.ts";
import { referencesOf } from "../model/references.ts";
import { duplicateChanges } from "../refusals/refusals.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { createDiffContext, type DiffContext, type DiffOptions } from "./diff-context.ts";
import { childDeletes, classifyLeftovers, type RetainedDuplicate } from "./leftovers.ts";

export interface Difference {
  readonly changes: readonly Change[];
  /** The addresses of definitions that equal their remote resource. */
  readonly unchanged: readonly Address[];
  readonly unmanaged: readonly Unmanaged[];
  readonly refusals: readonly Refusal[];
}

/** Returns the changes in the order of the kind table, deletes last. */
export function diff(kinds: Kinds, matching: MatchResult, options: DiffOptions): Difference {
  const context = createDiffContext(kinds, matching, options);
  const { deletes, unmanaged, duplicates } = classifyLeftovers(context);
  const childCreates = createsByReplacedParent(matching);
  // The owned children of a replaced resource belong to its replace.
  const matches = matching.matches.filter(
    ({ row, desired }) => !row.parent?.owned || !childCreates.has(desired.parent!),
  );
  const userKinds = once(() => definedUsers(matching));
  const deleted = new Set(deletes.map(({ row, id }) => addressOf(row.kind, id)));
  const changes = matches.flatMap((match): Change | [] => {
    const { action, desired, observed } = match;
    const { address } = desired;
    if (!observed) return create(match);
    if (action === "update") {
      const usedBy = usersOf(context, address).filter(
        ({ kind, id }) => !deleted.has(addressOf(kind, id)),
      );
      const users = userKinds().get(address);
      return { action, ...edit(match, observed), usedBy, ...(users && { users }) };
    }
    if (action !== "replace") return [];
    return {
      action,
      ...edit(match, observed),
      childDeletes: childDeletes(context, observed, address),
      childCreates: childCreates.get(address)!,
    };
  });
  const refusals = changedDuplicates(context, duplicates);
  const refused = new Set(refusals.flatMap(({ addresses }) => addresses));
  return {
    changes: [...changes.filter(({ address }) => !refused.has(address)), ...deletes],
    unchanged: matches
      .filter(({ action }) => action === "keep")
      .map(({ desired }) => desired.address),
    unmanaged,
    refusals,
  };
}

/** The owned children of every replaced resource: all of them are created again. */
function createsByReplacedParent({ matches }: MatchResult): ReadonlyMap<Address, Create[]> {
  const creates = new Map<Address, Create[]>();
  for (const match of matches) {
    if (match.action === "replace") creates.set(match.desired.address, []);
    if (match.row.parent?.owned) creates.get(match.desired.parent!)?.push(create(match));
  }
  return creates;
}

/** Refuses to change one of two duplicates while the other stays: their contents would differ. */
function changedDuplicates(
  { matching, options }: DiffContext,
  duplicates: ReadonlyMap<Address, RetainedDuplicate>,
): Refusal[] {
  return matching.matches.flatMap(({ desired, observed, action }) => {
    const duplicate = duplicates.get(desired.address);
    const isChanged = action === "update" || action === "replace";
    if (!observed || !isChanged || !duplicate) return [];
    const retainedBecause = duplicate.deletedByPrune ? undefined : duplicate.reason.text;
    return [duplicateChanges(desired, observed, retainedBecause, options.baseUrl)];
  });
}

function subject({
  row,
  desired: { address, parent },
}: Match): Pick<Create, "address" | "row" | "parent"> {
  return { address, row, ...(parent !== undefined && { parent }) };
}

function create(match: Match): Create {
  return { action: "create", ...subject(match), body: match.desired.spec, childDeletes: [] };
}

/** The unmanaged resources that refer to a resource. */
function usersOf({ uses }: DiffContext, address: Address): User[] {
  return (uses.get(address) ?? []).map(({ user: { row, name = "", id } }) => ({
    kind: row.kind,
    name,
    id,
  }));
}

/** The definitions that refer to an address. */
function definedUsers({
  matches,
}: MatchResult): ReadonlyMap<Address, readonly Pick<User, "kind">[]> {
  const uses = matches.flatMap(({ row, desired }) =>
    referencesOf(row, desired.spec).map((address) => ({ address, user: { kind: row.kind } })),
  );
  return new Map(
    [...groupBy(uses, ({ address }) => address)].map(([address, some]) => [
      address,
      some.map(({ user }) => user),
    ]),
  );
}

/** What an update and a replace have in common. */
function edit(match: Match, observed: Observed): Omit<Update, "action"> {
  const { row, desired } = match;
  return {
    ...subject(match),
    id: observed.id,
    before: canonicalForm(row.shape, observed.spec),
    after: canonicalForm(row.shape, desired.spec),
    body: desired.spec,
    usedBy: [],
    unknownFields: observed.unknownFields,
    childDeletes: [],
  };
}
