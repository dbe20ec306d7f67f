// The interface of the store: its resources, as plain data, and its operations.
import type { JsonObject } from "../engine/model/json.ts";

/** Identifies a resource. */
export interface ResourceKey {
  readonly kind: string;
  readonly id: string;
}

export interface StoredResource {
  readonly kind: string;
  /** Unique across all kinds. */
  readonly id: string;
  readonly parent?: ResourceKey;
  /** The resource's fields without id, parent and references. */
  readonly body: JsonObject;
  /** In the order of the request body. */
  readonly references: readonly StoredReference[];
}

export interface StoredReference {
  readonly field: string;
  readonly to: ResourceKey;
}

/** The outcome of a write; every outcome except `done` left the store unchanged. */
export type WriteOutcome =
  | { readonly is: "done" }
  /** The resource does not exist. */
  | { readonly is: "absent" }
  /** Parents and references that do not exist, without repeats. */
  | { readonly is: "dangling"; readonly targets: readonly ResourceKey[] }
  /** Other resources refer to one that would be removed. */
  | { readonly is: "used"; readonly by: readonly StoredResource[] };

export interface Store {
  /** In order of creation; with a parent's id only its children. */
  list(kind: string, parentId?: string): readonly StoredResource[];
  get(kind: string, id: string): StoredResource | undefined;
  insert(resource: StoredResource): WriteOutcome;
  /** Overwrites the resource with the same kind and id; its position in lists does not change. */
  replace(resource: StoredResource): WriteOutcome;
  /** Removes a resource and its descendants of the cascading kinds. */
  remove(kind: string, id: string, cascadingKinds?: readonly string[]): WriteOutcome;
  /** Runs several reads on one state of the store. Must not be nested. */
  snapshot<T>(read: () => T): T;
  /** A text that changes with every write, by this store or by another process on its file. */
  version(): string;
  /** Every later call throws. */
  close(): void;
}
