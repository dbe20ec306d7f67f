// The book of an apply: which address has which id, and which things belong to nobody yet.
import type { ExecutablePlan } from "../model/plan.ts";
import { type Address, addressOf, kindOf } from "../model/resource.ts";

/** Address → id on the service. */
export type Ids = { readonly [address: Address]: string };

/** Which address has which id: those of the plan, and those that creates bring. */
export interface IdRegistry {
  /** Throws where none is known. */
  idOf(address: Address): string;
  find(address: Address): string | undefined;
  addressOf(kind: string, id: string): Address | undefined;
  /** Whether it was there when the plan was made, or belongs to an address of this apply. */
  isTaken(kind: string, id: string): boolean;
  add(address: Address, id: string): void;
  all(): Ids;
}

export function createIdRegistry(plan: ExecutablePlan): IdRegistry {
  const ids = new Map<Address, string>(Object.entries(plan.ids));
  const addresses = new Map([...ids].map(([each, id]) => [addressOf(kindOf(each), id), each]));
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
