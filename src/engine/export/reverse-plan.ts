// Reads a plan in reverse: the changes of the files that make them equal to the service.
import { jsonEquals, type JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Delete, Plan, Replace } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import { knownIds, type PlanContext } from "../saved-plan/executable-plan.ts";

/** A definition that differs from its resource; both sides in canonical form. */
export interface ChangedDefinition {
  readonly address: Address;
  readonly kind: string;
  readonly defined: JsonObject;
  readonly observed: JsonObject;
}

export interface ReversePlan {
  readonly changed: readonly ChangedDefinition[];
  /** Definitions whose resource is missing on the service, nested ones included. */
  readonly missing: readonly Address[];
  /** Resources without a definition whose parent is defined. */
  readonly newChildren: readonly Pick<Delete, "kind" | "id">[];
  /** Address → id of the resource on the service; for a replace the id of the old resource. */
  readonly ids: Readonly<Record<Address, string>>;
}

/** `context`: what the plan, which is made without --prune, was made from. */
export function reversePlan(kinds: Kinds, plan: Plan, context: PlanContext): ReversePlan {
  const changed: ChangedDefinition[] = [];
  const missing: Address[] = [];
  const newChildren: Pick<Delete, "kind" | "id">[] = plan.unmanaged.filter(({ kind, parent }) =>
    context.definitions.some(
      ({ address, managedChildKinds }) => address === parent && managedChildKinds.includes(kind),
    ),
  );
  const ids: Record<Address, string> = knownIds(context.matching);
  for (const change of plan.changes) {
    const { address, kind } = change;
    if (change.action === "create") missing.push(address);
    else if (change.action === "delete") newChildren.push(change);
    else {
      ids[address] = change.id;
      changed.push({ address, kind, defined: change.after, observed: change.before });
      if (change.action === "update") continue;
      const children = childrenOf(kinds, change);
      changed.push(...children.changed);
      missing.push(...children.missing);
      newChildren.push(...children.newChildren);
    }
  }
  return { changed, missing, newChildren, ids };
}

/** Pairs the children of a replaced resource: equal ones first, then the others in their order. */
function childrenOf(
  kinds: Kinds,
  { childCreates, childDeletes }: Replace,
): Pick<ReversePlan, "changed" | "missing" | "newChildren"> {
  const rest = [...childDeletes];
  const takeFirst = (matches: (child: Delete) => boolean): Delete | undefined => {
    const index = rest.findIndex(matches);
    return index < 0 ? undefined : rest.splice(index, 1)[0];
  };
  const unequal = childCreates
    .map(({ address, kind, body }) => {
      const defined = canonicalForm(kindNamed(kinds, kind).shape, body);
      return { address, kind, defined };
    })
    .filter(
      ({ kind, defined }) =>
        !takeFirst((child) => child.kind === kind && jsonEquals(child.before, defined)),
    );
  const pairs = unequal.map((definition) => ({
    ...definition,
    observed: takeFirst(({ kind }) => kind === definition.kind)?.before,
  }));
  return {
    changed: pairs.flatMap(({ observed, ...definition }) =>
      observed ? [{ ...definition, observed }] : [],
    ),
    missing: pairs.filter(({ observed }) => !observed).map(({ address }) => address),
    newChildren: rest,
  };
}
