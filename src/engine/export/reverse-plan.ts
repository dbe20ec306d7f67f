// Reads a plan in reverse: the changes of the files that make them equal to the service.
import { jsonEquals, type JsonObject } from "../model/json.ts";
import type { Delete, Plan, Replace } from "../model/plan.ts";
import type { Unmanaged } from "../model/unmanaged.ts";
import type { Address } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { knownIds, type PlanInput } from "../review/executable-plan.ts";

/** A definition that differs from its resource; both sides in canonical form. */
export interface ChangedDefinition {
  readonly address: Address;
  readonly defined: JsonObject;
  readonly observed: JsonObject;
}

export interface ReversePlan {
  readonly changed: readonly ChangedDefinition[];
  /** Definitions whose resource is missing on the service, nested ones included. */
  readonly missing: readonly Address[];
  /** Resources without a definition whose parent is defined. */
  readonly newChildren: readonly Pick<Unmanaged, "kind" | "id">[];
  /** Duplicates of defined resources. */
  readonly duplicates: readonly Unmanaged[];
  /** Address → id of the resource on the service; for a replace the id of the old resource. */
  readonly ids: Readonly<Record<Address, string>>;
}

/** `planInput`: what the plan was computed from. The plan is made without --prune. */
export function reversePlan(plan: Plan, planInput: PlanInput): ReversePlan {
  const lists: ChangeLists = { changed: [], missing: [], newChildren: [] };
  const ids: Record<Address, string> = knownIds(planInput.matching);
  const unmanaged = plan.unmanaged.filter(({ kind, parent }) =>
    planInput.definitions.some(
      ({ address, managedChildKinds }) => address === parent && managedChildKinds.includes(kind),
    ),
  );
  lists.newChildren.push(...unmanaged);
  for (const change of plan.changes) {
    const { address } = change;
    if (change.action === "create") lists.missing.push(address);
    else if (change.action === "delete") lists.newChildren.push(newChild(change));
    else {
      ids[address] = change.id;
      lists.changed.push({ address, defined: change.after, observed: change.before });
      if (change.action === "replace") addChildren(change, lists);
    }
  }
  const duplicates = plan.unmanaged.filter(({ duplicateOf }) => duplicateOf !== undefined);
  return { ...lists, duplicates, ids };
}

interface ChangeLists {
  readonly changed: ChangedDefinition[];
  readonly missing: Address[];
  readonly newChildren: Pick<Unmanaged, "kind" | "id">[];
}

function newChild({ row: { kind }, id }: Delete): Pick<Unmanaged, "kind" | "id"> {
  return { kind, id };
}

/** Pairs the children of a replaced resource: equal ones first, then the others in their order. */
function addChildren(
  { childCreates, childDeletes }: Replace,
  { changed, missing, newChildren }: ChangeLists,
): void {
  const rest = [...childDeletes];
  const takeFirst = (matches: (child: Delete) => boolean): Delete | undefined => {
    const index = rest.findIndex(matches);
    return index < 0 ? undefined : rest.splice(index, 1)[0];
  };
  const unequal = childCreates
    .map(({ address, row, body }) => ({ address, row, defined: canonicalForm(row.shape, body) }))
    .filter(
      ({ row, defined }) =>
        !takeFirst((child) => child.row.kind === row.kind && jsonEquals(child.before, defined)),
    );
  for (const { address, row, defined } of unequal) {
    const child = takeFirst((other) => other.row.kind === row.kind);
    if (child) changed.push({ address, defined, observed: child.before });
    else missing.push(address);
  }
  newChildren.push(...rest.map(newChild));
}
