// The resources of the store, as plain data, and the outcome of a write.
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
