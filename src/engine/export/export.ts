// Exports resources that no file defines as documents, as an author would write them: a document for
// each resource without a parent, with its children nested in it.
import { groupBy } from "../model/collections.ts";
import { hintText, someOf } from "../model/hint.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { mapReferences, referencesOf } from "../model/references.ts";
import { type Address, addressOf, kindOf, nameOf, type Observed } from "../model/resource.ts";
import { denormalize } from "../normalize/denormalize.ts";
import { type ListResponses, observe, remoteAddress } from "../observe/observe.ts";
import { assignNames, type ExportedNames, type KnownResources, titleOf } from "./export-names.ts";
import { uniqueTitles } from "./titles.ts";

/** A resource as a document. */
export interface ExportedResource {
  readonly row: Kind;
  readonly observed: Observed;
  /** The address its definition gets. */
  readonly address: Address;
  readonly document: JsonObject;
}

/** A child of a resource that a file defines. */
export interface ExportedChild extends ExportedResource {
  readonly parent: Address;
  /** Its item in the list of its parent. */
  readonly item: JsonObject;
}

export interface ExportResult {
  readonly resources: readonly ExportedResource[];
  readonly children: readonly ExportedChild[];
  /** Address → id of resources that their name does not identify. */
  readonly pins: Readonly<Record<Address, string>>;
  /** Sentences about skipped resources and omitted fields. */
  readonly notes: readonly string[];
}

interface ExportContext {
  readonly kinds: Kinds;
  readonly known: KnownResources;
  readonly names: ExportedNames;
  /** By kind. */
  readonly observed: ReadonlyMap<string, readonly Observed[]>;
  /** By kind and id of the parent. */
  readonly byParent: ReadonlyMap<string, ReadonlyMap<string | undefined, readonly Observed[]>>;
  readonly rejected: ReadonlyMap<Address, string>;
  /** Addresses of skipped resources; resources that refer to them are skipped too. */
  readonly skipped: Set<Address>;
  readonly notes: string[];
}

/**
 * Exports every resource that no file defines, in the order of the kinds. `rejected`: resources that
 * a definition cannot represent, by their remote address, with the reason.
 */
export function exportResources(
  kinds: Kinds,
  responses: ListResponses,
  known: KnownResources,
  rejected: ReadonlyMap<Address, string>,
): ExportResult {
  const names = assignNames(kinds, responses, known);
  const observed = new Map(
    kinds.map((row) => [
      row.kind,
      (responses.get(row.kind) ?? []).map((response) =>
        observe(
          row,
          response,
          (kind, id) => known.addressOf(kind, id) ?? names.addresses.get(addressOf(kind, id)),
        ),
      ),
    ]),
  );
  const byParent = new Map(
    [...observed].map(([kind, resources]) => [
      kind,
      groupBy(resources, ({ parentId }) => parentId),
    ]),
  );
  const [skipped, notes] = [new Set<Address>(), []];
  const context = { kinds, known, names, observed, byParent, rejected, skipped, notes };
  const resources = exportTopLevel(context);
  const children = exportChildren(context);
  const exported = new Set(resources.map(({ address }) => address));
  const pins = Object.entries(names.pins).filter(([address]) => exported.has(address));
  return {
    resources,
    children,
    pins: Object.fromEntries(pins),
    notes: [...notes, ...orphanNotes(kinds, observed), ...unmanagedNotes(kinds, observed, known)],
  };
}

/** Resources without a parent. */
function exportTopLevel(context: ExportContext): ExportedResource[] {
  const { kinds, known, names, observed, skipped } = context;
  return kinds
    .filter((row) => !row.parent)
    .flatMap((row) => observed.get(row.kind)!.map((resource) => ({ row, resource })))
    .filter(({ row, resource }) => known.addressOf(row.kind, resource.id) === undefined)
    .flatMap(({ row, resource }): ExportedResource[] => {
      const address = names.addresses.get(addressOf(row.kind, resource.id))!;
      const body = definitionBody(context, row, resource);
      if (!body) {
        skipped.add(address);
        return [];
      }
      const key = names.keys.get(address);
      const document = { kind: row.kind, ...(key !== undefined && { key }), ...body };
      return [{ row, observed: resource, address, document }];
    });
}

