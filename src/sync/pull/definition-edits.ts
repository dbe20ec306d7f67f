// The edits in the files of definitions that differ from the service: of their fields, the lists of their
// children, their earlier names and whole documents.
import { withBaseValues } from "../../engine/environments/pulled-overrides.ts";
import type { DocumentEdit } from "../../engine/export/document-edit.ts";
import { documentEdits } from "../../engine/export/document-edits.ts";
import type { ChangedDefinition, ReversePlan } from "../../engine/export/reverse-plan.ts";
import { groupBy } from "../../engine/model/collections.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../../engine/model/kind.ts";
import { mapReferences, referencesOf } from "../../engine/model/references.ts";
import { type Address, addressOf, kindOf, nameOf } from "../../engine/model/resource.ts";
import type { Draft } from "../../engine/resolve/draft.ts";
import type { Project } from "../load/load.ts";
import type { PulledNew } from "./pull-new.ts";

/** What changes in the file of a definition. */
export interface DefinitionEdits {
  readonly address: Address;
  readonly draft: Draft;
  /** Undefined if the definition cannot be edited. */
  readonly edits: readonly DocumentEdit[] | undefined;
}

/** Gives a definition what the service has. */
export function editDefinition(
  kinds: Kinds,
  project: Project,
  { address, ...sides }: ChangedDefinition,
  newAddresses: PulledNew["addresses"],
): DefinitionEdits {
  const row = kindNamed(kinds, kindOf(address));
  const { draft, body } = project.sources.get(address)!;
  const fields = [...(project.overridden.get(address)?.keys() ?? [])]; // pull-overrides.ts writes their values
  const [defined, observed] = [sides.defined, sides.observed].map((side) =>
    withReferenceNames(row, withBaseValues(side, fields, body), newAddresses),
  );
  const edits =
    defined && observed && documentEdits(row.shape, draft.value, { defined, observed }, draft.path);
  return { address, draft, edits };
}

/** The body with names in place of addresses; undefined if it refers to a resource without definition. */
function withReferenceNames(
  row: Kind,
  body: JsonObject,
  newAddresses: PulledNew["addresses"],
): JsonObject | undefined {
  const newAddress = (reference: Address): Address | undefined =>
    nameOf(reference).startsWith("id:") ? newAddresses.get(reference) : reference;
  return referencesOf(row, body).every(newAddress)
    ? mapReferences(row, body, (reference) => nameOf(newAddress(reference)!))
    : undefined;
}

/** A child that is inserted into the list of its parent, or removed from it. */
interface ChildChange {
  readonly row: Kind;
  readonly parent: Address;
  readonly newItem?: JsonObject;
  readonly removedIndex?: number;
}

/** Inserts and removes nested children; one list edit for each parent and kind. */
export function editChildLists(
  project: Project,
  removed: readonly Address[],
  nested: PulledNew["nested"],
): DefinitionEdits[] {
  const changes: ChildChange[] = [
    ...nested.map(({ row, parent, item }) => ({ row, parent, newItem: item })),
    ...removedChildren(project, removed),
  ];
  const byList = groupBy(changes, ({ row, parent }) => `${row.kind} ${parent}`);
  return [...byList.values()].map((siblings) => {
    const { row, parent } = siblings[0]!;
    const { draft } = project.sources.get(parent)!;
    const values = siblings.flatMap(({ newItem }) => newItem ?? []);
    const indexes = siblings.flatMap(({ removedIndex }) => removedIndex ?? []);
    const field = row.parent!.nestedField;
    const list = draft.value[field];
    const length = Array.isArray(list) ? list.length : 0;
    const path = [...draft.path, field];
    const items = values.map((value) => ({ value }));
    const edit: DocumentEdit =
      indexes.length === length
        ? { edit: "set", path, value: values }
        : { edit: "list", path, removed: indexes, inserted: [{ before: length, items }] };
    return { address: parent, draft, edits: [edit] };
  });
}

/** Nested definitions to be removed whose parents stay. */
function removedChildren(project: Project, removed: readonly Address[]): ChildChange[] {
  const addresses = new Map([...project.sources].map(([address, { draft }]) => [draft, address]));
  const isRemoved = new Set(removed);
  return removed.flatMap((address): ChildChange[] => {
    const { draft } = project.sources.get(address)!;
    const parent = draft.within && addresses.get(draft.within)!;
    return parent === undefined || isRemoved.has(parent)
      ? []
      : [{ row: draft.row, parent, removedIndex: Number(draft.path.at(-1)) }];
  });
}

/** Removes the definitions that are documents of their own. */
export function removeDocuments(project: Project, removed: readonly Address[]): DefinitionEdits[] {
  return removed
    .map((address) => ({ address, draft: project.sources.get(address)!.draft }))
    .filter(({ draft }) => !draft.within)
    .map((definition) => ({ ...definition, edits: [{ edit: "remove", path: [] }] }));
}

/** The names that definitions get, as `kind/name`: those on the service, where a rename was not applied. */
export function changedNames({ changed }: ReversePlan): Address[] {
  return changed.flatMap(({ address, defined, observed }) =>
    observed["name"] === defined["name"]
      ? []
      : [addressOf(kindOf(address), String(observed["name"]))],
  );
}

/** Removes the earlier names that new and changed definitions have: `renamedFrom` must not name a definition. */
export function dropEarlierNames(project: Project, names: PulledNew["names"]): DefinitionEdits[] {
  return project.definitions.flatMap(({ address, row, renamedFrom }): DefinitionEdits[] => {
    const removed = renamedFrom.flatMap((name, index) =>
      names.has(addressOf(row.kind, name)) ? index : [],
    );
    if (removed.length === 0) return [];
    const { draft } = project.sources.get(address)!;
    const path = [...draft.path, "renamedFrom"];
    const edit: DocumentEdit =
      removed.length === renamedFrom.length
        ? { edit: "remove", path }
        : { edit: "list", path, removed, inserted: [] };
    return [{ address, draft, edits: [edit] }];
  });
}
