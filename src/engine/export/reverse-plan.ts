// Reads a plan in reverse: the changes of the files that make them equal to the service.
import { canonicalJson, type JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Plan, Replace } from "../model/plan.ts";
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

/** A resource without a definition whose parent is defined. */
interface UndefinedChild {
  readonly kind: string;
  readonly id: string;
}

export interface ReversePlan {
  readonly changed: readonly ChangedDefinition[];
  /** Definitions whose resource is missing on the service, nested ones included. */
  readonly missing: readonly Address[];
  readonly newChildren: readonly UndefinedChild[];
  /** Address → id of the resource on the service; for a replace the id of the old resource. */
  readonly ids: Readonly<Record<Address, string>>;
}

/** `context`: what the plan, which is made without --prune, was made from. */
export function reversePlan(kinds: Kinds, plan: Plan, context: PlanContext): ReversePlan {
  const changed: ChangedDefinition[] = [];
  const missing: Address[] = [];
  const newChildren: UndefinedChild[] = plan.unmanaged.filter(({ kind, parent }) =>
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
  const canonicalBody = (kind: string, body: JsonObject): JsonObject =>
    canonicalForm(kindNamed(kinds, kind).shape, body) as JsonObject;
  const observedChildren = childDeletes.map(({ kind, id, before }) => ({
    kind,
    id,
    observed: canonicalBody(kind, before),
  }));
  const unequal = childCreates
    .map(({ address, kind, body }) => ({ address, kind, defined: canonicalBody(kind, body) }))
    .filter(({ kind, defined }) => {
      const isEqual = (child: (typeof observedChildren)[number]): boolean =>
        child.kind === kind && canonicalJson(child.observed) === canonicalJson(defined);
      return !removeFirst(observedChildren, isEqual);
    });
  const changed: ChangedDefinition[] = [];
  const missing: Address[] = [];
  for (const { address, kind, defined } of unequal) {
    const child = removeFirst(observedChildren, (other) => other.kind === kind);
    if (child) changed.push({ address, kind, defined, observed: child.observed });
    else missing.push(address);
  }
  return { changed, missing, newChildren: observedChildren };
}

/** Removes and returns the first matching item. */
function removeFirst<Item>(items: Item[], matches: (item: Item) => boolean): Item | undefined {
  const index = items.findIndex(matches);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}
