// The book of an apply: which address has which id, and what is claimed already.
import { knownThings } from "../engine/known.ts";
import type { Plan } from "../engine/plan.ts";
import { type Address, addressOf, kindOf } from "../engine/resource.ts";

/** Address → id on the service. */
export type Ids = { readonly [address: Address]: string };

/** Which address has which id: those of the plan, and those that creates bring. */
export interface Book {
  idOf(address: Address): string;
  addressOf(kind: string, id: string): Address | undefined;
  /** Whether it was there when the plan was made, or belongs to an address of this apply. */
  isTaken(kind: string, id: string): boolean;
  add(address: Address, id: string): void;
  all(): Ids;
}

export function openBook(plan: Plan): Book {
  const known = knownThings(plan);
  const ids = new Map<Address, string>(Object.entries(plan.ids));
  const addresses = new Map([...ids].map(([each, id]) => [addressOf(kindOf(each), id), each]));
  return {
    idOf: (address) => {
      const id = ids.get(address);
      if (id === undefined) throw new Error(`no id is known for ${address}`);
      return id;
    },
    addressOf: (kind, id) => addresses.get(addressOf(kind, id)),
    isTaken: (kind, id) => {
      const thing = addressOf(kind, id);
      return known.has(thing) || addresses.has(thing);
    },
    add: (address, id) => {
      ids.set(address, id);
      addresses.set(addressOf(kindOf(address), id), address);
    },
    all: () => Object.fromEntries(ids),
  };
}
