// Exports resources that no file defines as documents, as an author would write them: a document
// for each resource without a parent, with its children nested in it.
import { groupBy } from "../model/collections.ts";
import { hintText } from "../model/hint.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { childKinds, type Kind, type Kinds } from "../model/kind.ts";
import { mapReferences } from "../model/references.ts";
import { type Address, addressOf, nameOf, type Observed } from "../model/resource.ts";
import { denormalize } from "../normalize/denormalize.ts";
import { type ListResponses, observe, remoteAddress } from "../normalize/observe.ts";
import { assignNames, type ExportedNames, type KnownResources, titleOf } from "./export-names.ts";
import { orphanNotes, skipReason, unmanagedNotes } from "./left-out.ts";
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
  /** Sentences about resources and fields that the definitions leave out. */
  readonly leftOut: readonly string[];
  /** Other sentences about resources without a definition. */
  readonly notes: readonly string[];
}

/** A resource of the service with the row of its kind. */
type Resource = Pick<ExportedResource, "row" | "observed">;

interface ExportContext {
  readonly kinds: Kinds;
  readonly known: KnownResources;
  readonly names: ExportedNames;
  /** All resources, in the order of the kinds. */
  readonly all: readonly Resource[];
  /** The children of a parent, by `childrenKey`. */
  readonly byParent: ReadonlyMap<string, readonly Resource[]>;
  readonly rejected: ReadonlyMap<Address, string>;
  /** Addresses of skipped resources; resources that refer to them are skipped too. */
  readonly skipped: Set<Address>;
  readonly leftOut: string[];
  readonly notes: string[];
}

/**
 * Exports every resource that no file defines, in the order of the kinds. `rejected`: resources
 * that a definition cannot represent, by their remote address, with the reason.
 */
export function exportResources(
  kinds: Kinds,
  responses: ListResponses,
  known: KnownResources,
  rejected: ReadonlyMap<Address, string>,
): ExportResult {
  const names = assignNames(kinds, responses, known);
  const addressById = (kind: string, id: string): Address | undefined =>
    known.addressOf(kind, id) ?? names.addresses.get(addressOf(kind, id));
  const all = kinds.flatMap((row) =>
    (responses.get(row.kind) ?? []).map((response) => ({
      row,
      observed: observe(row, response, addressById),
    })),
  );
  const byParent = groupBy(all, ({ row, observed }) => childrenKey(row, observed.parentId));
  const results = { skipped: new Set<Address>(), leftOut: [], notes: [] };
  const context: ExportContext = { kinds, known, names, all, byParent, rejected, ...results };
  const resources = exportTopLevel(context);
  const children = exportChildren(context);
  const exported = new Set(resources.map(({ address }) => address));
  const pins = Object.entries(names.pins).filter(([address]) => exported.has(address));
  return {
    resources,
    children,
    pins: Object.fromEntries(pins),
    leftOut: [...context.leftOut, ...unmanagedNotes(context)],
    notes: [...context.notes, ...orphanNotes(context)],
  };
}

function childrenKey({ kind }: Kind, parentId: string | undefined): string {
  return `${kind} ${parentId}`;
}

/** Resources without a parent. */
function exportTopLevel(context: ExportContext): ExportedResource[] {
  const { known, names, all, skipped } = context;
  return all
    .filter(
      ({ row: { kind, parent }, observed: { id } }) =>
        !parent && !known.addressOf(kind, id) && !known.isLeft(kind, id),
    )
    .flatMap(({ row, observed }): ExportedResource[] => {
      const address = names.addresses.get(addressOf(row.kind, observed.id))!;
      const body = definitionBody(context, row, observed);
      if (!body) {
        skipped.add(address);
        return [];
      }
      const key = nameOf(address);
      const document = { kind: row.kind, ...(key !== observed.name && { key }), ...body };
      return [{ row, observed, address, document }];
    });
}

/** Wanted children of resources that files define. */
function exportChildren(context: ExportContext): ExportedChild[] {
  const { known, all } = context;
  const wanted = all.filter(({ row, observed }) => known.isWanted(row.kind, observed.id));
  const byParent = groupBy(wanted, ({ row, observed }) => childrenKey(row, observed.parentId));
  return [...byParent.values()].flatMap((siblings) => {
    const { row, observed: first } = siblings[0]!;
    const { kind, numbered, field } = row.parent!;
    const parent = known.addressOf(kind, first.parentId!)!;
    const childAddress = (name: Json): Address =>
      addressOf(row.kind, `${nameOf(parent)}/${String(name)}`);
    const isTaken = (title: string): boolean => known.isTaken(childAddress(title));
    return childItems(context, row, siblings, isTaken).map(({ observed, item }): ExportedChild => ({
      row,
      observed,
      parent,
      address: childAddress(numbered ? `id:${observed.id}` : item["name"]!),
      item,
      document: { kind: row.kind, [field]: nameOf(parent), ...item },
    }));
  });
}

/** Resources of one parent as items of its list, with unique names. */
function childItems(
  context: ExportContext,
  row: Kind,
  siblings: readonly Resource[],
  isTaken: (title: string) => boolean,
): Pick<ExportedChild, "observed" | "item">[] {
  const items = siblings.flatMap(({ observed }) => {
    const item = definitionBody(context, row, observed);
    return item ? [{ observed, item }] : [];
  });
  if (row.parent!.numbered) return items;
  const titles = uniqueTitles(
    items.map(({ observed, item }) => titleOf(row, observed, item)),
    isTaken,
  );
  return items.map(({ observed, item }, index) => ({
    observed,
    item: { name: titles[index]!, ...item },
  }));
}

/**
 * The fields of a definition with its nested children; undefined, with a note, if it is skipped.
 */
function definitionBody(
  context: ExportContext,
  row: Kind,
  resource: Observed,
): JsonObject | undefined {
  const name = resource.name === undefined ? "" : `"${resource.name}" `;
  const label = `${row.kind} ${name}(id:${resource.id})`;
  const duplicate = context.known.duplicateReason(row.kind, resource.id);
  const reason =
    duplicate === undefined
      ? (context.rejected.get(remoteAddress(row.kind, resource.id)) ??
        skipReason(context, row, resource))
      : `it is ${duplicate}`;
  if (reason !== undefined) {
    const isCopy = duplicate !== undefined && !hasChildren(context, row, resource);
    const sentences = isCopy ? context.notes : context.leftOut;
    sentences.push(hintText(`Skipped ${label}: ${reason.replace(/\.$/, "")}.`));
    return undefined;
  }
  if (resource.unknownFields.length > 0)
    context.leftOut.push(
      `Omitted fields of ${label} that this version does not support: ${resource.unknownFields.join(", ")}.`,
    );
  const spec = mapReferences(row, resource.spec, nameOf);
  return {
    ...(denormalize(row.shape, spec) as JsonObject),
    ...nestedChildren(context, row, resource),
  };
}

function hasChildren(
  { kinds, byParent }: ExportContext,
  { kind }: Kind,
  { id }: Observed,
): boolean {
  return childKinds(kinds, kind).some((child) => byParent.has(childrenKey(child, id)));
}

function nestedChildren(context: ExportContext, row: Kind, parent: Observed): JsonObject {
  return Object.fromEntries(
    childKinds(context.kinds, row.kind).flatMap((child): [string, Json][] => {
      const children = context.byParent.get(childrenKey(child, parent.id)) ?? [];
      const items = childItems(context, child, children, () => false).map(({ item }) => item);
      return items.length > 0 ? [[child.parent!.nestedField, items]] : [];
    }),
  );
}
