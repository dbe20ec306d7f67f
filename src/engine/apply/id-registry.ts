// The ids of an apply: those known from the plan and those of created resources.
import type { ExecutablePlan } from "../model/plan.ts";
import { type Address, addressOf, kindOf } from "../model/resource.ts";

/** Address → id on the service. */
export type IdsByAddress = { readonly [address: Address]: string };

export interface IdRegistry {
  /** Throws an Error if no id is known. */
  idOf(address: Address): string;
  /** Returns undefined if no id is known. */
  find(address: Address): string | undefined;
  addressOf(kind: string, id: string): Address | undefined;
  /** Whether the resource existed when the plan was created, or belongs to an address of this apply. */
  isTaken(kind: string, id: string): boolean;
  add(address: Address, id: string): void;
  all(): IdsByAddress;
}

export function createIdRegistry(plan: ExecutablePlan): IdRegistry {
  const ids = new Map<Address, string>(Object.entries(plan.ids));
  const addresses = new Map(
    [...ids].map(([address, id]) => [addressOf(kindOf(address), id), address]),
  );
  return {
    idOf: (address) => {
      const id = ids.get(address);
      if (id === undefined) throw new Error(`no id is known for ${address}`);
      return id;
    },
    find: (address) => ids.get(address),
    addressOf: (kind, id) => addresses.get(addressOf(kind, id)),
    isTaken: (kind, id) =>
      Object.hasOwn(plan.listed, addressOf(kind, id)) || addresses.has(addressOf(kind, id)),
    add: (address, id) => {
      ids.set(address, id);
      addresses.set(addressOf(kindOf(address), id), address);
    },
    all: () => Object.fromEntries(ids),
  };
}
