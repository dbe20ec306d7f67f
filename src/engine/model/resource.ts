// Addresses, and resources on both sides: definitions in files and observed remote resources.
import type { JsonObject } from "./json.ts";
import type { Kind } from "./kind.ts";

/**
 * Identifies a resource: `kind/name`, for example `tool/lookup_order`,
 * `evaluation/Support triage/refund`, `assertion/Support triage/refund/1`.
 * The address of an unmanaged resource ends in `id:` and its id: `prompt/id:63a1f0c2`.
 */
export type Address = string;

export function addressOf(kind: string, name: string | number): Address {
  return `${kind}/${name}`;
}

/** The address without its kind: `evaluation/Support triage/refund` → `Support triage/refund`. */
export function nameOf(address: Address): string {
  return address.slice(address.indexOf("/") + 1);
}

/** The kind of the resource with this address. */
export function kindOf(address: Address): string {
  return address.slice(0, address.indexOf("/"));
}

/** A resource as defined in a file. */
export interface Definition {
  readonly address: Address;
  /** The row of its kind. */
  readonly row: Kind;
  /** The name on the service; undefined for kinds without names. */
  readonly name?: string | undefined;
  /** Its earlier names on the service. */
  readonly renamedFrom: readonly string[];
  readonly parent?: Address | undefined;
  /** The body in normal form, lists in the order of the file: references are addresses. */
  readonly spec: JsonObject;
  /** Managed elsewhere: matched by name, never written. */
  readonly external: boolean;
  /** The kinds of children that files define for it; an empty list in a file counts. */
  readonly managedChildKinds: readonly string[];
}

/** The names that the resource of a definition has or had on the service, its own first. */
export function namesOf({ name, renamedFrom }: Pick<Definition, "name" | "renamedFrom">): string[] {
  return name === undefined ? [...renamedFrom] : [name, ...renamedFrom];
}

/**
 * The definitions by the names that their resources have or had, as `kind/name`. A name that a definition
 * has now is no earlier name of another one.
 */
export function definitionsByName(
  definitions: readonly Definition[],
): ReadonlyMap<Address, Definition> {
  const earlier = definitions.flatMap((each) =>
    each.renamedFrom.map((name) => [addressOf(each.row.kind, name), each] as const),
  );
  const current = definitions.flatMap((each) =>
    each.name === undefined ? [] : [[addressOf(each.row.kind, each.name), each] as const],
  );
  return new Map([...earlier, ...current]);
}

/** A remote resource, from a response of the service. */
export interface Observed {
  /** The row of its kind. */
  readonly row: Kind;
  readonly id: string;
  readonly name?: string | undefined;
  /** The id of its parent, if its kind has parents. */
  readonly parentId?: string | undefined;
  /** The body in normal form; references are addresses, `kind/id:…` for unmanaged resources. */
  readonly spec: JsonObject;
  /** JSON pointers of fields that this version does not know. They are not compared. */
  readonly unknownFields: readonly string[];
  /** JSON pointers of values that this version does not know, for example an assertion type. */
  readonly unknownValues: readonly string[];
}
