// From files to definitions: read → parse → validate → include → resolve. All errors are collected:
// a project with errors is never planned.
import {
  applyOverrides,
  type OverriddenFields,
} from "../../engine/environments/apply-overrides.ts";
import type { UnknownDefinitions } from "../../engine/environments/override.ts";
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import type {
  Diagnostic,
  SourcePlace,
  UnlocatedDiagnostic,
} from "../../engine/model/diagnostic.ts";
import { fromPointer } from "../../engine/model/json.ts";
import type { Kinds } from "../../engine/model/kind.ts";
import type { DefinitionFiles } from "../../engine/model/ports.ts";
import type { Address, Definition } from "../../engine/model/resource.ts";
import type { UnreadFile } from "../../engine/model/source-file.ts";
import type { LocatedFiles } from "../../engine/parse/locate.ts";
import {
  type ParsedDocument,
  type ParsedFile,
  placeIn,
} from "../../engine/parse/parsed-document.ts";
import { drafts } from "../../engine/resolve/draft.ts";
import {
  mayHideDefinitions,
  withoutFollowUpErrors,
} from "../../engine/resolve/resolve-diagnostics.ts";
import { resolve } from "../../engine/resolve/resolve.ts";
import {
  dataFiles,
  filesOf,
  includedFiles,
  type Source,
  textAround,
} from "../../engine/resolve/source.ts";
import { type CompiledSchemas, validateDocument } from "../../engine/validate/validate.ts";
import { withCommandFiles } from "./command-files.ts";
import { includeFiles } from "./include-files.ts";
import { locateAll, parseFiles } from "./parse-files.ts";

/** A loaded project, before its diagnostics are located. */
export interface LoadedFiles extends LocatedFiles {
  readonly definitions: readonly Definition[];
  readonly diagnostics: readonly (Diagnostic | UnlocatedDiagnostic)[];
  /** How many definition files there are. */
  readonly files: number;
  /** The texts of all definition files and included files, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The paths of the definition files. */
  readonly sourceFiles: readonly string[];
  readonly documents: readonly ParsedDocument[];
  /** The documents with errors against their schema, or without a file that they include. */
  readonly broken: ReadonlySet<ParsedDocument>;
  /** The source of the definition with each address. */
  readonly sources: ReadonlyMap<Address, Source>;
  /** The files in the folder of definitions from which nothing is read, sorted. */
  readonly unread: readonly UnreadFile[];
  /** The text files in the folder of definitions that no definition includes, sorted. */
  readonly textFiles: readonly string[];
  /** The texts of included files, by path. */
  readonly included: ReadonlyMap<string, string>;
  /** The values of definitions that an environment overrides. */
  readonly overridden: ReadonlyMap<Address, OverriddenFields>;
  /** The definitions without these values. */
  readonly shared: readonly Definition[];
}

