// Turns a matching into changes, one per resource.
import jsonPatch from "fast-json-patch";
import type { Match, MatchResult } from "../match/match-context.ts";
import type { Kinds } from "../model/kind.ts";
import type { Change, Create, Refusal, Replace, Unmanaged, Update, User } from "../model/plan.ts";
import { duplicateChanges } from "../model/refusals.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { createDiffContext, type DiffContext, type DiffOptions } from "./diff-context.ts";
import { childDeletes, classifyLeftovers, type RetainedLeftover } from "./leftovers.ts";

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
  const { deletes, retained } = classifyLeftovers(context);
  const deletedIds = new Set(deletes.map(({ kind, id }) => addressOf(kind, id)));
  const childCreates = createsByReplacedParent(matching);
  const changes = matching.matches.flatMap((match): Change[] => {
    if (ownerReplaced(match, childCreates)) return []; // part of the replace of its parent
    const { action, desired, observed } = match;
    if (!observed) return [create(match)];
    if (action === "replace")
      return [replace(context, match, observed, childCreates.get(desired.address)!)];
    if (action !== "update") return [];
    const usedBy = remainingUsers(context, match, deletedIds);
    return [{ action, ...edit(match, observed, usedBy) }];
  });
  const refusals = changedDuplicates(context, retained);
  const refused = new Set(refusals.flatMap(({ addresses }) => addresses));
  return {
    changes: [...changes.filter(({ address }) => !refused.has(address)), ...deletes],
    unchanged: matching.matches
      .filter((match) => match.action === "keep" && !ownerReplaced(match, childCreates))
      .map(({ desired }) => desired.address),
    unmanaged: retained.map(unmanagedResource),
    refusals,
  };
}

type CreatesByParent = ReadonlyMap<Address, readonly Create[]>;

/** The owned children of every replaced resource: all of them are created again. */
function createsByReplacedParent({ matches }: MatchResult): CreatesByParent {
  const creates = new Map<Address, Create[]>();
  for (const match of matches) {
    if (match.action === "replace") creates.set(match.desired.address, []);
    if (match.row.parent?.owned) creates.get(match.desired.parent!)?.push(create(match));
  }
  return creates;
}

function ownerReplaced({ row, desired }: Match, creates: CreatesByParent): boolean {
  return row.parent?.owned === true && creates.has(desired.parent!);
}

/** Refuses to change one of two duplicates while the other stays: their contents would differ. */
function changedDuplicates(
  { matching, options }: DiffContext,
  retained: readonly RetainedLeftover[],
): Refusal[] {
  const reasons = new Map(
    retained.flatMap(({ leftover: { of }, reason }) =>
      of === undefined ? [] : [[of, reason] as const],
    ),
  );
  return matching.matches.flatMap(({ desired, observed, action }) => {
    const reason = reasons.get(desired.address);
    if (!observed || action === "keep" || reason === undefined) return [];
    const retainedBecause = options.prune ? reason : undefined;
    return [duplicateChanges(desired, observed, retainedBecause, options.baseUrl)];
  });
}

function subject(match: Match): { address: Address; kind: string; parent?: Address } {
  const { address, parent } = match.desired;
  return { address, kind: match.row.kind, ...(parent !== undefined && { parent }) };
}

function create(match: Match): Create {
  return { action: "create", ...subject(match), body: match.desired.spec, childDeletes: [] };
}

/** The unmanaged resources that refer to a resource and are not deleted. */
function remainingUsers(
  { users }: DiffContext,
  { desired }: Match,
  deletedIds: ReadonlySet<string>,
): User[] {
  return (users.get(desired.address) ?? [])
    .filter(({ kind, id }) => !deletedIds.has(addressOf(kind, id)))
    .map(({ kind, name = "", id }) => ({ kind, name, id }));
}

function edit(match: Match, observed: Observed, usedBy: readonly User[]): Omit<Update, "action"> {
  const before = canonicalForm(match.row.shape, observed.spec);
  const after = canonicalForm(match.row.shape, match.desired.spec);
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

function replace(
  context: DiffContext,
  match: Match,
  observed: Observed,
  childCreates: readonly Create[],
): Replace {
  return {
    action: "replace",
    ...edit(match, observed, []),
    childDeletes: childDeletes(context, observed, match.desired.address),
    childCreates,
  };
}

function unmanagedResource({
  leftover: { row, observed, parent },
  reason,
}: RetainedLeftover): Unmanaged {
  return {
    kind: row.kind,
    name: observed.name ?? "",
    ...(parent !== undefined && { parent }),
    id: observed.id,
    reason,
  };
}
