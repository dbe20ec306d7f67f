// Writes imported definitions to new files. What the project already defines in the same way is
// left; a definition with another content is refused, and so is one that is not valid.
import { formatDefinitionFile } from "../load/format.ts";
import type { NewFile } from "../../engine/export/pull-result.ts";
import { fileName } from "../../engine/export/titles.ts";
import { yamlText } from "../../engine/edit/yaml-writer.ts";
import { diagnosticMessage } from "../../engine/model/diagnostic.ts";
import { kindNamed, type Kinds } from "../../engine/model/kind.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { CompiledSchemas } from "../../engine/validate/validate-document.ts";
import { definitionsOf, type ImportedDefinition } from "../../importers/convert/definitions.ts";
import type { ImportedPrompt } from "../../importers/convert/imported.ts";
import type { LeftField } from "../../importers/convert/source-node.ts";
import { addressOfDocument, compareImported, withExistingKeys } from "./compare-imported.ts";
import { load, type Project } from "../load/load.ts";
import { overlayFiles } from "../load/overlay-files.ts";
import { lineOf } from "../pull/pull-messages.ts";

export interface DefinitionImport {
  readonly added: readonly AddedDefinition[];
  /** What the project defines already in the same way. */
  readonly unchanged: readonly Address[];
  /** What the project defines in another way. */
  readonly different: readonly DifferentDefinition[];
  /** Parts of sources whose definitions are not valid. */
  readonly refused: readonly RefusedPrompt[];
}

interface RefusedPrompt extends LeftField {
  readonly prompt: ImportedPrompt;
}

interface DifferentDefinition {
  readonly address: Address;
  /** The place of the definition in the project. */
  readonly place: string;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

interface AddedDefinition {
  readonly address: Address;
  readonly file: NewFile;
  readonly renamedFrom: string | undefined;
}

export interface DefinitionImportOptions {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  /** The existing files. */
  readonly files: DefinitionFiles;
  /** The folder of the new files, relative to the project; empty for the project itself. */
  readonly folder: string;
  /** True if a file exists whose path equals this one in lower case. */
  pathExists(lowerPath: string): boolean;
  /** The first line of a file at a path. */
  schemaComment(path: string): string;
}

interface Candidate extends AddedDefinition {
  readonly definition: ImportedDefinition;
}

/**
 * The files to write for the prompts and their tools. Nothing is written here. A prompt that is not
 * valid takes no names, also not for its tools.
 */
export async function importPrompts(
  project: Project,
  prompts: readonly ImportedPrompt[],
  options: DefinitionImportOptions,
): Promise<DefinitionImport> {
  const imported = await importDefinitions(project, definitionsOf(prompts), options);
  const { refused } = imported;
  const invalid = new Set(refused.map(({ prompt }) => prompt));
  const valid = prompts.filter((each) => !invalid.has(each));
  if (valid.length === prompts.length) return imported;
  const rest = await importPrompts(project, valid, options);
  return { ...rest, refused: [...refused, ...rest.refused] };
}

/** The files to write for the definitions. */
async function importDefinitions(
  project: Project,
  documents: readonly ImportedDefinition[],
  options: DefinitionImportOptions,
): Promise<DefinitionImport> {
  const definitions = withExistingKeys(project, options.kinds, documents);
  const known = definitions.filter((each) => project.sources.has(addressOfDocument(each)));
  const differentFields = await compareImported(project, known, options);
  const unchanged: Address[] = [];
  const different: DifferentDefinition[] = [];
  const fresh: ImportedDefinition[] = [];
  for (const definition of definitions) {
    const address = addressOfDocument(definition);
    const existing = project.sources.get(address)?.draft;
    const fields = existing ? differentFields(address) : [];
    if (!existing) fresh.push(definition);
    else if (fields.length === 0) unchanged.push(address);
    else different.push({ address, place: lineOf(project, existing), fields });
  }
  const { valid, refused } = await withoutInvalid(withFiles(project, fresh, options), options);
  const added = valid.map(({ address, file, renamedFrom }) => ({ address, file, renamedFrom }));
  return { added, unchanged, different, refused };
}

/** Each definition gets a file; kinds that other kinds refer to get a folder. */
function withFiles(
  project: Project,
  definitions: readonly ImportedDefinition[],
  { kinds, schemas, folder, pathExists, schemaComment }: DefinitionImportOptions,
): Candidate[] {
  const used = new Set(project.sourceFiles.map((path) => path.toLowerCase()));
  return definitions.map((definition) => {
    const { document, renamedFrom } = definition;
    const row = kindNamed(kinds, String(document["kind"]));
    const folders = [folder, isReferred(kinds, definition) ? row.plural : ""].filter(Boolean);
    const pathOf = (base: string): string => [...folders, `${base}.${row.kind}.yaml`].join("/");
    const base = fileName(String(document["key"] ?? document["name"]), (lower) => {
      const path = pathOf(lower).toLowerCase();
      return used.has(path) || pathExists(path);
    });
    const path = pathOf(base);
    used.add(pathOf(base.normalize("NFKC")).toLowerCase());
    const text = `${schemaComment(path)}\n${yamlText(document)}`;
    const file = { path, text: formatDefinitionFile(schemas, { path, text }).text };
    return { definition, address: addressOfDocument(definition), file, renamedFrom };
  });
}

/** Whether definitions of its kind are imported for those that refer to them. */
function isReferred(kinds: Kinds, { document: { kind } }: ImportedDefinition): boolean {
  return kinds.some(({ references }) => references.some((reference) => reference.kind === kind));
}

interface Validated {
  readonly valid: readonly Candidate[];
  readonly refused: readonly RefusedPrompt[];
}

/** Leaves out definitions with errors, and then those that refer to them. */
async function withoutInvalid(
  candidates: readonly Candidate[],
  options: DefinitionImportOptions,
): Promise<Validated> {
  const { kinds, schemas, files } = options;
  const overlay = overlayFiles(
    files,
    candidates.map(({ file }) => file),
  );
  const { diagnostics } = await load(kinds, schemas, overlay);
  const errors = new Map(
    diagnostics
      .filter(({ severity }) => severity === "error")
      .toReversed() // the first error of a file counts
      .map((each) => [each.location.file, diagnosticMessage(each).message]),
  );
  const isInvalid = ({ file }: Candidate): boolean => errors.has(file.path);
  const invalid = candidates.filter(isInvalid);
  if (invalid.length === 0) return { valid: candidates, refused: [] };
  const refused = invalid.map(({ definition: { prompt }, file }): RefusedPrompt => ({
    prompt,
    source: prompt.source.record.source,
    path: prompt.source.path,
    reason: errors.get(file.path)!,
  }));
  const rest = candidates.filter((each) => !isInvalid(each));
  const validated = await withoutInvalid(rest, options);
  return { valid: validated.valid, refused: [...refused, ...validated.refused] };
}
