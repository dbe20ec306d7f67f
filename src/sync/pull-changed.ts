// Definitions that differ from the service, changed in the files where they stand: values, keys,
// items of lists, whole documents and included texts. All else in those files stays byte for byte.
import { type Amendment, amendments } from "../engine/export/amendments.ts";
import type { ExportedChild } from "../engine/export/export.ts";
import { groupBy } from "../engine/model/collections.ts";
import type { ChangedDefinition, ReversePlan } from "../engine/export/reverse-plan.ts";
import type { Draft } from "../engine/resolve/draft.ts";
import { type JsonObject, toPointer } from "../engine/model/json.ts";
import { type Kind, type Kinds, kindNamed } from "../engine/model/kind.ts";
import { documentsOf } from "../engine/parse/parse.ts";
import type { ChangedFile, NewFile } from "../engine/export/pull-result.ts";
import { mapReferences, referencesOf } from "../engine/model/references.ts";
import { type Address, nameOf } from "../engine/model/resource.ts";
import { editFile } from "../engine/edit/edit-file.ts";
import type { Project } from "./load.ts";

export interface ChangedFiles {
  /** The files with their new texts, definitions and included texts alike. */
  readonly changed: readonly ChangedFile[];
  readonly removed: readonly NewFile[];
  /** What cannot be changed where it stands. */
  readonly left: readonly Left[];
}

export interface Left {
  readonly address: Address;
  /** Undefined where it is written in a way that cannot be edited. */
  readonly why?: string;
}

export interface ToChange extends Pick<ReversePlan, "amended" | "gone"> {
  /** What is to stand in its parent. */
  readonly come: readonly ExportedChild[];
  /** What definitions call a thing that no file defined before. */
  nameOfId(address: Address): Address | undefined;
}

export function pullChanged(kinds: Kinds, project: Project, toChange: ToChange): ChangedFiles {
  const edits = [
    ...toChange.amended.map((each) => amendedIn(kinds, project, each, toChange)),
    ...inLists(project, toChange),
    ...documentsGone(project, toChange.gone),
  ];
  const left: Left[] = edits.flatMap(({ address, ops }) => (ops ? [] : [{ address }]));
  const changed: ChangedFile[] = [];
  const removed: NewFile[] = [];
  for (const [path, all] of groupBy(edits, ({ draft }) => draft.document.file)) {
    const before = project.texts.get(path)!;
    const text = edited(before, all);
    if (text === undefined) left.push(...all.map(({ address }) => ({ address })));
    else if (text === "") removed.push({ path, text: before });
    else if (text !== before) changed.push({ path, text, before });
  }
  const included = includedTexts(project, edits);
  return {
    changed: [...changed, ...included.changed],
    removed,
    left: [...included.left, ...left],
  };
}

/** What is to become of a document, or of what is included there. */
interface Edit {
  readonly address: Address;
  readonly draft: Draft;
  /** Undefined where there is no way to say it there. */
  readonly ops: readonly Amendment[] | undefined;
  readonly isGone?: true;
}

function amendedIn(
  kinds: Kinds,
  project: Project,
  { address, kind, have, want }: ChangedDefinition,
  { nameOfId }: ToChange,
): Edit {
  const row = kindNamed(kinds, kind);
  const { draft } = project.sources.get(address)!;
  const [is, shall] = [named(row, have, nameOfId), named(row, want, nameOfId)];
  const ops = is && shall && amendments(row.shape, draft.value, is, shall, draft.path);
  return { address, draft, ops };
}

/** A body that calls what it refers to as definitions do; undefined where they have no name for it. */
function named(
  row: Kind,
  body: JsonObject,
  nameOfId: ToChange["nameOfId"],
): JsonObject | undefined {
  const keys = new Map<Address, string>();
  for (const address of referencesOf(row, body)) {
    const known = nameOf(address).startsWith("id:") ? nameOfId(address) : address;
    if (known === undefined) return undefined;
    keys.set(address, nameOf(known));
  }
  return mapReferences(row, body, (address) => keys.get(address)!);
}

