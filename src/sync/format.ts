// Formats definition files with the key order of their schemas. Nothing is written here.
import type { ChangedFile } from "../engine/export/pull-result.ts";
import { formatText } from "../engine/format/format.ts";
import type { KeyOrder } from "../engine/format/key-order.ts";
import type { Diagnostic } from "../engine/model/diagnostic.ts";
import { isObject, type Json } from "../engine/model/json.ts";
import type { SourceFile } from "../engine/model/source-file.ts";
import { locateDiagnostics } from "../engine/parse/locate.ts";
import { parse } from "../engine/parse/parse.ts";
import type { CompiledSchema } from "../engine/validate/compiled-schema.ts";
import { keysAt } from "../engine/validate/schema-lookup.ts";
import type { CompiledSchemas } from "../engine/validate/validate-document.ts";

export interface FormattedFile extends SourceFile {
  readonly before: string;
  /** The number of documents that stay as they are. */
  readonly skipped: number;
  /** The YAML errors. A file with errors stays as it is. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Formats a file with the key order of the schema of each document. */
export function formatFile(
  { path, text: before }: SourceFile,
  schemaOf: (document: Json) => CompiledSchema | undefined,
): FormattedFile {
  const parsed = parse({ path, text: before });
  const yamlFiles = new Map([[path, parsed.yamlFile!]]);
  const diagnostics = locateDiagnostics(parsed.diagnostics, { texts: new Map(), yamlFiles });
  if (diagnostics.length > 0) return { path, before, text: before, skipped: 0, diagnostics };
  const keyOrder: KeyOrder = (document, keyPath) => {
    const compiled = schemaOf(document);
    return compiled ? keysAt(compiled.schema(), document, keyPath) : [];
  };
  return { path, before, ...formatText(before, keyOrder), diagnostics };
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
