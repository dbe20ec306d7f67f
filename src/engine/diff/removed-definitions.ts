// Finds the definitions that earlier files contain and the current files do not, and what the plan
// does to their resources.
import { groupBy } from "../model/collections.ts";
import { canonicalJson } from "../model/json.ts";
import { type Delete, isPruned, type Plan } from "../model/plan.ts";
import {
  type Address,
  addressOf,
  type Definition,
  definitionsByName,
  nameOf,
} from "../model/resource.ts";
import { canonicalForm } from "../normalize/normalize.ts";

/** A definition that the files no longer contain. */
export interface RemovedDefinition {
  /** Its address in the earlier files. */
  readonly address: Address;
  /** The definitions of its children and their children: they are removed with it. */
  readonly descendants: readonly Pick<Definition, "row">[];
  /** Undefined if it must not be shown. */
  readonly outcome?: RemovalOutcome;
}

/** What the plan does to the resource of a removed definition. With `prune-off` it stays. */
type RemovalOutcome =
  | { readonly type: "deleted" }
  | { readonly type: "prune-off" }
  | { readonly type: "stays"; readonly reason: string }
  /** The plan has no resource for it. */
  | { readonly type: "not-found" };

export interface RemovalInput {
  readonly before: readonly Definition[];
  /** The definitions of the plan. */
  readonly after: readonly Definition[];
  /** Address → id, for the service of the plan. */
  readonly pins: Readonly<Record<Address, string>>;
  readonly plan: Plan;
  /** Whether the plan deletes unmanaged resources. */
  readonly prune: boolean;
}

/**
 * The removed definitions, in the order of the earlier files. A definition that was moved or renamed
 * is not removed. Removed definitions of owned children are not listed, because the plan shows the
 * deletes of their resources.
 */
export function findRemovedDefinitions(input: RemovalInput): RemovedDefinition[] {
  const { before } = input;
  const successors = findSuccessors(input);
  const removed = before.filter(({ address, external }) => !external && !successors.has(address));
  const byParent = groupBy(removed, ({ parent }) => parent);
  const descendantsOf = ({ address }: Definition): Definition[] =>
    (byParent.get(address) ?? []).flatMap((child) => [child, ...descendantsOf(child)]);
  return removed
    .filter(({ row, parent }) => {
      if (parent === undefined) return true;
      return successors.has(parent) && !row.parent?.owned;
    })
    .map((definition) => ({
      address: definition.address,
      descendants: descendantsOf(definition),
      outcome: outcomeOf(definition, successors, input),
    }));
}

type Successors = ReadonlyMap<Address, Address>;

/** The current addresses of the earlier definitions that still exist, by their earlier addresses. */
function findSuccessors({ before, after, pins }: RemovalInput): Successors {
  const successors = new Map<Address, Address>();
  const addresses = new Set(after.map(({ address }) => address));
  const byName = definitionsByName(after);
  const byContent = new Map(after.map((each) => [contentKey(each, each.parent), each.address]));
  for (const definition of before) {
    const successor =
      definition.parent === undefined
        ? successorByName(definition)
        : successorByContent(definition);
    if (successor !== undefined) successors.set(definition.address, successor);
  }
  return successors;

  function successorByName({ address, row, name = "" }: Definition): Address | undefined {
    const isPinned = Object.hasOwn(pins, address) && addresses.has(address);
    return isPinned ? address : byName.get(addressOf(row.kind, name))?.address;
  }

  function successorByContent(definition: Definition): Address | undefined {
    const { address, row, parent = "" } = definition;
    const newParent = successors.get(parent);
    if (newParent === undefined) return undefined;
    const own = nameOf(address).slice(nameOf(parent).length);
    const sameName = addressOf(row.kind, nameOf(newParent) + own);
    if (addresses.has(sameName)) return sameName;
    return byContent.get(contentKey(definition, newParent));
  }
}

/** Equal for two definitions of a kind with equal content under the same parent. */
function contentKey({ row, spec }: Definition, parent = ""): string {
  return canonicalJson([row.kind, parent, canonicalForm(row.shape, spec)]);
}

function outcomeOf(
  { row, name, parent, spec }: Definition,
  successors: Successors,
  { after, plan, prune }: RemovalInput,
): RemovalOutcome {
  const newParent = parent === undefined ? undefined : successors.get(parent);
  const isOf = (each: Pick<Delete, "name" | "parent">, kind: string): boolean =>
    kind === row.kind && (name === undefined ? each.parent === newParent : each.name === name);
  const deletes = plan.changes.flatMap((each) =>
    isPruned(each) && isOf(each, each.row.kind) ? [each] : [],
  );
  const content = canonicalJson(canonicalForm(row.shape, spec));
  if (deletes.some(({ before }) => canonicalJson(before) === content)) return { type: "deleted" };
  const retained = plan.unmanaged.find(
    (each) => each.duplicateOf === undefined && isOf(each, each.kind),
  );
  if (retained)
    return prune ? { type: "stays", reason: retained.reason.text } : { type: "prune-off" };
  if (deletes.length > 0) return { type: "deleted" };
  // Without managed children and without prune, the plan lists no children.
  const isListed =
    name !== undefined || prune || after.some((each) => each.managedChildKinds.length > 0);
  return { type: isListed ? "not-found" : "prune-off" };
}
