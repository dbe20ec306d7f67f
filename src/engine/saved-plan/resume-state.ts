// The state of resuming a saved plan: the changes one by one, the current resources, and the results.
import { createIdRegistry, type IdRegistry } from "../order/id-registry.ts";
import { groupBy } from "../model/collections.ts";
import type { JsonObject } from "../model/json.ts";
import { childKinds, type Kind, type Kinds, kindNamed } from "../model/kind.ts";
import { type ListResponses, contentDigest, observe } from "../observe/observe.ts";
import type { Change, ExecutablePlan } from "../model/plan.ts";
import { type Address, addressOf, type Observed } from "../model/resource.ts";

/** A resource that is neither in its state before the plan nor in its planned state. */
export interface StaleResource {
  readonly address: Address;
  /**
   * `changed`: from `before` to `now` · `moved`: it has another parent · `fields`: it has new fields
   * that this version does not know · `deleted` · `created`: another resource has its name ·
   * `grown`: it has a new child, and the plan deletes it or creates children · `used`: another
   * resource refers to it, and the plan deletes it.
   */
  readonly what: "changed" | "moved" | "fields" | "deleted" | "created" | "grown" | "used";
  readonly before?: JsonObject;
  readonly now?: JsonObject;
  /** The child, the user, or the resource with its name. */
  readonly by?: { readonly kind: string; readonly id: string; readonly name?: string };
}

/** A change, and the id of the parent of its resource when the plan was made. */
export interface TouchedResource {
  readonly change: Change;
  readonly parentId: string | undefined;
}

/** Returns the changes and those of their children as one list. */
export function flattenChanges({ changes, ids }: ExecutablePlan): TouchedResource[] {
  const flatten = (change: Change, parentId: string | undefined): TouchedResource[] => [
    {
      change,
      parentId: (change.action === "delete" ? change.onlyIfMissing?.id : undefined) ?? parentId,
    },
    ...(change.action === "replace"
      ? change.childCreates.map((create) => ({ change: create, parentId: undefined }))
      : []),
    ...change.childDeletes.flatMap((child) =>
      flatten(child, "id" in change ? change.id : undefined),
    ),
  ];
  return changes.flatMap((change) => flatten(change, ids[change.parent ?? ""]));
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
  readonly registry: IdRegistry;
  /** Indexes the resources of a kind. The kinds it refers to must be checked before. */
  readKind(row: Kind): void;
  resources(kind: string): ObservedIndex;
  /** Returns the id of an address, or undefined if its resource is not created yet. */
  currentId(address: Address | undefined): string | undefined;
  /** Records that the resource of an address was created. */
  recordCreated(address: Address, resource: Observed): void;
  /** Of equal resources, returns the one with most of the children planned for an address. */
  bestMatch(address: Address, equal: readonly Observed[]): Observed | undefined;
  /** The ids of steps. */
  readonly doneSteps: Set<string>;
  readonly stale: StaleResource[];
}

/** The state before the first check. */
export function createResumeState(
  kinds: Kinds,
  plan: ExecutablePlan,
  responses: ListResponses,
  touched: readonly TouchedResource[],
): ResumeState {
  const registry = createIdRegistry(plan);
  const indexes = new Map<string, ObservedIndex>();
  const observeKind = (row: Kind): Observed[] =>
    (responses.get(row.kind) ?? []).map((response) => observe(row, response, registry.addressOf));
  const creates = touched.flatMap(({ change }) =>
    change.action === "create" || change.action === "replace" ? [change] : [],
  );
  const notCreated = new Set(creates.map(({ address }) => address));
  return {
    kinds,
    plan,
    registry,
    readKind: (row) => {
      const resources = observeKind(row);
      const added = resources.filter(
        ({ id }) => !Object.hasOwn(plan.listed, addressOf(row.kind, id)),
      );
      indexes.set(row.kind, {
        byId: new Map(resources.map((resource) => [resource.id, resource])),
        byName: groupBy(resources, ({ name }) => name),
        byParent: groupBy(resources, ({ parentId }) => parentId),
        newByRecognition: groupBy(added, ({ parentId, spec }) =>
          recognitionKey(row, parentId, spec),
        ),
      });
    },
    resources: (kind) => indexes.get(kind)!,
    currentId: (address = "") => (notCreated.has(address) ? undefined : registry.find(address)),
    recordCreated: (address, { id }) => {
      notCreated.delete(address);
      registry.add(address, id);
    },
    bestMatch: (address, equal) => {
      if (equal.length < 2) return equal[0];
      const planned = new Set(
        creates
          .filter(({ parent }) => parent === address)
          .map(({ kind, body }) => contentDigest(kindNamed(kinds, kind), body)),
      );
      const overlaps = new Map(equal.map(({ id }) => [id, 0]));
      for (const row of childKinds(kinds, equal[0]!.kind))
        for (const { parentId = "", spec } of observeKind(row)) {
          const overlap = overlaps.get(parentId);
          if (overlap === undefined) continue;
          overlaps.set(parentId, overlap + (planned.has(contentDigest(row, spec)) ? 1 : -1));
        }
      return equal.toSorted((a, b) => overlaps.get(b.id)! - overlaps.get(a.id)!)[0];
    },
    doneSteps: new Set(),
    stale: [],
  };
}

/** Equal for a create and the resource that it created: parent and content. */
export function recognitionKey(row: Kind, parentId: string | undefined, spec: JsonObject): string {
  return `${parentId ?? ""}\n${contentDigest(row, spec)}`;
}
