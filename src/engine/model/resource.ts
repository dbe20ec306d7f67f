// Addresses and the two sides of every comparison: what a file defines and what was observed.
import type { JsonObject } from "./json.ts";

/**
 * Names a resource everywhere: `kind/name`, for example `tool/lookup_order`,
 * `evaluation/Support triage/refund`, `assertion/Support triage/refund/1`.
 * What only the service has ends in `id:` and its id: `prompt/id:63a1f0c2`.
 */
export type Address = string;

export function addressOf(kind: string, name: string | number): Address {
  return `${kind}/${name}`;
}

/** The address without its kind: `evaluation/Support triage/refund` → `Support triage/refund`. */
export function nameOf(address: Address): string {
  return address.slice(address.indexOf("/") + 1);
}

/** The kind an address is of. */
export function kindOf(address: Address): string {
  return address.slice(0, address.indexOf("/"));
}

/** A resource as a file defines it. */
export interface Definition {
  readonly address: Address;
  readonly kind: string;
  /** The name on the service; undefined for kinds without names. */
  readonly name?: string | undefined;
  /** Earlier names of it on the service. */
  readonly renamedFrom: readonly string[];
  readonly parent?: Address | undefined;
  /** The body in normal form, in the order written: references are addresses, local keys are gone. */
  readonly spec: JsonObject;
  /** Owned elsewhere: matched by name, never written. */
  readonly external: boolean;
  /** Kinds of children the files say something about, an empty list included. */
  readonly managedChildKinds: readonly string[];
}

/** A resource as the service answered it. */
export interface Observed {
  readonly kind: string;
  readonly id: string;
  readonly name?: string | undefined;
  /** The id of its parent, where its kind has one. */
  readonly parentId?: string | undefined;
  /** The body in normal form; references are addresses, or `kind/id:…` where no file defines the thing. */
  readonly spec: JsonObject;
  /** Pointers of fields that this version does not know: kept aside, never compared. */
  readonly unknownFields: readonly string[];
  /** Pointers of values outside what this version understands (an assertion type, a provider). */
  readonly unknownValues: readonly string[];
}