/** Wanted children of resources that files define. */
function exportChildren(context: ExportContext): ExportedChild[] {
  const { kinds, known, observed } = context;
  return kinds.flatMap((row) => {
    const wanted = observed.get(row.kind)!.filter(({ id }) => known.isWanted(row.kind, id));
    return [...groupBy(wanted, ({ parentId }) => parentId!)].flatMap(([parentId, siblings]) => {
      const { kind, numbered, field } = row.parent!;
      const parent = known.addressOf(kind, parentId)!;
      const childAddress = (name: Json): Address =>
        addressOf(row.kind, `${nameOf(parent)}/${String(name)}`);
      const isTaken = (title: string): boolean => known.isTaken(childAddress(title));
      return childItems(context, row, siblings, isTaken).map(
        ({ resource, item }): ExportedChild => ({
          row,
          observed: resource,
          parent,
          address: childAddress(numbered ? `id:${resource.id}` : item["name"]!),
          item,
          document: { kind: row.kind, [field]: nameOf(parent), ...item },
        }),
      );
    });
  });
}

interface ChildItem {
  readonly resource: Observed;
  readonly item: JsonObject;
}

/** Resources of one parent as items of its list, with unique names. */
function childItems(
  context: ExportContext,
  row: Kind,
  siblings: readonly Observed[],
  isTaken: (title: string) => boolean,
): ChildItem[] {
  const bodies = siblings.flatMap((resource) => {
    const body = definitionBody(context, row, resource);
    return body ? [{ resource, body }] : [];
  });
  if (row.parent!.numbered) return bodies.map(({ resource, body }) => ({ resource, item: body }));
  const titles = uniqueTitles(
    bodies.map(({ resource, body }) => titleOf(row, resource, body)),
    isTaken,
  );
  return bodies.map(({ resource, body }, index) => ({
    resource,
    item: { name: titles[index]!, ...body },
  }));
}

/** The fields of a definition with its nested children; undefined, with a note, if it is skipped. */
function definitionBody(
  context: ExportContext,
  row: Kind,
  resource: Observed,
): JsonObject | undefined {
  const name = resource.name === undefined ? "" : `"${resource.name}" `;
  const label = `${row.kind} ${name}(id:${resource.id})`;
  const reason =
    context.rejected.get(remoteAddress(row.kind, resource.id)) ??
    skipReason(row, resource, context.skipped);
  if (reason !== undefined) {
    context.notes.push(hintText(`Skipped ${label}: ${reason.replace(/\.$/, "")}.`));
    return undefined;
  }
  if (resource.unknownFields.length > 0)
    context.notes.push(
      `Omitted fields of ${label} that this version does not support: ${resource.unknownFields.join(", ")}.`,
    );
  const spec = mapReferences(row, resource.spec, nameOf);
  return {
    ...(denormalize(row.shape, spec) as JsonObject),
    ...nestedChildren(context, row, resource),
  };
}

function nestedChildren(context: ExportContext, row: Kind, parent: Observed): JsonObject {
  return Object.fromEntries(
    childKinds(context.kinds, row.kind).flatMap((child): [string, Json][] => {
      const children = context.byParent.get(child.kind)?.get(parent.id) ?? [];
      const items = childItems(context, child, children, () => false).map(({ item }) => item);
      return items.length > 0 ? [[child.parent!.inPlace, items]] : [];
    }),
  );
}

/** The reason why definitions cannot represent a resource, or undefined. */
function skipReason(
  row: Kind,
  resource: Observed,
  skipped: ReadonlySet<Address>,
): string | undefined {
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
function unmanagedNotes(
  kinds: Kinds,
  observed: ExportContext["observed"],
  known: KnownResources,
): string[] {
  const addresses = kinds.flatMap((row) =>
    observed.get(row.kind)!.flatMap(({ id, parentId }) => {
      const parent = row.parent && known.addressOf(row.parent.kind, parentId!);
      const isExported =
        known.addressOf(row.kind, id) !== undefined || known.isWanted(row.kind, id);
      return parent === undefined || isExported
        ? []
        : [remoteAddress(row.kind, id, nameOf(parent))];
    }),
  );
  return addresses.length > 0
    ? [hintText(`Skipped, because their parents do not manage them: ${someOf(addresses)}.`)]
    : [];
}

/** Counts children whose parent the service does not list. */
function orphanNotes(kinds: Kinds, observed: ExportContext["observed"]): string[] {
  return kinds.flatMap(({ kind, plural, parent }) => {
    if (!parent) return [];
    const parents = new Set(observed.get(parent.kind)!.map(({ id }) => id));
    const orphans = observed.get(kind)!.filter(({ parentId }) => !parents.has(parentId!));
    if (orphans.length === 0) return [];
    const first = `id:${orphans[0]!.id}`;
    return orphans.length === 1
      ? [`Skipped 1 ${kind}: its parent does not exist (${first}).`]
      : [`Skipped ${orphans.length} ${plural}: their parents do not exist (${first}, …).`];
  });
}
