// What the other projects of the repository define, and which of them uses a resource.
import { kept, type KeptReason } from "../model/unmanaged.ts";
import type { Address } from "../model/resource.ts";

/** What another project in HEAD or in the working tree defines under a name of a family. */
export interface OtherProjectDefinition {
  readonly kind: string;
  /** The name on the service. Undefined if the project cannot be read: it may define anything. */
  readonly name: string | undefined;
  /** The folder of the project, or where it is. */
  readonly project: string;
  /** Whether the project only refers to the resource. */
  readonly external: boolean;
  /** The kinds of children that it defines for the resource. */
  readonly childKinds: readonly string[];
}

/** A resource on the service, as other projects may define it. */
export interface SharedResource {
  readonly kind: string;
  /** Its family: the resource itself, or its parent for a resource without a name. */
  readonly family: { readonly address: Address; readonly names: readonly string[] };
  readonly isNamed: boolean;
}

/** The definitions of other projects; `unknown` if git cannot tell. */
export type OtherProjects = readonly OtherProjectDefinition[] | "unknown";

/** Which other project defines a resource, refers to it or may define it; undefined without one. */
export function otherProjectWith(
  others: OtherProjects,
  { kind: ownKind, family, isNamed }: SharedResource,
): KeptReason | undefined {
  if (others === "unknown") return because("git cannot tell what other projects define");
  const unreadable = others.find(({ name }) => name === undefined);
  if (unreadable)
    return because(`the project ${unreadable.project} has errors, so that it may define it`);
  const isOf = (address: Address, kind: string): boolean => address.startsWith(`${kind}/`);
  const other = others.find(
    ({ kind, name, childKinds }) =>
      isOf(family.address, kind) &&
      family.names.includes(name!) &&
      (isNamed || childKinds.includes(ownKind)),
  );
  if (!other) return undefined;
  const verb = !isNamed || !other.external ? "defines it" : "refers to it";
  return because(`the project ${other.project} ${verb}`);
}

function because(text: string): KeptReason {
  return kept("other-project", text);
}
