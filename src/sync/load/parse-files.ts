// Parses files and locates diagnostics. Loads `yaml`, which takes 30 ms, only if it is needed: for
// texts that are not plain YAML, and for source locations.
import type { Diagnostic, UnlocatedDiagnostic } from "../../engine/model/diagnostic.ts";
import { parseJson } from "../../engine/model/json.ts";
import { redactSecrets } from "../../engine/text/secrets.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import type { LocatedFiles } from "../../engine/parse/locate.ts";
import type { ParsedFile, ParsedList } from "../../engine/parse/parsed-document.ts";
import { parsePlain } from "../../engine/parse/plain-yaml.ts";

/** Parses every file, in the same order. */
export async function parseFiles(files: readonly SourceFile[]): Promise<ParsedFile[]> {
  const plain = files.map(parsePlain);
  if (plain.every((file) => file !== undefined)) return plain;
  const { parse } = await import("../../engine/parse/with-yaml.ts");
  return plain.map((file, index) => file ?? parse(files[index]!));
}

/** Parses a file that contains one list, as YAML or JSON. */
export async function parseListFile(file: SourceFile): Promise<ParsedList> {
  const list = parseJson(file.text);
  if (Array.isArray(list)) return { list, diagnostics: [] };
  const { parseList } = await import("../../engine/parse/with-yaml.ts");
  return parseList(file);
}

/** JSON with wrong syntax is read as YAML, for the place of the mistake. */
export function inWordsOfJson(diagnostic: Diagnostic): Diagnostic {
  if (!/\.(?:json|jsonl|ndjson)$/i.test(diagnostic.location.file)) return diagnostic;
  const message = diagnostic.message.replace("Invalid YAML syntax:", "Invalid JSON syntax:");
  return { ...diagnostic, message };
}

/** The result of `locateDiagnostics`, without secrets. */
export async function locateAll(
  diagnostics: readonly (Diagnostic | UnlocatedDiagnostic)[],
  files: LocatedFiles,
): Promise<Diagnostic[]> {
  if (diagnostics.length === 0) return [];
  const { locateDiagnostics } = await import("../../engine/parse/with-yaml.ts");
  return locateDiagnostics(diagnostics, files).map(redactSecrets);
}