/** What comes and goes in the lists of those it stands in. */
function inLists(project: Project, { gone, come }: ToChange): Edit[] {
  const addresses = new Map([...project.sources].map(([address, { draft }]) => [draft, address]));
  const isGone = new Set(gone);
  const moves = [
    ...come.map(({ row, parent, item }) => ({ row, parent, item, index: undefined })),
    ...gone.flatMap((address) => {
      const { draft } = project.sources.get(address)!;
      const parent = draft.within && addresses.get(draft.within)!;
      return parent === undefined || isGone.has(parent)
        ? []
        : [{ row: draft.row, parent, item: undefined, index: Number(draft.path.at(-1)) }];
    }),
  ];
  return [...groupBy(moves, ({ row, parent }) => `${row.kind} ${parent}`).values()].map((all) => {
    const { row, parent } = all[0]!;
    const { draft } = project.sources.get(parent)!;
    const values = all.flatMap(({ item }) => (item ? [item] : []));
    const drop = all.flatMap(({ index }) => (index === undefined ? [] : [index]));
    const list = draft.value[row.parent!.inPlace];
    const length = Array.isArray(list) ? list.length : 0;
    const path = [...draft.path, row.parent!.inPlace];
    const op: Amendment =
      drop.length === length
        ? { does: "set", path, value: values }
        : { does: "list", path, drop, puts: [{ before: length, items: values.map(asValue) }] };
    return { address: parent, draft, ops: [op] };
  });
}

function asValue(value: JsonObject): { readonly value: JsonObject } {
  return { value };
}

function documentsGone(project: Project, gone: readonly Address[]): Edit[] {
  return gone.flatMap((address): Edit[] => {
    const { draft } = project.sources.get(address)!;
    return draft.within ? [] : [{ address, draft, ops: [], isGone: true }];
  });
}

/** The text of a file with all its edits; empty where no document is left, undefined where one cannot be made. */
function edited(text: string, edits: readonly Edit[]): string | undefined {
  const indexOf = ({ draft }: Edit): number => draft.document.index;
  const dropped = new Set(edits.filter(({ isGone }) => isGone).map(indexOf));
  if (dropped.size === documentsOf(text).length) return "";
  const changed = new Map(
    [...groupBy(edits, indexOf)].map(([index, all]) => [
      index,
      all.flatMap(({ ops }) => (ops ?? []).filter(({ does }) => does !== "include")),
    ]),
  );
  return editFile(text, { changed, dropped });
}

/** Included files with their new texts; one that is to say different things is left. */
function includedTexts(
  project: Project,
  edits: readonly Edit[],
): Pick<ChangedFiles, "changed" | "left"> {
  const wanted = edits.flatMap(({ address, ops }) =>
    (ops ?? []).flatMap((each) => {
      if (each.does !== "include") return [];
      const path = project.sources.get(address)!.includes.get(toPointer(each.path))!.path;
      return [{ address, path, text: each.text }];
    }),
  );
  const holders = groupBy(
    [...project.sources].flatMap(([address, { includes }]) =>
      [...includes.values()].map(({ path }) => ({ address, path })),
    ),
    ({ path }) => path,
  );
  const changed: ChangedFile[] = [];
  const left: Left[] = [];
  for (const [path, all] of groupBy(wanted, (each) => each.path)) {
    const texts = new Set(all.map(({ text }) => text));
    const others = holders.get(path)!.length - all.length;
    if (texts.size === 1 && others === 0)
      changed.push({ path, text: all[0]!.text, before: project.texts.get(path)! });
    else {
      const names = [...new Set(holders.get(path)!.map(({ address }) => address))];
      const who = names.length > 1 ? `${names.slice(0, 3).join(" and ")} include` : "it includes";
      const why = `${who} ${path}${names.length > 1 ? "" : " more than once"}, which would have to say different things`;
      left.push(...all.map(({ address }) => ({ address, why })));
    }
  }
  return { changed, left };
}
