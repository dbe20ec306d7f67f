// How a resource is called in a line of text.
import type { Plan } from "../engine/model/plan.ts";
import { type Address, kindOf, nameOf } from "../engine/model/resource.ts";

/** The address; what only the service has is called by its name there, and its id. */
export function displayName({ names }: Pick<Plan, "names">, address: Address): string {
  const name = names[address];
  return name === undefined ? address : `${kindOf(address)}/${name} (${nameOf(address)})`;
}
