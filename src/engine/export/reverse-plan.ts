// What files would have to say differently to be what the service holds: a plan, read the other way
// round.
import { canonicalJson, type JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import { canonicalForm } from "../normalize/normalize.ts";
import type { Create, Delete, Plan, Replace } from "../model/plan.ts";
import type { Address } from "../model/resource.ts";

/** A definition that says something else than the service; both sides in normal form. */
export interface ChangedDefinition {
  readonly address: Address;
  readonly kind: string;
  readonly have: JsonObject;
  readonly want: JsonObject;
}

/** Something the service holds beneath what a definition says. */
interface Come {
  readonly kind: string;
  readonly id: string;
}

export interface ReversePlan {
  readonly amended: readonly ChangedDefinition[];
  /** Definitions of what the service does not hold; beneath one that is gone, all are. */
  readonly gone: readonly Address[];
  readonly come: readonly Come[];
  /** Address → id of what the service holds: of what a replace would make anew, the old one. */
  readonly ids: Readonly<Record<Address, string>>;
}

/** `speaksOf`: whether files say anything about such things beneath a definition. */
export function reversePlan(
  kinds: Kinds,
  plan: Plan,
  knownIds: Readonly<Record<Address, string>>,
  speaksOf: (parent: Address, kind: string) => boolean,
): ReversePlan {
  const amended: ChangedDefinition[] = [];
  const gone: Address[] = [];
  const come: Come[] = [];
  const ids: Record<Address, string> = { ...knownIds };
  for (const { kind, id, parent } of plan.unmanaged)
    if (parent !== undefined && speaksOf(parent, kind)) come.push({ kind, id });
  for (const change of plan.changes) {
    const { address, kind } = change;
    if (change.action === "create") gone.push(address);
    else if (change.action === "delete") {
      come.push({ kind, id: change.id }); // of what stands beneath: nothing is pruned here
    } else {
      ids[address] = change.id;
      amended.push({ address, kind, have: change.after, want: change.before });
      if (change.action === "update") continue;
      const children = childrenOf(kinds, change);
      amended.push(...children.amended);
      gone.push(...children.gone);
      come.push(...children.come);
    }
  }
  return { amended, gone, come, ids };
}

/** The children of a replaced thing: equal ones are the same, others pair in their order. */
function childrenOf(
  kinds: Kinds,
  { childCreates: made, childDeletes: beneath }: Replace,
): Pick<ReversePlan, "amended" | "gone" | "come"> {
  const bodyOf = (kind: string, body: JsonObject): JsonObject =>
    canonicalForm(kindNamed(kinds, kind).shape, body);
  const there = beneath.map((each) => ({ each, body: bodyOf(each.kind, each.before) }));
  const left: { readonly each: Create; readonly body: JsonObject }[] = [];
  for (const each of made) {
    const body = bodyOf(each.kind, each.body);
    const same = there.findIndex(
      (other) => other.each.kind === each.kind && canonicalJson(other.body) === canonicalJson(body),
    );
    if (same < 0) left.push({ each, body });
    else there.splice(same, 1);
  }
  const amended: ChangedDefinition[] = [];
  const gone: Address[] = [];
  for (const { each, body } of left) {
    const { address, kind } = each;
    const next = there.findIndex((other) => other.each.kind === kind);
    if (next < 0) gone.push(address);
    else amended.push({ address, kind, have: body, want: there.splice(next, 1)[0]!.body });
  }
  return { amended, gone, come: there.map(({ each }: { readonly each: Delete }) => each) };
}
