// Writes imported definitions to new files. What the project already defines in the same way is
// left; a definition with another content is refused, and so is one that is not valid.
import { diagnosticMessage } from "../../engine/text/diagnostic-text.ts";
import { formatDefinitionFile } from "../load/format.ts";
import { extractFiles } from "../../engine/export/text-files.ts";
import type { NewFile } from "../../engine/export/pull-result.ts";
import { yamlText } from "../../engine/edit/yaml-writer.ts";
import { groupBy } from "../../engine/model/collections.ts";
import { kindNamed, type Kinds } from "../../engine/model/kind.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import type { Address } from "../../engine/model/resource.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";
import { definitionsOf, type ImportedDefinition } from "../../importers/convert/definitions.ts";
import type { ImportedPrompt } from "../../importers/convert/imported.ts";
import { stoppedCases } from "../../importers/convert/sent-fields.ts";
import type { LeftField } from "../../importers/convert/source-node.ts";
import { addressOfDocument, compareImported, withExistingKeys } from "./compare-imported.ts";
import { findExistingPrompts } from "./existing-prompts.ts";
import { load, type Project } from "../load/load.ts";
import { createDefinitionPaths, type NewFileOptions } from "../load/new-files.ts";
import { type NewSecret, newSecrets } from "../load/new-secrets.ts";
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
  /** The secrets that the files get. */
  readonly secrets: readonly NewSecret[];
  /** The paths of the texts that the definitions of the project include after the import. */
  readonly included: ReadonlySet<string>;
  /** Fields that prompts of the project do not take, because they have their own. */
  readonly left: readonly LeftField[];
  /** What the user must know of prompts of the project, in sentences. */
  readonly notes: readonly string[];
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
  /** What it includes of the import: the schema of its replies. */
  readonly included: readonly NewFile[];
  readonly renamedFrom: string | undefined;
  /** What the user must know of it, in sentences. */
  readonly notes: readonly string[];
}

export interface DefinitionImportOptions extends NewFileOptions {
  readonly kinds: Kinds;
  readonly schemas: CompiledSchemas;
  /**
   * The path with which a definition file includes a text where it is; undefined if the text is not
   * in the project, or is not read there as it was imported.
   */
  includedPath(
    from: string,
    text: { readonly file: string; readonly text: string },
  ): string | undefined;
}

interface Candidate extends Omit<AddedDefinition, "notes"> {
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
  const existing = await findExistingPrompts(project, prompts, options);
  const { others, same, evaluations, left, notes } = existing;
  const definitions = [...definitionsOf(others), ...evaluations];
  const written = await importDefinitions(project, definitions, options);
  const unchanged = [...new Set([...same, ...written.unchanged])];
  const imported = { ...written, unchanged, left, notes };
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
): Promise<Omit<DefinitionImport, "left" | "notes">> {
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
  const candidates = withFiles(project, fresh, options);
  const { valid, refused, loaded } = await withoutInvalid(candidates, options);
  const secrets = await newSecrets(options.checks, project, loaded);
  const added = valid.map(({ address, file, included, renamedFrom, definition }) => {
    const ofFile = secrets.filter(({ location }) => location.file === file.path);
    const permits = ofFile.map(({ message, hint }) => [message, hint].flat().join(" "));
    return { address, file, included, renamedFrom, notes: [...notesOf(definition), ...permits] };
  });
  const included = new Set(loaded.included.keys());
  return { added, unchanged, different, refused, secrets, included };
}

function notesOf({ document, prompt: { note }, renamedFrom }: ImportedDefinition): string[] {
  if (!("messages" in document)) return renamedFrom === undefined ? [] : [needsPins];
  return [note, stoppedCases(document)].filter((each) => each !== undefined);
}

/** What a tool needs whose name another one has. */
const needsPins =
  "Tools of one name are told apart by pins. After the first apply, add the pins that it prints to promptctl.yaml.";

/** Gives each definition a file; those of one parent in documents of their own share one. */
function withFiles(
  project: Project,
  definitions: readonly ImportedDefinition[],
  options: DefinitionImportOptions,
): Candidate[] {
  const { kinds, schemas, schemaComment } = options;
  const assignPath = createDefinitionPaths(kinds, project, options);
  const files = groupBy(definitions, (each) =>
    each.parent === undefined ? each : `${String(each.document["kind"])}/${each.parent}`,
  );
  return [...files.values()].flatMap((ofFile) => {
    const { document, parent } = ofFile[0]!;
    const row = kindNamed(kinds, String(document["kind"]));
    const name = parent ?? String(document["key"] ?? document["name"]);
    const { path, schemaPath } = assignPath(row, name);
    const included: NewFile[] = [];
    const json = (content: string): string => {
      const [relative, ofProject] = schemaPath();
      included.push({ path: ofProject, text: content });
      return relative;
    };
    const texts = ofFile.map((each) =>
      yamlText(extractFiles(kinds, row, withInclude(each, path, options), { json })),
    );
    const text = schemaComment(path) + texts.join("---\n");
    const file = { path, text: formatDefinitionFile(schemas, { path, text }).text };
    return ofFile.map((definition): Candidate => {
      const { renamedFrom } = definition;
      return { definition, address: addressOfDocument(definition), file, included, renamedFrom };
    });
  });
}

/** The document, which includes its text if that is a file of the project. */
function withInclude(
  { document, prompt }: ImportedDefinition,
  path: string,
  { includedPath }: DefinitionImportOptions,
): JsonObject {
  const [message] = prompt.messages;
  const text = message?.["content"];
  const { textFile } = prompt;
  if (textFile === undefined || !("messages" in document) || typeof text !== "string")
    return document;
  const file = includedPath(path, { file: textFile, text });
  return file === undefined
    ? document
    : { ...document, messages: [{ ...message, content: { file } }] };
}

interface ValidatedImport {
  readonly valid: readonly Candidate[];
  readonly refused: readonly RefusedPrompt[];
  /** The project with the valid ones. */
  readonly loaded: Project;
}

/** Leaves out definitions with errors, and then those that refer to them. */
async function withoutInvalid(
  candidates: readonly Candidate[],
  options: DefinitionImportOptions,
): Promise<ValidatedImport> {
  const { kinds, schemas, files } = options;
  const all = candidates.flatMap(({ file, included }) => [file, ...included]);
  const overlay = overlayFiles(files, [...new Set(all)]);
  const loaded = await load(kinds, schemas, overlay);
  const errors = new Map(
    loaded.diagnostics
      .filter(({ severity }) => severity === "error")
      .toReversed() // the first error of a file counts
      .map((each) => [each.location.file, diagnosticMessage(each).message]),
  );
  const isInvalid = ({ file }: Candidate): boolean => errors.has(file.path);
  const invalid = candidates.filter(isInvalid);
  if (invalid.length === 0) return { valid: candidates, refused: [], loaded };
  const byFile = new Map(invalid.map((each) => [each.file, each])); // a file can have several
  const refused = [...byFile.values()].map(({ definition: { prompt }, file }): RefusedPrompt => ({
    prompt,
    source: prompt.source.record.source,
    path: prompt.source.path,
    reason: errors.get(file.path)!,
  }));
  const rest = candidates.filter((each) => !isInvalid(each));
  const validated = await withoutInvalid(rest, options);
  return { ...validated, refused: [...refused, ...validated.refused] };
}
