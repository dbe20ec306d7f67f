// What a plan creates, updates and deletes: one atom for each resource, with a key by which plans are
// compared (permission.ts). Resources without a name are known by their content and that of their parents.
import { groupBy, memo } from "../model/collections.ts";
import { digestJson, shortDigest } from "../text/digest.ts";
import type { JsonObject } from "../model/json.ts";
import type { Change, Delete, Plan, Replace } from "../model/plan.ts";
import type { Address, Definition } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";

export interface Atom {
  /** Equal for atoms that do the same to the same resource. Equal creates are interchangeable. */
  readonly key: string;
  /** Other keys that permit it. */
  readonly alternatives: readonly string[];
  /** `field`: it may remove a field that this version does not know. */
  readonly action: "create" | "update" | "delete" | "field";
  readonly kind: string;
  /** The id of the resource; undefined for a create. */
  readonly id?: string;
  /** The change of the plan that it is part of. */
  readonly change: Change;
}

/** The atoms of a plan. A replace is its create and its delete, and those of the children. */
export function planAtoms(
  { baseUrl, environment = "", changes }: Plan,
  definitions: readonly Definition[],
): Atom[] {
  const context: AtomContext = {
    keyOf: (...parts) => shortDigest([baseUrl, environment, ...parts]),
    ...identities(definitions),
  };
  return changes.flatMap((change) => {
    const parent = change.parent === undefined ? [] : context.identityOf(change.parent);
    return atomsOf(context, change, parent).map((atom) => ({ ...atom, change }));
  });
}

type OwnAtom = Omit<Atom, "change">;

/** The address of the nearest resource with a name, then the contents of those without one. */
type Identity = readonly string[];

interface Identities {
  /** The identity of a resource with an address. */
  identityOf(this: void, address: Address): Identity;
  /** That of a definition because of which another resource is deleted, with its content. */
  replacementIdentity(this: void, address: Address): Identity;
  /** Those of all definitions that may take the place of a deleted resource. */
  replacementsOf(this: void, change: Change): readonly Identity[];
}

interface AtomContext extends Identities {
  keyOf(this: void, ...parts: readonly string[]): string;
}

function identities(definitions: readonly Definition[]): Identities {
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const digestOf = ({ row, spec }: Definition): string => contentDigest(row, spec);
  const identityOf = memo((address: Address): Identity => {
    const definition = byAddress.get(address);
    if (!definition?.parent || definition.name !== undefined) return [address];
    return [...identityOf(definition.parent), digestOf(definition)];
  });
  const replacementIdentity = (address: Address): Identity => {
    const definition = byAddress.get(address);
    return definition ? [...identityOf(address), digestOf(definition)] : [address];
  };
  const familyOf = (kind: string, name: string | undefined, parent = ""): string =>
    JSON.stringify([kind, name ?? null, name === undefined ? parent : ""]);
  const families = groupBy(definitions, ({ row, name, parent }) =>
    familyOf(row.kind, name, parent),
  );
  return {
    identityOf,
    replacementIdentity,
    replacementsOf: (change) => {
      const name = change.action === "delete" ? change.name : undefined;
      const family = families.get(familyOf(change.row.kind, name, change.parent)) ?? [];
      return family.map(({ address }) => replacementIdentity(address));
    },
  };
}

/** The identity of a resource with this content. `within`: that of its parent. */
function identityWith({ row, address }: Change, content: JsonObject, within: Identity): Identity {
  return row.identifiedBy.by === "name" ? [address] : [...within, contentDigest(row, content)];
}

function atomsOf(context: AtomContext, change: Change, within: Identity): OwnAtom[] {
  const {
    action,
    row,
    row: { kind },
  } = change;
  if (action === "delete")
    return deleteAtoms(context, change, within, deleteReasons(context, change));
  const created = identityWith(change, change.body, within);
  if (action === "create") {
    const content = contentDigest(row, change.body);
    return [
      { key: context.keyOf("create", kind, ...created, content), alternatives: [], action, kind },
    ];
  }
  const { id, before, after, unknownFields } = change;
  // A field that went away since the review needs no permission, so each field is an atom.
  const fields = unknownFields.map((field): OwnAtom => {
    return {
      key: context.keyOf("field", kind, id, field),
      alternatives: [],
      action: "field",
      kind,
      id,
    };
  });
  if (action === "update") {
    const identity = identityWith(change, before, within);
    const contents = [digestJson(before), digestJson(after)];
    const key = context.keyOf("update", kind, ...identity, id, ...contents);
    return [{ key, alternatives: [], action, kind, id }, ...fields];
  }
  const { childCreates, childDeletes: _deletes, ...others } = change;
  return [
    ...atomsOf(context, { ...others, action: "create", childDeletes: [] }, within),
    ...childCreates.flatMap((child) => atomsOf(context, child, created)),
    ...deleteAtoms(context, change, within, deleteReasons(context, change)),
    ...fields,
  ];
}

/** The identity of the definition because of which a resource is deleted, and others that permit it. */
interface DeleteReasons {
  readonly own: Identity;
  readonly others: readonly Identity[];
}

/**
 * A resource that was replaced may be deleted as long as its replacement is defined, whatever the reason
 * of the new plan is. A resource that no definition replaces may be deleted for any reason.
 */
function deleteReasons(context: AtomContext, change: Delete | Replace): DeleteReasons {
  const replacement = change.action === "replace" ? change.address : change.supersededBy;
  return {
    own: replacement === undefined ? [] : context.replacementIdentity(replacement),
    others: [[], ...context.replacementsOf(change)],
  };
}

/** The atoms of the old resource and of its descendants. */
function deleteAtoms(
  context: AtomContext,
  change: Delete | Replace,
  within: Identity,
  reasons: DeleteReasons,
): OwnAtom[] {
  const {
    row: { kind },
    id,
    before,
    childDeletes,
  } = change;
  const identity = identityWith(change, before, within);
  const keyFor = (reason: Identity): string =>
    context.keyOf("delete", kind, ...identity, id, digestJson(before), "because", ...reason);
  const alternatives = reasons.others.map(keyFor);
  return [
    { key: keyFor(reasons.own), alternatives, action: "delete", kind, id },
    ...childDeletes.flatMap((child) => deleteAtoms(context, child, identity, reasons)),
  ];
}
