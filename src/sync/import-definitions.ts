// Writes imported definitions to new files. What the project already defines in the same way is
// left; a definition with another content is refused, and so is one that is not valid.
import { formatDefinitionFile } from "./format.ts";
import type { NewFile } from "../engine/export/pull-result.ts";
import { fileName } from "../engine/export/titles.ts";
import { yamlText } from "../engine/edit/yaml-writer.ts";
import { diagnosticMessage } from "../engine/model/diagnostic.ts";
import { jsonEquals, type JsonObject } from "../engine/model/json.ts";
import { kindNamed, type Kinds } from "../engine/model/kind.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { type Address, addressOf } from "../engine/model/resource.ts";
import type { CompiledSchemas } from "../engine/validate/validate-document.ts";
import type { ImportedDefinition } from "../importers/definitions.ts";
import type { LeftField } from "../importers/source-node.ts";
import { load, type Project } from "./load.ts";
import { overlayFiles } from "./overlay-files.ts";
import { lineOf } from "./pull-messages.ts";

export interface DefinitionImport {
  readonly added: readonly AddedDefinition[];
  /** What the project defines already in the same way. */
  readonly unchanged: readonly Address[];
  /** What the project defines in another way. */
  readonly different: readonly DifferentDefinition[];
  /** Parts of sources whose definitions are not valid. */
  readonly refused: readonly LeftField[];
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

/** The files to write for the definitions. Nothing is written here. */
export async function importDefinitions(
  project: Project,
  definitions: readonly ImportedDefinition[],
  options: DefinitionImportOptions,
): Promise<DefinitionImport> {
  const unchanged: Address[] = [];
  const different: DifferentDefinition[] = [];
  const fresh: ImportedDefinition[] = [];
  for (const definition of definitions) {
    const address = addressOfDocument(definition);
    const existing = project.sources.get(address)?.draft;
    const fields = existing ? differentFields(existing.value, definition.document) : [];
    if (!existing) fresh.push(definition);
    else if (fields.length === 0) unchanged.push(address);
    else different.push({ address, place: lineOf(project, existing), fields });
  }
  const { valid, refused } = await withoutInvalid(withFiles(project, fresh, options), options);
  const invalid = new Set(fresh);
  for (const { definition } of valid) invalid.delete(definition);
  const kept = definitions.filter((each) => !invalid.has(each));
  const referred = referredAddresses(options.kinds, kept);
  const used = valid.filter(
    ({ definition, address }) => !isReferred(options.kinds, definition) || referred.has(address),
  );
  const added = used.map(({ address, file, renamedFrom }) => ({ address, file, renamedFrom }));
  return { added, unchanged, different, refused };
}

/** The fields with other values. The key, which only identifies, is none. */
function differentFields(existing: JsonObject, imported: JsonObject): string[] {
  const fields = new Set([...Object.keys(existing), ...Object.keys(imported)]);
  fields.delete("key");
  return [...fields].filter(
    (field) => !jsonEquals(existing[field] ?? null, imported[field] ?? null),
  );
}

/** What the definitions refer to. */
function referredAddresses(
  kinds: Kinds,
  definitions: readonly ImportedDefinition[],
): ReadonlySet<Address> {
  const addresses = definitions.flatMap(({ document }) =>
    kindNamed(kinds, String(document["kind"])).references.flatMap(({ kind, field }) =>
      [document[field] ?? []].flat().map((name) => addressOf(kind, String(name))),
    ),
  );
  return new Set(addresses);
}

function addressOfDocument({ document: { kind, key, name } }: ImportedDefinition): Address {
  return addressOf(String(kind), String(key ?? name));
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
  readonly refused: readonly LeftField[];
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
  const refused = invalid.map(({ definition: { source }, file }): LeftField => ({
    source: source.record.source,
    path: source.path,
    reason: errors.get(file.path)!,
  }));
  const rest = candidates.filter((each) => !isInvalid(each));
  const validated = await withoutInvalid(rest, options);
  return { valid: validated.valid, refused: [...refused, ...validated.refused] };
}
