// Imports a table of cases: rows that no file defines are added, definitions that differ from their
// row are edited in place. All other text in the files stays byte for byte.
import { editFile, type FileEdit } from "../../engine/edit/edit-file.ts";
import { yamlText } from "../../engine/edit/yaml-writer.ts";
import {
  caseFields,
  type ImportedCase,
  mergedFields,
} from "../../importers/convert/imported-case.ts";
import type { TestDefinitions } from "../../engine/evaluate/cases/test-definitions.ts";
import { documentEdits } from "../../engine/export/document-edits.ts";
import type { ChangedFile, FileChanges, NewFile } from "../../engine/export/pull-result.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { type Failure, refused } from "../../engine/model/failure.ts";
import { someLines } from "../../engine/text/word-lists.ts";
import { type Address, addressOf, type Definition, nameOf } from "../../engine/model/resource.ts";
import type { Draft } from "../../engine/resolve/draft.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import { keepFormat } from "../load/format.ts";
import type { Project } from "../load/load.ts";
import { lineOf } from "../pull/pull-messages.ts";

export interface CaseImport {
  readonly added: readonly Address[];
  readonly changed: readonly Address[];
  readonly unchanged: number;
  /** Evaluations of the file that the table does not have: with `prune` they are removed. */
  readonly extra: readonly Address[];
  /** The file of new evaluations. */
  readonly path: string;
  readonly files: FileChanges;
}

export interface ImportOptions {
  readonly schemas: CompiledSchemas;
  readonly definitions: TestDefinitions;
  readonly prompt: Definition;
  readonly cases: readonly ImportedCase[];
  /** The file of new evaluations, unless the table was imported to another one. */
  readonly path: string;
  readonly prune: boolean;
  /** The first line of a new file, or empty. */
  readonly schemaComment: string;
}

/** The file changes that import the cases. Throws a Failure if one is impossible in place. */
export function importCases(project: Project, options: ImportOptions): CaseImport {
  const { definitions, prompt, cases, prune } = options;
  const addressed = cases.map((each) => ({ ...each, address: addressOfCase(options, each.name) }));
  const isNew = ({ address }: { address: Address }): boolean => !project.sources.has(address);
  const existing = addressed.filter((each) => !isNew(each));
  const added = addressed.filter(isNew);
  refuseSeparateChildren(project, options, existing);
  const path = filePath(project, options, existing);
  const inTable = new Set(addressed.map(({ address }) => address));
  const extra = definitions
    .childrenOf(prompt)
    .map(({ address }) => address)
    .filter((address) => !inTable.has(address) && ownFile(project, address) === path);
  const list = assertionList(definitions);
  const edits = existing.map((each) =>
    editsOf(project.sources.get(each.address)!.draft, each, list),
  );
  const removals = (prune ? extra : []).map((address): CaseEdits => {
    const { draft } = project.sources.get(address)!;
    return {
      draft,
      edits: [{ document: draft.document.index, edit: { edit: "remove", path: [] } }],
    };
  });
  const texts = added.map((each) => yamlText(newDocument(options, each)));
  return {
    added: added.map(({ address }) => address),
    changed: existing.filter((_, index) => edits[index]!.edits.length > 0).map(addressOnly),
    unchanged: edits.filter((each) => each.edits.length === 0).length,
    extra,
    path,
    files: fileChanges(project, options, [...edits, ...removals], { path, texts }),
  };
}

function addressOnly({ address }: { readonly address: Address }): Address {
  return address;
}

function addressOfCase({ definitions, prompt }: ImportOptions, name: string): Address {
  return addressOf(definitions.kinds.evaluation.kind, `${nameOf(prompt.address)}/${name}`);
}

/** The file of a definition that is a document of its own. */
function ownFile(project: Project, address: Address): string | undefined {
  const { draft } = project.sources.get(address)!;
  return draft.within ? undefined : draft.document.file;
}