export interface Project extends LoadedFiles {
  /** All errors and warnings, in the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads the whole project and collects all errors in it. `overrides`: the values of one
 * environment, which replace those of the files.
 */
export async function load(
  kinds: Kinds,
  schemas: CompiledSchemas,
  files: DefinitionFiles,
  overrides?: EnvironmentOverrides,
): Promise<Project> {
  const loaded = inEnvironment(await loadFiles(kinds, schemas, files), overrides);
  return { ...loaded, diagnostics: await locateAll(loaded.diagnostics, loaded) };
}

/** Loads the whole project and collects all errors in it, without their locations. */
export async function loadFiles(
  kinds: Kinds,
  schemas: CompiledSchemas,
  files: DefinitionFiles,
): Promise<LoadedFiles> {
  const read = await files.read();
  const parsed = await parseFiles(read.files);
  const drafted = drafts(
    kinds,
    parsed.flatMap((file) => file.documents),
  );
  const sources = await includeFiles(drafted, files);
  const data = new Set(sources.flatMap(dataFiles));
  const withKind = new Set(drafted.map(({ document }) => document));
  // A file of data needs no kind, and include reports its errors.
  const defining = parsed.filter(
    ({ documents: own }, index) =>
      !data.has(read.files[index]!.path) || own.some((each) => withKind.has(each)),
  );
  const documents = defining.flatMap((file) => file.documents);
  const errors = documents.map((document) => validateDocument(kinds, schemas, document));
  const resolved = resolve(kinds, sources);
  const definitions = await withCommandFiles(resolved.definitions, files);
  const syntaxAndSchema = [
    ...read.diagnostics,
    ...defining.flatMap((file) => file.diagnostics),
    ...errors.flat(),
  ];
  const mayLackDefinitions =
    mayHideDefinitions(syntaxAndSchema) || documents.some((each) => !withKind.has(each));
  const included = new Map<string, string>();
  for (const { path, text } of sources.flatMap(includedFiles)) included.set(path, text);
  return {
    definitions,
    shared: definitions,
    diagnostics: [
      ...syntaxAndSchema,
      ...sources.flatMap((source) => source.diagnostics),
      ...withoutFollowUpErrors(resolved.diagnostics, mayLackDefinitions),
    ],
    files: read.files.length,
    yamlFiles: new Map(
      parsed.flatMap(({ yamlFile }) => (yamlFile ? [[yamlFile.path, yamlFile]] : [])),
    ),
    texts: new Map([
      ...included,
      ...read.files.map(({ path, text }, index) => [path, parsed[index]?.text ?? text] as const),
    ]),
    sourceFiles: read.files.map(({ path }) => path),
    documents,
    broken: new Set([
      ...documents.filter((_document, index) => errors[index]!.length > 0),
      ...sources.filter(({ lacksInclude }) => lacksInclude).map(({ draft }) => draft.document),
    ]),
    unread: unreadFiles(read, parsed, included),
    textFiles: (read.textFiles ?? []).filter((path) => !included.has(path)),
    sources: resolved.sources,
    included,
    overridden: new Map(),
  };
}

/**
 * The project as an environment has it. Definitions in documents with errors stay as they are. If an
 * error may hide definitions, a pattern without any is no error.
 */
export function inEnvironment(
  loaded: LoadedFiles,
  overrides: EnvironmentOverrides | undefined,
): LoadedFiles {
  if (!overrides || Object.keys(overrides.set).length === 0) return loaded;
  const { definitions, diagnostics, overridden } = applyOverrides(
    loaded.definitions,
    overrides,
    unknownIn(loaded),
  );
  const { path, text } = overrides.file;
  return {
    ...loaded,
    definitions,
    overridden,
    diagnostics: [...loaded.diagnostics, ...diagnostics],
    texts: new Map([...loaded.texts, [path, text]]),
  };
}

function unknownIn({ diagnostics, documents, sources, broken }: LoadedFiles): UnknownDefinitions {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const named = new Set([...sources.values()].map(({ draft }) => draft.document));
  const isBroken = (address: Address): boolean => {
    const source = sources.get(address);
    return source !== undefined && broken.has(source.draft.document);
  };
  return {
    hasErrors: errors.length > 0,
    mayLackDefinitions: mayHideDefinitions(errors) || documents.some((each) => !named.has(each)),
    isBroken,
  };
}

/** JSON files that no definition includes, and YAML files without documents and errors. */
function unreadFiles(
  { files, jsonFiles = [] }: Awaited<ReturnType<DefinitionFiles["read"]>>,
  parsed: readonly ParsedFile[],
  included: ReadonlyMap<string, string>,
): UnreadFile[] {
  const isEmpty = ({ documents, diagnostics }: ParsedFile): boolean =>
    documents.length === 0 && diagnostics.length === 0;
  const empty = files.filter((_file, index) => isEmpty(parsed[index]!));
  return [
    ...jsonFiles
      .filter((path) => !included.has(path))
      .map((file) => ({ file, reason: "json" as const })),
    ...empty.map(({ path }) => ({ file: path, reason: "empty" as const })),
  ];
}

/** Where a field of a definition comes from. */
interface FieldSource {
  readonly place: SourcePlace;
  /** The paths of the included files that contain it. */
  readonly included: readonly string[];
}

/** The source of a field of a definition's body; `pointer` points into its normal form. */
export function fieldSource(
  { sources }: LoadedFiles,
  address: Address,
  pointer: string,
): FieldSource | undefined {
  const source = sources.get(address);
  if (!source) return undefined;
  const { draft } = source;
  const path = [...draft.path, ...fromPointer(pointer)];
  const text = textAround(source, path);
  const files = filesOf(text?.parts ?? []);
  return {
    place: placeIn(draft.document, text?.path ?? path),
    included: [...new Set(files.map((file) => file.path))],
  };
}
