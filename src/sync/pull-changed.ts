// Edits definitions that differ from the service in their files: values, keys, list items, whole
// documents and included texts. Other text in those files stays byte for byte.
import { editFile } from "../engine/edit/edit-file.ts";
import { type DocumentEdit, documentEdits } from "../engine/export/document-edits.ts";
import type { ExportedChild } from "../engine/export/export.ts";
import type { ChangedFile, NewFile } from "../engine/export/pull-result.ts";
import type { ChangedDefinition, ReversePlan } from "../engine/export/reverse-plan.ts";
import { groupBy } from "../engine/model/collections.ts";
import { type JsonObject, toPointer } from "../engine/model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../engine/model/kind.ts";
import { mapReferences, referencesOf } from "../engine/model/references.ts";
import { type Address, nameOf } from "../engine/model/resource.ts";
import { documentsOf } from "../engine/parse/yaml-documents.ts";
import type { Draft } from "../engine/resolve/draft.ts";
import type { Project } from "./load.ts";
import type { UneditableDefinition } from "./pull-messages.ts";

export interface ChangedFiles {
  /** Definition files and included texts with their new text. */
  readonly changed: readonly ChangedFile[];
  readonly removed: readonly NewFile[];
  readonly uneditable: readonly UneditableDefinition[];
}

export interface PulledChanges extends Pick<ReversePlan, "changed"> {
  /** Definitions to be removed, nested ones included. */
  readonly removed: readonly Address[];
  /** Children to be inserted into the list of their parent. */
  readonly inserted: readonly ExportedChild[];
  /** The address that the new definition of a remote address gets. */
  addressOfNew(remote: Address): Address | undefined;
}

export function pullChanged(kinds: Kinds, project: Project, changes: PulledChanges): ChangedFiles {
  const edits = [
    ...changes.changed.map((definition) =>
      editDefinition(kinds, project, definition, changes.addressOfNew),
    ),
    ...editChildLists(project, changes),
    ...removeDocuments(project, changes.removed),
  ];
  const uneditable: UneditableDefinition[] = edits.filter(({ edits: all }) => !all);
  const changed: ChangedFile[] = [];
  const removed: NewFile[] = [];
  for (const [path, ofFile] of groupBy(edits, ({ draft }) => draft.document.file)) {
    const before = project.texts.get(path)!;
    const text = editText(before, ofFile);
    if (text === undefined) uneditable.push(...ofFile.map(({ address }) => ({ address })));
    else if (text === "") removed.push({ path, text: before });
    else if (text !== before) changed.push({ path, text, before });
  }
  const included = changeIncludedTexts(project, edits);
  return {
    changed: [...changed, ...included.changed],
    removed,
    uneditable: [...included.uneditable, ...uneditable],
  };
}

interface DefinitionEdits {
  readonly address: Address;
  readonly draft: Draft;
  /** Undefined if the definition cannot be edited. */
  readonly edits: readonly DocumentEdit[] | undefined;
  readonly removesDocument?: true;
}

function editDefinition(
  kinds: Kinds,
  project: Project,
  { address, kind, ...sides }: ChangedDefinition,
  addressOfNew: PulledChanges["addressOfNew"],
): DefinitionEdits {
  const row = kindNamed(kinds, kind);
  const { draft } = project.sources.get(address)!;
  const defined = withReferenceNames(row, sides.defined, addressOfNew);
  const observed = withReferenceNames(row, sides.observed, addressOfNew);
  const edits =
    defined && observed && documentEdits(row.shape, draft.value, { defined, observed }, draft.path);
  return { address, draft, edits };
}

/** The body with names in place of addresses; undefined if it refers to a resource without definition. */
function withReferenceNames(
  row: Kind,
  body: JsonObject,
  addressOfNew: PulledChanges["addressOfNew"],
): JsonObject | undefined {
  const names = new Map<Address, string>();
  for (const reference of referencesOf(row, body)) {
    const isRemote = nameOf(reference).startsWith("id:");
    const address = isRemote ? addressOfNew(reference) : reference;
    if (address === undefined) return undefined;
    names.set(reference, nameOf(address));
  }
  return mapReferences(row, body, (reference) => names.get(reference)!);
}