/** New evaluations go to the file of the earlier ones, also if it was renamed. */
function filePath(
  project: Project,
  { path }: ImportOptions,
  existing: readonly { readonly address: Address }[],
): string {
  const files = existing.map(({ address }) => ownFile(project, address));
  return files.includes(path) ? path : (files.findLast((file) => file !== undefined) ?? path);
}

function newDocument(
  { definitions, prompt }: ImportOptions,
  each: ImportedCase,
): ReturnType<typeof caseFields> {
  const { kind, parent } = definitions.kinds.evaluation;
  const fields = caseFields(each, assertionList(definitions));
  return { kind, [parent!.field]: nameOf(prompt.address), ...fields };
}

function assertionList({ kinds }: TestDefinitions): string {
  return kinds.assertions[0]!.parent!.nestedField;
}

interface CaseEdits {
  readonly draft: Draft;
  readonly edits: readonly FileEdit[];
}

function editsOf(draft: Draft, each: ImportedCase, list: string): CaseEdits {
  const sides = { defined: draft.value, observed: mergedFields(draft.value, each, list) };
  const edits = documentEdits({ form: "value" }, draft.value, sides, draft.path) ?? [];
  return { draft, edits: edits.map((edit) => ({ document: draft.document.index, edit })) };
}

/** Assertions in documents of their own are numbered with the others, so they cannot be edited alone. */
function refuseSeparateChildren(
  project: Project,
  { definitions }: ImportOptions,
  existing: readonly { readonly address: Address }[],
): void {
  const separate = existing
    .flatMap(({ address }) => definitions.childrenOf(definitions.find(address)!))
    .map(({ address }) => project.sources.get(address)!.draft)
    .filter(({ within }) => !within);
  if (separate.length > 0)
    throw cannotEdit(
      project,
      separate,
      "Assertions in documents of their own cannot be changed. Nothing was written.",
      "Move them into the list assertions of their evaluation, then import again.",
    );
}

function fileChanges(
  project: Project,
  { schemas, schemaComment }: ImportOptions,
  all: readonly CaseEdits[],
  created: { readonly path: string; readonly texts: readonly string[] },
): FileChanges {
  const edited = groupBy(
    all.filter(({ edits }) => edits.length > 0),
    ({ draft }) => draft.document.file,
  );
  const paths = new Set([...edited.keys(), ...(created.texts.length > 0 ? [created.path] : [])]);
  const files: { [Change in keyof FileChanges]: NewFile[] & ChangedFile[] } = {
    added: [],
    changed: [],
    removed: [],
  };
  for (const path of paths) {
    const before = project.texts.get(path);
    const ofFile = edited.get(path) ?? [];
    const kept =
      before &&
      editFile(
        before,
        ofFile.flatMap(({ edits }) => edits),
      );
    if (before !== undefined && kept === undefined)
      throw cannotEdit(
        project,
        ofFile.map(({ draft }) => draft),
        "Some definitions cannot be changed in place. Nothing was written.",
        "Change them by hand, then import again.",
      );
    const documents = path === created.path ? created.texts : [];
    const text = withDocuments(kept || schemaComment, documents);
    if (before === undefined) files.added.push({ path, text, before: "" });
    else if (kept === "" && documents.length === 0)
      files.removed.push({ path, text: before, before });
    else files.changed.push(keepFormat(schemas, { path, text, before }));
  }
  return files;
}

/** Appends documents to a text that has documents, or only comments. */
function withDocuments(text: string, documents: readonly string[]): string {
  if (documents.length === 0) return text;
  const isEmpty = text.split("\n").every((line) => /^\s*(?:#.*)?$/.test(line));
  return `${text.replace(/\n*$/, "\n")}${isEmpty ? "" : "---\n"}${documents.join("---\n")}`;
}

function cannotEdit(
  project: Project,
  drafts: readonly Draft[],
  message: string,
  hint: string,
): Failure {
  const lines = drafts.map((draft) => lineOf(project, draft));
  return refused("cannot-change", message, [...someLines(lines), hint]);
}
