// Formats definition files with the key order of their schemas. Nothing is written here.
import type { ChangedFile } from "../../engine/export/pull-result.ts";
import { formatText } from "../../engine/format/format.ts";
import type { KeyOrder } from "../../engine/format/key-order.ts";
import type { Diagnostic } from "../../engine/model/diagnostic.ts";
import { isObject, type Json } from "../../engine/model/json.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import { locateDiagnostics } from "../../engine/parse/locate.ts";
import { parse } from "../../engine/parse/parse.ts";
import { parsePlain } from "../../engine/parse/plain-yaml.ts";
import type { CompiledSchema } from "../../engine/validate/compiled-schema.ts";
import { keysAt } from "../../engine/validate/schema-lookup.ts";
import type { CompiledSchemas } from "../../engine/validate/validate.ts";

export interface FormattedFile extends SourceFile {
  readonly before: string;
  /** The number of documents that stay as they are. */
  readonly skipped: number;
  /** The YAML errors. A file with errors stays as it is. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Formats a file with the key order of the schema of each document. */
export function formatFile(
  file: SourceFile,
  schemaOf: (document: Json) => CompiledSchema | undefined,
): FormattedFile {
  const { path, text: before } = file;
  const unchanged = (diagnostics: readonly Diagnostic[]): FormattedFile => {
    return { path, before, text: before, skipped: 0, diagnostics };
  };
  const isPlain = parsePlain(file) !== undefined;
  const errors = isPlain ? [] : errorsOf(file);
  if (errors.length > 0) return unchanged(errors);
  const keyOrder: KeyOrder = (document, keyPath) => {
    const compiled = schemaOf(document);
    return compiled ? keysAt(compiled.schema(), document, keyPath) : [];
  };
  const formatted = formatText(before, keyOrder);
  // js-yaml accepts a few texts that `yaml` rejects. Their documents are skipped.
  const rejected = isPlain && formatted.skipped > 0 ? errorsOf(file) : [];
  return rejected.length > 0
    ? unchanged(rejected)
    : { path, before, ...formatted, diagnostics: [] };
}

/** The YAML errors of a file, with their locations. */
function errorsOf(file: SourceFile): Diagnostic[] {
  const { diagnostics, yamlFile } = parse(file);
  const yamlFiles = new Map([[file.path, yamlFile!]]);
  return locateDiagnostics(diagnostics, { texts: new Map(), yamlFiles });
}

/** Formats a definition file with the schemas of the kinds in it. */
export function formatDefinitionFile(schemas: CompiledSchemas, file: SourceFile): FormattedFile {
  return formatFile(file, (document) => {
    const kind = isObject(document) ? document["kind"] : undefined;
    return typeof kind === "string" && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
  });
}

/** Formats the new text of a definition file if its old text was formatted. */
export function keepFormat(schemas: CompiledSchemas, file: ChangedFile): ChangedFile {
  const { path, before } = file;
  const isFormatted = formatDefinitionFile(schemas, { path, text: before }).text === before;
  return isFormatted ? { ...file, text: formatDefinitionFile(schemas, file).text } : file;
}