/** A child that is inserted into the list of its parent, or removed from it. */
interface ChildChange {
  readonly row: Kind;
  readonly parent: Address;
  readonly change: { readonly insert: JsonObject } | { readonly removeAt: number };
}

/** Inserts and removes nested children; one list edit for each parent and kind. */
function editChildLists(project: Project, { removed, inserted }: PulledChanges): DefinitionEdits[] {
  const changes: ChildChange[] = [
    ...inserted.map(({ row, parent, item }) => ({ row, parent, change: { insert: item } })),
    ...removedChildren(project, removed),
  ];
  return [...groupBy(changes, ({ row, parent }) => `${row.kind} ${parent}`).values()].map(
    (siblings) => {
      const { row, parent } = siblings[0]!;
      const { draft } = project.sources.get(parent)!;
      const values = siblings.flatMap(({ change }) => ("insert" in change ? [change.insert] : []));
      const indexes = siblings.flatMap(({ change }) =>
        "removeAt" in change ? [change.removeAt] : [],
      );
      const field = row.parent!.inPlace;
      const list = draft.value[field];
      const length = Array.isArray(list) ? list.length : 0;
      const path = [...draft.path, field];
      const items = values.map((value) => ({ value }));
      const edit: DocumentEdit =
        indexes.length === length
          ? { edit: "set", path, value: values }
          : { edit: "list", path, removed: indexes, inserted: [{ before: length, items }] };
      return { address: parent, draft, edits: [edit] };
    },
  );
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
      : [{ row: draft.row, parent, change: { removeAt: Number(draft.path.at(-1)) } }];
  });
}

function removeDocuments(project: Project, removed: readonly Address[]): DefinitionEdits[] {
  return removed
    .map((address) => ({ address, draft: project.sources.get(address)!.draft }))
    .filter(({ draft }) => !draft.within)
    .map(({ address, draft }) => ({ address, draft, edits: [], removesDocument: true }));
}

/** The text with all edits; empty if no document remains, undefined if an edit is impossible. */
function editText(text: string, all: readonly DefinitionEdits[]): string | undefined {
  const indexOf = ({ draft }: DefinitionEdits): number => draft.document.index;
  const removed = new Set(all.filter(({ removesDocument }) => removesDocument).map(indexOf));
  if (removed.size === documentsOf(text).length) return "";
  const edits = new Map(
    [...groupBy(all, indexOf)].map(([index, ofDocument]) => [
      index,
      ofDocument.flatMap(({ edits }) => (edits ?? []).filter(({ edit }) => edit !== "include")),
    ]),
  );
  return editFile(text, { edits, removed });
}

/** Changes included files, unless their definitions would need different texts. */
function changeIncludedTexts(
  project: Project,
  all: readonly DefinitionEdits[],
): Pick<ChangedFiles, "changed" | "uneditable"> {
  const texts = all.flatMap(({ address, edits }) =>
    (edits ?? []).flatMap((edit) => {
      if (edit.edit !== "include") return [];
      const { path } = project.sources.get(address)!.includes.get(toPointer(edit.path))!;
      return [{ address, path, text: edit.text }];
    }),
  );
  const includes = groupBy(
    [...project.sources].flatMap(([address, source]) =>
      [...source.includes.values()].map(({ path }) => ({ address, path })),
    ),
    ({ path }) => path,
  );
  const changed: ChangedFile[] = [];
  const uneditable: UneditableDefinition[] = [];
  for (const [path, ofFile] of groupBy(texts, (each) => each.path)) {
    const ofAll = includes.get(path)!;
    const [first] = ofFile;
    if (ofFile.length === ofAll.length && ofFile.every(({ text }) => text === first!.text))
      changed.push({ path, text: first!.text, before: project.texts.get(path)! });
    else {
      const reason = includeConflict(path, [...new Set(ofAll.map(({ address }) => address))]);
      uneditable.push(...ofFile.map(({ address }) => ({ address, reason })));
    }
  }
  return { changed, uneditable };
}

function includeConflict(path: string, addresses: readonly Address[]): string {
  return addresses.length > 1
    ? `${addresses.slice(0, 3).join(" and ")} include ${path} and would need different texts`
    : `it includes ${path} more than once and would need different texts`;
}
