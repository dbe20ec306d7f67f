// The state of resuming a saved plan: its changes, the current resources, and the results.
import { createIdRegistry, type IdRegistry } from "../order/id-registry.ts";
import { stepId } from "../order/step-id.ts";
import { groupBy, memo } from "../model/collections.ts";
import { flattenChange } from "../model/flatten-change.ts";
import type { JsonObject } from "../model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import { type ListResponses, contentDigest, observe } from "../normalize/observe.ts";
import type { Change, ExecutablePlan, User } from "../model/plan.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";

/** A resource that is neither in its state before the plan nor in its planned state. */
export interface StaleResource {
  readonly address: Address;
  /**
   * `changed`: from `before` to `now` · `moved`: it has another parent · `fields`: it has new fields
   * that this version does not know · `deleted` · `name-taken`: another resource has its name ·
   * `child-added`: it has a new child, and the plan deletes it or creates children · `used`: another
   * resource refers to it, and the plan deletes it.
   */
  readonly reason:
    | "changed"
    | "moved"
    | "fields"
    | "deleted"
    | "name-taken"
    | "child-added"
    | "used";
  readonly before?: JsonObject;
  readonly now?: JsonObject;
  /** The child, the user, or the resource with its name. */
  readonly by?: User;
}

/** The current resources of one kind. */
interface ObservedIndex {
  readonly byId: ReadonlyMap<string, Observed>;
  readonly byName: ReadonlyMap<string | undefined, readonly Observed[]>;
  readonly byParent: ReadonlyMap<string | undefined, readonly Observed[]>;
  /** The resources that are newer than the plan, by `recognitionKey`. */
  readonly newByRecognition: ReadonlyMap<string, readonly Observed[]>;
}

/** The current resources and the results so far. */
export interface ResumeState {
  readonly kinds: Kinds;
  readonly plan: ExecutablePlan;
  /** The changes of the plan and those of their children. */
  readonly changes: readonly Change[];
  /** The ids when the plan was created, those of unmanaged resources that it deletes too. */
  readonly plannedIds: ReadonlyMap<Address, string>;
  readonly registry: IdRegistry;
  /** The resources of a kind, with the addresses of the references that are known so far. */
  observe(row: Kind): Observed[];
  /** The resources of a kind, indexed. The kinds it refers to must be checked before. */
  resources(kind: string): ObservedIndex;
  /** Whether the plan creates this resource and it does not exist yet. */
  isMissing(address: Address): boolean;
  /** Returns the id of an address, or undefined if its resource does not exist yet. */
  currentId(address: Address | undefined): string | undefined;
  /** The ids of steps. */
  readonly doneSteps: Set<string>;
  readonly stale: StaleResource[];
}

/** The state before the first check. */
export function createResumeState(
  kinds: Kinds,
  plan: ExecutablePlan,
  responses: ListResponses,
): ResumeState {
  const registry = createIdRegistry(plan);
  const changes = plan.changes.flatMap(flattenChange);
  const creates = changes.filter(({ action }) => action === "create" || action === "replace");
  const created = new Set(creates.map(({ address }) => address));
  const doneSteps = new Set<string>();
  const observeKind = (row: Kind): Observed[] =>
    (responses.get(row.kind) ?? []).map((response) => observe(row, response, registry.addressOf));
  const isMissing = (address: Address): boolean =>
    created.has(address) && !doneSteps.has(stepId("create", address));
  return {
    kinds,
    plan,
    changes,
    plannedIds: new Map([
      ...Object.entries(plan.ids),
      ...changes.flatMap((change) =>
        "id" in change ? [[change.address, change.id] as const] : [],
      ),
    ]),
    registry,
    observe: observeKind,
    resources: memo((kind) => {
      const row = kindNamed(kinds, kind);
      const resources = observeKind(row);
      const added = resources.filter(({ id }) => !Object.hasOwn(plan.listed, addressOf(kind, id)));
      return {
        byId: new Map(resources.map((resource) => [resource.id, resource])),
        byName: groupBy(resources, ({ name }) => name),
        byParent: groupBy(resources, ({ parentId }) => parentId),
        newByRecognition: groupBy(added, ({ parentId, spec }) =>
          recognitionKey(row, parentId, spec),
        ),
      };
    }),
    isMissing,
    currentId: (address = "") => (isMissing(address) ? undefined : registry.find(address)),
    doneSteps,
    stale: [],
  };
}

/** Equal for a create and the resource that it created: parent and content. */
export function recognitionKey(row: Kind, parentId: string | undefined, spec: JsonObject): string {
  return `${parentId ?? ""}\n${contentDigest(row, spec)}`;
}
