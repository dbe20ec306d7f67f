// What a plan creates, updates and deletes: one atom for each resource, with a key by which plans are
// compared. A reviewed plan is a permission: it permits the plans whose atoms are among its own.
import { groupBy, memo } from "../model/collections.ts";
import { digestJson, shortDigest } from "../model/digest.ts";
import type { JsonObject } from "../model/json.ts";
import { type Kinds, kindNamed } from "../model/kind.ts";
import type { Change, Create, Delete, Plan, Replace, Update } from "../model/plan.ts";
import type { Address, Definition } from "../model/resource.ts";
import { contentDigest } from "../normalize/observe.ts";
import { countChanges } from "../select/select.ts";

export interface Atom {
  /** Equal for atoms that do the same to the same resource. Equal creates are interchangeable. */
  readonly key: string;
  /** Other keys that permit it. */
  readonly alternatives: readonly string[];
  /** The change of the plan that it is part of. */
  readonly change: Change;
  /** Undefined for the name of a field that this version does not know. */
  readonly action?: "create" | "update" | "delete";
  readonly kind: string;
  /** The id of the resource that it updates or deletes. */
  readonly id?: string;
}

/** The atoms of a plan. A replace is its create and its delete, and those of the children. */
export function planAtoms(
  kinds: Kinds,
  { baseUrl, environment = "", changes }: Plan,
  definitions: readonly Definition[],
): Atom[] {
  const context: AtomContext = {
    kinds,
    keyOf: (...parts) => shortDigest([baseUrl, environment, ...parts]),
    ...identities(kinds, definitions),
  };
  return changes.flatMap((change) => {
    const parent = change.parent === undefined ? [] : context.identityOf(change.parent);
    return atomsOf(context, change, parent).map((atom) => ({ ...atom, change }));
  });
}

/** `sha256:…`, equal for plans with equal atoms, in any order. */
export function atomsDigest(
  { baseUrl, environment = "" }: Plan,
  atoms: readonly Pick<Atom, "key">[],
): string {
  return digestJson([baseUrl, environment, ...atoms.map(({ key }) => key).sort()]);
}

/** The atoms of a plan that the keys of reviewed plans do not permit. */
export function unreviewedAtoms(reviewed: readonly string[], planned: readonly Atom[]): Atom[] {
  return compareAtoms(reviewed, planned).unreviewed;
}

/** The plan with only the changes of some of its atoms, for display. */
export function planOfAtoms(plan: Plan, atoms: readonly Atom[]): Plan {
  const changes = [...new Set(atoms.map(({ change }) => change))];
  const counts = countChanges({ changes, unchanged: [] });
  return { ...plan, changes, counts, steps: [], unmanaged: [], notes: [] };
}

/** Matches the atoms of a plan with permitted keys. `unplanned`: the keys that are left. */
export function compareAtoms(
  reviewed: readonly string[],
  planned: readonly Atom[],
): { readonly unreviewed: Atom[]; readonly unplanned: readonly string[] } {
  const left = groupBy(reviewed, (key) => key);
  const unreviewed = planned.filter(({ key, alternatives }) => {
    const isTaken = (each: string): boolean => left.get(each)?.pop() !== undefined;
    return ![key, ...alternatives].some(isTaken);
  });
  return { unreviewed, unplanned: [...left.values()].flat() };
}

/**
 * The keys that several reviewed plans permit. A key counts as often as the plan with the most has it: two
 * plans list the same create if it was not applied between them.
 */
export function unitedKeys(plans: readonly (readonly string[])[]): string[] {
  const united = new Map<string, readonly string[]>();
  for (const keys of plans)
    for (const [key, group] of groupBy(keys, (each) => each))
      if (group.length > (united.get(key)?.length ?? 0)) united.set(key, group);
  return [...united.values()].flat();
}

type OwnAtom = Omit<Atom, "change">;

/** The address of the nearest resource with a name, then the contents of those without one. */
type Identity = readonly string[];

interface Identities {
  identityOf(this: void, address: Address): Identity;
  /** The identity and the content of a definition. */
  replacementIdentity(this: void, address: Address): Identity;
  /** Those of all definitions that may take the place of a deleted resource. */
  replacementsOf(this: void, change: Change): readonly Identity[];
}

interface AtomContext extends Identities {
  readonly kinds: Kinds;
  keyOf(this: void, ...parts: readonly string[]): string;
}

