// The files that promptctl import reads: those that it gets, and those that these name.
import { someLines } from "../../engine/text/word-lists.ts";
import { realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type Diagnostic, error, fileAndLine } from "../../engine/model/diagnostic.ts";
import { Failure, isNamed } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
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
import { isInside, tryOr } from "../../io/files/paths.ts";
import { patternMatcher } from "../../io/files/path-patterns.ts";
import { readTable, type TableFailure } from "../../io/files/table-file.ts";
import { type ReadSources, sourceReader } from "../../sync/import/read-sources.ts";
import { textReader } from "../../sync/import/read-texts.ts";
import { isOutside } from "../../project/files/included-folders.ts";
import { type CommandHost, relativePath } from "../host/command-host.ts";

/** The prompts of the files. Throws a Failure if a file cannot be read. */
export async function readPrompts(
  host: CommandHost,
  format: string,
  files: readonly string[],
  context: Omit<ImportContext, "readReferred">,
): Promise<{ readonly result: ImportResult; readonly broken: readonly BrokenPart[] }> {
  const [read, matching] = await Promise.all([sourceReader(), patternMatcher()]);
  const all = await (format === "text"
    ? readTexts(host, files)
    : files.map((path) => withDocuments(read(readFile(host, path)))));
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
  const result = importers[format]!(documents, { ...context, readReferred });
  const broken = [...brokenLines, ...(result.broken ?? [])];
  if ([...result.prompts, ...result.refused, ...broken].length === 0)
    throw wrongSource(
      `${files.join(", ")}: there is no prompt in the format ${format}.`,
      "To see the formats: promptctl import --help",
    );
  return { result, broken };
}

/** The texts of files. One that cannot be read is listed, and the others are read. */
async function readTexts(
  host: CommandHost,
  files: readonly string[],
): Promise<Pick<ReadSources, "documents" | "diagnostics" | "isLines">[]> {
  const read = await textReader();
  return files.map((path) => {
    try {
      const from = relativePath(host.cwd, resolve(host.cwd, path));
      const title = isOutside(from) ? basename(path) : from;
      if (!isOutside(from)) refuseLinkOutside(host.cwd, path);
      return read({ ...readFile(host, path), title });
    } catch (problem) {
      if (!isNamed<Failure>(problem, "Failure")) throw problem;
      const location = { file: path, line: 1, column: 1, endColumn: 1, text: "" };
      return { documents: [], diagnostics: [error("", location, problem.message)], isLines: false };
    }
  });
}

/** Throws a Failure for a file of this folder that is elsewhere: who wrote the link may not read it. */
function refuseLinkOutside(cwd: string, path: string): void {
  const real = tryOr(undefined, () => realpathSync.native(resolve(cwd, path)));
  if (real !== undefined && !isInside(realpathSync.native(cwd), real))
    throw wrongSource(`${path} is a symbolic link to a file outside the current folder.`);
}

/** The text of a file that is no program. Throws a Failure. */
function readFile(host: CommandHost, path: string): SourceFile {
  const file = readForeignFile(resolve(host.cwd, path), path);
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
