// Reads a plan in reverse: the changes of the files that make them equal to the service.
import { canonicalJson, type JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Create, Delete, Plan, Replace } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";

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

/** `knownIds`: the ids of matched definitions. `isManaged`: true if the definition manages its children of the kind. */
export function reversePlan(
  kinds: Kinds,
  plan: Plan,
  knownIds: Readonly<Record<Address, string>>,
  isManaged: (parent: Address, kind: string) => boolean,
): ReversePlan {
  const changed: ChangedDefinition[] = [];
  const missing: Address[] = [];
  const newChildren: UndefinedChild[] = plan.unmanaged.filter(
    ({ kind, parent }) => parent !== undefined && isManaged(parent, kind),
  );
  const ids: Record<Address, string> = { ...knownIds };
  for (const change of plan.changes) {
    const { address, kind } = change;
    if (change.action === "create") missing.push(address);
    else if (change.action === "delete") {
      newChildren.push({ kind, id: change.id }); // a child, because the plan is made without --prune
    } else {
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
  const remaining = childDeletes.map((child) => ({
    child,
    body: canonicalBody(child.kind, child.before),
  }));
  const unequal: { readonly child: Create; readonly body: JsonObject }[] = [];
  for (const child of childCreates) {
    const body = canonicalBody(child.kind, child.body);
    const equal = remaining.findIndex(
      (other) =>
        other.child.kind === child.kind && canonicalJson(other.body) === canonicalJson(body),
    );
    if (equal < 0) unequal.push({ child, body });
    else remaining.splice(equal, 1);
  }
  const changed: ChangedDefinition[] = [];
  const missing: Address[] = [];
  for (const { child, body } of unequal) {
    const { address, kind } = child;
    const next = remaining.findIndex((other) => other.child.kind === kind);
    if (next < 0) missing.push(address);
    else {
      const observed = remaining.splice(next, 1)[0]!.body;
      changed.push({ address, kind, defined: body, observed });
    }
  }
  const newChildren = remaining.map(({ child }: { readonly child: Delete }) => child);
  return { changed, missing, newChildren };
}