function identities(kinds: Kinds, definitions: readonly Definition[]): Identities {
  const byAddress = new Map(definitions.map((each) => [each.address, each]));
  const identityOf = memo((address: Address): Identity => {
    const definition = byAddress.get(address);
    if (!definition?.parent || definition.name !== undefined) return [address];
    return [...identityOf(definition.parent), contentOf(definition)];
  });
  const contentOf = ({ kind, spec }: Definition): string =>
    contentDigest(kindNamed(kinds, kind), spec);
  const familyOf = (kind: string, name = "", parent = ""): string =>
    JSON.stringify(name === "" ? [kind, parent] : [kind, name]);
  const families = groupBy(definitions, ({ kind, name, parent }) => familyOf(kind, name, parent));
  const replacementIdentity = (address: Address): Identity => {
    const definition = byAddress.get(address);
    return definition ? [...identityOf(address), contentOf(definition)] : [address];
  };
  return {
    identityOf,
    replacementIdentity,
    replacementsOf: (change) => {
      const name = change.action === "delete" ? change.name : undefined;
      const family = families.get(familyOf(change.kind, name, change.parent)) ?? [];
      return family.map(({ address }) => replacementIdentity(address));
    },
  };
}

/** `within`: the identity of the parent. */
function atomsOf(context: AtomContext, change: Change, within: Identity): OwnAtom[] {
  switch (change.action) {
    case "create":
      return [createAtom(context, change, within)];
    case "update":
      return [updateAtom(context, change, within), ...unknownFieldAtoms(context, change)];
    case "delete":
      return deleteAtoms(context, change, within, deleteReasons(context, change));
    case "replace": {
      const created = resourceIdentity(context, change, change.after, within);
      return [
        createAtom(context, change, within),
        ...change.childCreates.map((child) => createAtom(context, child, created)),
        ...deleteAtoms(context, change, within, deleteReasons(context, change)),
        ...unknownFieldAtoms(context, change),
      ];
    }
  }
}

function createAtom(
  { kinds, keyOf }: AtomContext,
  change: Create | Replace,
  within: Identity,
): OwnAtom {
  const { kind, address, body } = change;
  const row = kindNamed(kinds, kind);
  const named = row.identifiedBy.by === "name" ? [address] : [];
  const key = keyOf("create", kind, ...within, ...named, contentDigest(row, body));
  return { key, alternatives: [], action: "create", kind };
}

function updateAtom({ kinds, keyOf }: AtomContext, change: Update, within: Identity): OwnAtom {
  const { kind, address, id, before, after } = change;
  const named = kindNamed(kinds, kind).identifiedBy.by === "name" ? [address] : [];
  const contents = [digestJson(before), digestJson(after)];
  const key = keyOf("update", kind, ...within, ...named, id, ...contents);
  return { key, alternatives: [], action: "update", kind, id };
}

/** Fields that went away since the review need no permission, so each is an atom of its own. */
function unknownFieldAtoms(
  { keyOf }: AtomContext,
  { kind, id, unknownFields }: Update | Replace,
): OwnAtom[] {
  return unknownFields.map((field) => ({
    key: keyOf("field", kind, id, field),
    alternatives: [],
    kind,
  }));
}

/** The identity of the definition because of which a resource is deleted, and of others that permit it. */
interface DeleteReasons {
  readonly own: Identity;
  readonly others: readonly Identity[];
}

/**
 * A resource that was replaced may be deleted as long as its replacement is defined, whatever the reason of
 * the new plan is. A resource that no definition has may be deleted for any reason.
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
  const { kind, id, before, childDeletes } = change;
  const own = ["delete", kind, ...within, id, digestJson(before)];
  const keyFor = (reason: Identity): string => context.keyOf(...own, "because", ...reason);
  const inside = resourceIdentity(context, change, before, within);
  return [
    {
      key: keyFor(reasons.own),
      alternatives: reasons.others.map(keyFor),
      action: "delete",
      kind,
      id,
    },
    ...childDeletes.flatMap((child) => deleteAtoms(context, child, inside, reasons)),
  ];
}

/** The identity of a resource with this content. */
function resourceIdentity(
  { kinds }: AtomContext,
  { kind, address }: Change,
  content: JsonObject,
  within: Identity,
): Identity {
  if (kindNamed(kinds, kind).identifiedBy.by === "name") return [address];
  return [...within, digestJson(content)];
}
