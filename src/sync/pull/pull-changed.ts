// Edits definitions that differ from the service in their files: values, keys, list items, whole
// documents and included texts. Other text in those files stays byte for byte.
import { editData, type NewData } from "../../engine/edit/edit-data.ts";
import { editFile, type FileEdit } from "../../engine/edit/edit-file.ts";
import type { ChangedFile, NewFile, PullResult } from "../../engine/export/pull-result.ts";
import type { ChangedDefinition, ReversePlan } from "../../engine/export/reverse-plan.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { type Path, toPointer } from "../../engine/model/json.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { Address } from "../../engine/model/resource.ts";
import { filesOf, includedFiles } from "../../engine/resolve/source.ts";
import { keepFormat } from "../load/format.ts";
import type { Project } from "../load/load.ts";
import {
  changedNames,
  type DefinitionEdits,
  dropEarlierNames,
  editChildLists,
  editDefinition,
  removeDocuments,
} from "./definition-edits.ts";
import type { KeptText, UneditableDefinition } from "./pull-messages.ts";
import type { PullContext, PulledNew } from "./pull-new.ts";

/** The files that change, and the texts that stay although they differ. */
export interface EditedFiles extends Pick<PullResult, "changed" | "removed"> {
  readonly kept: readonly KeptText[];
  /** The definitions that cannot be edited in place. */
  readonly uneditable: readonly UneditableDefinition[];
}

/** Edits definitions that differ from the service; with --prune removes those of missing resources. */
export function pullChanged(
  context: PullContext,
  project: Project,
  differences: ReversePlan,
  { nested, addresses, names }: PulledNew,
): EditedFiles {
  const { kinds, schemas, options } = context;
  const missing = options.prune ? differences.missing : [];
  const edits = [
    ...differences.changed.map((definition) =>
      editDefinition(kinds, project, definition, addresses),
    ),
    ...editChildLists(project, missing, nested),
    ...removeDocuments(project, missing),
    ...dropEarlierNames(project, new Set([...names, ...changedNames(differences)])),
  ];
  const kept = keptTexts(project, edits);
  const isLinked = (path: string): boolean => options.isLinked?.(path) ?? false;
  const included = changeIncludedTexts(project, edits, isLinked);
  const uneditable = [...included.uneditable, ...edits.filter(({ edits: all }) => !all)];
  const changed: ChangedFile[] = [];
  const removed: NewFile[] = [];
  for (const [path, ofFile] of groupBy(edits, ({ draft }) => draft.document.file)) {
    const before = project.texts.get(path)!;
    const text = editFile(before, ofFile.flatMap(fileEdits));
    if (isLinked(path))
      uneditable.push(...ofFile.map(({ address }) => ({ address, reason: linkReason(path) })));
    else if (text === undefined) uneditable.push(...ofFile);
    else if (text === "") removed.push({ path, text: before });
    else if (text !== before) changed.push(keepFormat(schemas, { path, text, before }));
  }
  return { changed: [...changed, ...included.changed], removed, kept, uneditable };
}

function fileEdits({ draft, edits = [] }: DefinitionEdits): FileEdit[] {
  return edits.map((edit) => ({ document: draft.document.index, edit }));
}

/**
 * The texts that pull does not change: those in parts, because any of the parts could change, those of
 * files outside the project, which other projects include, and data that cannot be edited in place.
 */
function keptTexts(project: Project, all: readonly DefinitionEdits[]): KeptText[] {
  return all.flatMap(({ address, edits }) =>
    (edits ?? []).flatMap((edit) => {
      const files = filesAt(project, address, edit.path);
      const isKept =
        edit.edit === "keep" ||
        (edit.edit === "include" && files.some(isOutside)) ||
        (edit.edit === "data" && dataText(project, files[0]!, edit) === undefined);
      return isKept ? [{ address, path: edit.path, files }] : [];
    }),
  );
}

/** Whether a definition differs from the service in nothing but texts that pull does not change. */
export function differsInKeptTexts(
  kinds: Kinds,
  project: Project,
  definition: ChangedDefinition,
): boolean {
  const edited = editDefinition(kinds, project, definition, new Map());
  return keptTexts(project, [edited]).length === edited.edits?.length;
}

/** The paths of the files of the text at a path of a document. */
function filesAt(project: Project, address: Address, path: Path): string[] {
  const parts = project.sources.get(address)!.texts.get(toPointer(path)) ?? [];
  return [...new Set(filesOf(parts).map((file) => file.path))];
}

function isOutside(file: string): boolean {
  return file.startsWith("../");
}

/** The new text of a file of data; undefined if it is outside the project or cannot be edited. */
function dataText(project: Project, path: string, data: NewData): string | undefined {
  return isOutside(path) ? undefined : editData(project.texts.get(path)!, data);
}

/** Changes included files, unless their definitions would need different texts. */
function changeIncludedTexts(
  project: Project,
  all: readonly DefinitionEdits[],
  isLinked: (path: string) => boolean,
): { readonly changed: ChangedFile[]; readonly uneditable: UneditableDefinition[] } {
  const texts = all.flatMap(({ address, edits }) =>
    (edits ?? []).flatMap((edit) => {
      if (edit.edit !== "include" && edit.edit !== "data") return [];
      const [path] = filesAt(project, address, edit.path) as [string];
      if (isOutside(path)) return [];
      const text = edit.edit === "data" ? dataText(project, path, edit) : edit.text;
      return text === undefined ? [] : [{ address, path, text }];
    }),
  );
  const includes = groupBy(
    [...project.sources].flatMap(([address, source]) =>
      includedFiles(source).map(({ path }) => ({ address, path })),
    ),
    ({ path }) => path,
  );
  const changed: ChangedFile[] = [];
  const uneditable: UneditableDefinition[] = [];
  for (const [path, ofFile] of groupBy(texts, (each) => each.path)) {
    const ofAll = includes.get(path)!;
    const [first] = ofFile;
    if (isLinked(path))
      uneditable.push(...ofFile.map(({ address }) => ({ address, reason: linkReason(path) })));
    else if (ofFile.length === ofAll.length && ofFile.every(({ text }) => text === first!.text))
      changed.push({ path, text: first!.text, before: project.texts.get(path)! });
    else {
      const reason = includeConflict(path, [...new Set(ofAll.map(({ address }) => address))]);
      uneditable.push(...ofFile.map(({ address }) => ({ address, reason })));
    }
  }
  return { changed, uneditable };
}

function linkReason(path: string): string {
  return `${path} is behind a symbolic link, which pull --branch does not follow`;
}

function includeConflict(path: string, addresses: readonly Address[]): string {
  return addresses.length > 1
    ? `${addresses.slice(0, 3).join(" and ")} include ${path} and would need different texts`
    : `it includes ${path} more than once and would need different texts`;
}
