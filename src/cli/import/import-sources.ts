// The files that promptctl import reads: those that it gets, and those that these name.
import { basename, dirname, resolve } from "node:path";
import { type Diagnostic, fileAndLine } from "../../engine/model/diagnostic.ts";
import { Failure, isNamed } from "../../engine/model/failure.ts";
import { hintLines, someLines } from "../../engine/model/hint.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import type {
  BrokenPart,
  ImportContext,
  ImportResult,
  ReadReferred,
  ReferredFile,
} from "../../importers/convert/imported.ts";
import { importers } from "../../importers/importers.ts";
import { readForeignFile, readReferredFile, referredPaths } from "../../io/files/foreign-files.ts";
import { patternMatcher } from "../../io/files/path-patterns.ts";
import { readTable, type TableFailure } from "../../io/files/table-file.ts";
import { type ReadSources, sourceReader } from "../../sync/import/read-sources.ts";
import type { CommandHost } from "../host/command-host.ts";

/** The prompts of the files. Throws a Failure if a file cannot be read. */
export async function readPrompts(
  host: CommandHost,
  format: string,
  files: readonly string[],
  { placeholders, model }: Pick<ImportContext, "placeholders" | "model">,
): Promise<{ readonly result: ImportResult; readonly broken: readonly BrokenPart[] }> {
  const [read, matching] = await Promise.all([sourceReader(), patternMatcher()]);
  const sources = files.map((path) => foreignFile(readForeignFile(resolve(host.cwd, path), path)));
  const all = sources.map((source) => withDocuments(read(source)));
  const documents = all
    .flatMap((each) => each.documents)
    .map((each) => ({ ...each, folder: basename(dirname(resolve(host.cwd, each.file))) }));
  const brokenLines = all.flatMap(brokenParts);
  const readReferred: ReadReferred = ({ file }, path) => {
    const paths = referredPaths({ cwd: host.cwd, matching }, file, path);
    if (typeof paths === "string") return paths;
    const found = paths.map((each) => referredFile(host.cwd, read, { from: file, path: each }));
    return found.find((each) => typeof each === "string") ?? (found as ReferredFile[]);
  };
  const result = importers[format]!(documents, { readReferred, placeholders, model });
  const broken = [...brokenLines, ...(result.broken ?? [])];
  if ([...result.prompts, ...result.refused, ...broken].length === 0)
    throw wrongSource(
      `${files.join(", ")}: there is no prompt in the format ${format}.`,
      "To see the formats: promptctl import --help",
    );
  return { result, broken };
}

function foreignFile(file: SourceFile | string): SourceFile {
  if (typeof file === "string") throw wrongSource(file);
  if (/\.(?:[cm]?[jt]s|py)$/i.test(file.path))
    throw wrongSource(
      `${file.path} is a program, which promptctl does not run.`,
      "Let the program write its value as JSON, and import that file.",
    );
  return file;
}

/** The file with its documents; a sentence if it cannot be read. Files of other types are text. */
function referredFile(
  cwd: string,
  read: (file: SourceFile) => ReadSources,
  { from, path }: { readonly from: string; readonly path: string },
): ReferredFile | string {
  const source = readReferredFile(cwd, from, path);
  if (typeof source === "string") return source;
  const text = source.text.replaceAll("\r\n", "\n");
  const file = { path, file: source.path, text };
  if (/\.[ct]sv$/i.test(path)) return { ...file, ...tableRows(cwd, source.path) };
  if (!/\.(?:json|jsonl|ya?ml)$/i.test(path)) return { ...file, documents: [], broken: [] };
  const found = read(source);
  const broken = brokenParts(found); // templates of JSON and YAML have errors too
  const isLines = broken.every((each) => each.part === "line");
  return { ...file, documents: found.documents, broken: isLines ? broken : broken.slice(0, 1) };
}

/** The rows of a table; its mistake if there is one. */
function tableRows(cwd: string, path: string): Pick<ReferredFile, "documents" | "broken"> {
  try {
    const { rows } = readTable(resolve(cwd, path), path);
    const documents = rows.map(({ line, cells }) => ({
      file: path,
      text: "",
      linesBefore: line - 1,
      index: 0,
      value: cells,
    }));
    return { documents, broken: [] };
  } catch (problem) {
    if (!isNamed<TableFailure>(problem, "TableFailure")) throw problem;
    const { place, problem: message, hint } = problem;
    const broken = {
      part: "file",
      place,
      message: [message, ...hintLines(hint)].join(" "),
    } as const;
    return { documents: [], broken: [broken] };
  }
}

function brokenParts({ diagnostics, isLines }: ReadSources): BrokenPart[] {
  return diagnostics.map(({ location, message }) => ({
    part: isLines ? "line" : "file",
    place: `${fileAndLine(location)}:${location.column}`,
    message,
  }));
}

function syntaxError({ location, message }: Diagnostic): string {
  return `${fileAndLine(location)}:${location.column}: ${message}`;
}

/** Throws a Failure with all syntax errors, unless it is JSON Lines and other lines can be read. */
function withDocuments(read: ReadSources): ReadSources {
  const { documents, diagnostics, isLines } = read;
  if (diagnostics.length === 0 || (isLines && documents.length > 0)) return read;
  const [first, second] = diagnostics.map(syntaxError);
  if (second === undefined) throw wrongSource(first!);
  const { file } = diagnostics[0]!.location;
  const lines = diagnostics.map(({ location, message }) => `${fileAndLine(location)}: ${message}`);
  throw wrongSource(`${file} has ${lines.length} mistakes.`, someLines(lines));
}

/** The failure for a file that cannot be imported. */
export function wrongSource(message: string, hint?: Failure["hint"] | readonly string[]): Failure {
  return new Failure("usage", "wrong-source", message, hint);
}
