// The names of resources and of the service in messages, and their order.
import type { Plan } from "../../engine/model/plan.ts";
import type { Unmanaged } from "../../engine/model/unmanaged.ts";
import { type Address, addressOf, kindOf, nameOf } from "../../engine/model/resource.ts";
import { escapeText, type Screen, truncateMiddle } from "./terminal-text.ts";

/** The address; for an unmanaged resource its kind, name and id: `prompt/Old bot (id:63a1)`. */
export function displayName(plan: Pick<Plan, "names">, address: Address): string {
  return addressOf(kindOf(address), referenceText(address, plan));
}

/** The name of a referenced resource; with its id if it is unmanaged. */
export function referenceText(address: Address, { names }: Pick<Plan, "names">): string {
  const name = names[address];
  return name === undefined ? nameOf(address) : `${name} (${nameOf(address)})`;
}

/** `prompt/Old bot (id:63a1)`, or the parent's name for a resource without a name. */
export function unmanagedName({ kind, name, id, parent }: Omit<Unmanaged, "reason">): string {
  if (parent !== undefined) return `${kind}/${nameOf(parent)}/id:${id}`;
  return name === "" ? `${kind}/id:${id}` : `${kind}/${name} (id:${id})`;
}

const idAtEnd = / \(id:[^)]*\)$/;

/** A display name for a line that has the id already. */
export function withoutId(name: string): string {
  return name.replace(idAtEnd, "");
}

/** At most `width` characters; the id of an unmanaged resource is not cut if there is room for it. */
export function truncateName(name: string, width: number, symbols: Screen["symbols"]): string {
  const id = idAtEnd.exec(name)?.[0] ?? "";
  const room = width - id.length;
  if (room < 10) return truncateMiddle(name, width, symbols);
  return truncateMiddle(name.slice(0, name.length - id.length), room, symbols) + id;
}

/** The base URL; `local` is the embedded service. */
export function serviceName(baseUrl: string): string {
  return baseUrl === "local" ? "the embedded service" : escapeText(baseUrl);
}

const names = new Intl.Collator("en", { numeric: true });

/** Compares two names: `Prompt 2` is before `Prompt 10`. */
export function compareNames(one: string, other: string): number {
  return names.compare(one, other);
}
