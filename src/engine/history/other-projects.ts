// Which other project of the repository uses a resource.
import type { Address } from "../model/resource.ts";
import type { FamilyNames, OtherProjectDefinition } from "./project-history.ts";

/** A resource on the service, as other projects may define it. */
export interface SharedResource {
  readonly kind: string;
  /** Its family: the resource itself, or its parent for a resource without a name. */
  readonly family: FamilyNames;
  readonly isNamed: boolean;
}

/** Which other project defines a resource, refers to it or may define it; undefined without one. */
export function otherProjectWith(
  others: readonly OtherProjectDefinition[],
  { kind: ownKind, family, isNamed }: SharedResource,
): string | undefined {
  const unreadable = others.find(({ name }) => name === undefined);
  if (unreadable) return `the project ${unreadable.project} has errors, so that it may define it`;
  const isOf = (address: Address, kind: string): boolean => address.startsWith(`${kind}/`);
  const other = others.find(
    ({ kind, name, childKinds }) =>
      isOf(family.address, kind) &&
      family.names.includes(name!) &&
      (isNamed || childKinds.includes(ownKind)),
  );
  if (!other) return undefined;
  const verb = !isNamed || !other.external ? "defines it" : "refers to it";
  return `the project ${other.project} ${verb}`;
}
