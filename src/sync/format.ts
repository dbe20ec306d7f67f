// Formats the definition files of a project. Nothing is written here.
import type { Grammars } from "../engine/validate/validate-document.ts";
import type { ChangedFile } from "../engine/export/pull-result.ts";
import { formatText } from "../engine/format/format.ts";
import type { KeyOrder } from "../engine/format/key-order.ts";
import { byLocation, type Diagnostic } from "../engine/model/diagnostic.ts";
import { isObject, type Json } from "../engine/model/json.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { redactSecrets } from "../engine/model/secrets.ts";
import type { SourceFile } from "../engine/model/source-file.ts";
import { parse } from "../engine/parse/parse.ts";
import type { Grammar } from "../engine/validate/grammar.ts";
import { keysAt } from "../engine/validate/schema-lookup.ts";
import { isAmong } from "./filter-diagnostics.ts";

export interface FormattedFile {
  readonly path: string;
  readonly before: string;
  readonly text: string;
  /** The number of documents that stay as they are. */
  readonly skipped: number;
}

export interface FormattedFiles {
  /** All files without YAML errors, unchanged ones too. */
  readonly files: readonly FormattedFile[];
  /** The YAML errors of the others. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Formats the given definition files, or all. */
export async function formatDefinitions(
  grammars: Grammars,
  files: DefinitionFiles,
  paths: readonly string[] | "all",
): Promise<FormattedFiles> {
  const isWanted = (path: string): boolean => paths === "all" || isAmong(paths, path);
  const read = await files.read();
  const formatted = read.files
    .filter(({ path }) => isWanted(path))
    .map((file) => formatFile(file, grammarByKind(grammars)));
  const unreadable = read.diagnostics.filter(({ location }) => isWanted(location.file));
  return {
    files: formatted.flatMap((result) => result.files),
    diagnostics: [...unreadable, ...formatted.flatMap(({ diagnostics }) => diagnostics)]
      .map(redactSecrets)
      .sort(byLocation),
  };
}

function grammarByKind(grammars: Grammars): (document: Json) => Grammar | undefined {
  return (document) => {
    const kind = isObject(document) ? document["kind"] : undefined;
    return typeof kind === "string" && Object.hasOwn(grammars, kind) ? grammars[kind] : undefined;
  };
}

/** Formats the new text of a definition file if its old text was formatted. */
export function keepFormat(grammars: Grammars, file: ChangedFile): ChangedFile {
  const { path, before } = file;
  const format = (text: string): string | undefined =>
    formatFile({ path, text }, grammarByKind(grammars)).files[0]?.text;
  return format(before) === before ? { ...file, text: format(file.text) ?? file.text } : file;
}

/** Formats a file with the key order of the grammar of each document. */
export function formatFile(
  file: SourceFile,
  grammarOf: (document: Json) => Grammar | undefined,
): FormattedFiles {
  const { diagnostics } = parse(file);
  if (diagnostics.length > 0) return { files: [], diagnostics };
  const keyOrder: KeyOrder = (document, path) => {
    const grammar = grammarOf(document);
    return grammar ? keysAt(grammar.schema(), document, path) : [];
  };
  const { text, skipped } = formatText(file.text, keyOrder);
  return { files: [{ path: file.path, before: file.text, text, skipped }], diagnostics: [] };
}
