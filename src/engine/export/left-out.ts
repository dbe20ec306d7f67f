// Why resources of the service are left out of an export, as sentences.
import { someOf } from "../text/word-lists.ts";
import { groupBy } from "../model/collections.ts";
import { hintText } from "../model/hint.ts";
import type { Kind } from "../model/kind.ts";
import { referencesOf } from "../model/references.ts";
import { type Address, addressOf, kindOf, nameOf, type Observed } from "../model/resource.ts";
import { remoteAddress } from "../normalize/observe.ts";
import type { KnownResources } from "./export-names.ts";

interface RemoteState {
  /** All resources of the service. */
  readonly all: readonly { readonly row: Kind; readonly observed: Observed }[];
  readonly known: KnownResources;
}

/** The reason why definitions cannot represent a resource, or undefined. */
export function skipReason(
  { known, skipped }: { readonly known: KnownResources; readonly skipped: ReadonlySet<Address> },
  row: Kind,
  resource: Observed,
): string | undefined {
  const location =
    resource.name === undefined ? undefined : known.keylessDefinition(row.kind, resource.name);
  if (location !== undefined)
    return `${location} has the same name; add a key to that definition, then pull again`;
  if (resource.unknownValues.length > 0)
    return `this version does not support its values (${resource.unknownValues.join(", ")})`;
  for (const address of referencesOf(row, resource.spec)) {
    if (nameOf(address).startsWith("id:"))
      return `it refers to a ${kindOf(address)} that does not exist (${nameOf(address)})`;
    if (skipped.has(address)) return `it refers to ${address}, which is skipped`;
  }
  return undefined;
}

/** Names children of defined resources whose definitions do not manage children of their kind. */
export function unmanagedNotes({ all, known }: RemoteState): string[] {
  const addresses = all.flatMap(
    ({ row: { kind, parent: relation }, observed: { id, parentId } }) => {
      if (!relation || relation.owned) return []; // the definition of a parent lists owned children
      const parent = known.addressOf(relation.kind, parentId!);
      const isExported = known.addressOf(kind, id) !== undefined || known.isWanted(kind, id);
      return parent === undefined || isExported || known.isLeft(kind, id)
        ? []
        : [remoteAddress(kind, id, nameOf(parent))];
    },
  );
  return addresses.length > 0
    ? [hintText(`Skipped, because their parents do not manage them: ${someOf(addresses)}.`)]
    : [];
}

/** Counts resources whose parent was deleted. Nothing uses them, so they are not left out. */
export function orphanNotes({ all, known }: RemoteState): string[] {
  const listed = new Set(all.map(({ row, observed }) => addressOf(row.kind, observed.id)));
  const orphans = all.filter(
    ({ row, observed }) =>
      row.parent &&
      !listed.has(addressOf(row.parent.kind, observed.parentId!)) &&
      !known.isLeft(row.kind, observed.id),
  );
  return [...groupBy(orphans, ({ row }) => row)].map(([{ kind, plural }, ofKind]) => {
    const first = `id:${ofKind[0]!.observed.id}`;
    return ofKind.length === 1
      ? `Skipped 1 ${kind}: its parent does not exist (${first}).`
      : `Skipped ${ofKind.length} ${plural}: their parents do not exist (${first}, …).`;
  });
}
