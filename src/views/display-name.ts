// The name of a resource in messages.
import type { Plan } from "../engine/model/plan.ts";
import { type Address, kindOf, nameOf } from "../engine/model/resource.ts";

/** The address; for an unmanaged resource its kind, name and id: `prompt/Old bot (id:63a1)`. */
export function displayName({ names }: Pick<Plan, "names">, address: Address): string {
  const name = names[address];
  return name === undefined ? address : `${kindOf(address)}/${name} (${nameOf(address)})`;
}
