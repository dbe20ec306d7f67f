// The files that promptctl import reads: those that it gets, and those that these name.
import { realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileAndLine } from "../../engine/model/diagnostic.ts";
import { type Failure, isNamed, wrongUsage } from "../../engine/model/failure.ts";
import { hintLines } from "../../engine/model/hint.ts";
import type { SourceFile } from "../../engine/model/source-file.ts";
import type {
  BrokenPart,
  ImportContext,
  ImportResult,
  ReadReferred,
  ReferredFile,
} from "../../importers/convert/imported.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { withToolCommand } from "../../importers/convert/tools.ts";
import { toolFormats } from "./import-formats.ts";
import { importers } from "../../importers/importers.ts";
import { readForeignFile, readReferredFile, referredPaths } from "../../io/files/foreign-files.ts";
import { isInside, tryOr } from "../../io/files/paths.ts";
import { patternMatcher } from "../../io/files/path-patterns.ts";
import { readTable, type TableFailure } from "../../io/files/table-file.ts";
import { type ReadSources, sourceReader } from "../../sync/import/read-sources.ts";
import { type TextFile, textReader } from "../../sync/import/read-texts.ts";
import { isOutside } from "../../project/files/included-folders.ts";
import { findStandIn } from "../../project/files/stand-ins.ts";
import { type CommandHost, relativePath } from "../host/command-host.ts";

/** The prompts of files, and what cannot be read of them. */
export interface ReadPrompts {
  readonly result: ImportResult;
  readonly broken: readonly BrokenPart[];
  /** The paths of the files that were read, those that other files name included. */
  readonly files: readonly string[];
}

/** The prompts of the files, and what cannot be read of them. Throws a Failure if there is neither. */
export async function readPrompts(
  host: CommandHost,
  format: string,
  files: readonly string[],
  context: Omit<ImportContext, "readReferred">,
): Promise<ReadPrompts> {
  const [read, matching] = await Promise.all([sourceReader(), patternMatcher()]);
  const readPath =
    format === "text"
      ? textPathReader(host, await textReader())
      : (path: string) => read(readFile(host, path));
  const all = files.map((path) => readSource(path, readPath));
  const documents = all
    .flatMap((each) => each.documents)
    .map((each) => ({ ...each, folder: basename(dirname(resolve(host.cwd, each.file))) }));
  const readFiles = new Set(documents.map(({ file }) => file));
  const readReferred: ReadReferred = ({ file }, path) => {
    const paths = referredPaths({ cwd: host.cwd, matching }, file, path);
    if (typeof paths === "string") return paths;
    const found = paths.map((each) => referredFile(host.cwd, read, { from: file, path: each }));
    const problem = found.find((each) => typeof each === "string");
    if (problem !== undefined) return problem;
    for (const each of found as ReferredFile[]) readFiles.add(each.file);
    return found as ReferredFile[];
  };
  const imported = importers[format]!(documents, { ...context, readReferred });
  const refused = toolFormats.includes(format)
    ? imported.refused
    : imported.refused.map(withToolCommand);
  const result = { ...imported, refused };
  const broken = [...all.flatMap((each) => each.broken), ...(result.broken ?? [])];
  if ([...result.prompts, ...result.refused, ...broken].length === 0)
    throw wrongSource(
      `${files.join(", ")}: there is no prompt in the format ${format}.`,
      "To see the formats: promptctl import --help",
    );
  return { result, broken, files: [...readFiles] };
}

/** The documents of a file; none, and why, if it cannot be read. Of JSON Lines, other lines are read. */
function readSource(
  path: string,
  read: (path: string) => ReadSources,
): Pick<ReferredFile, "documents" | "broken"> {
  try {
    const found = read(path);
    const broken = brokenParts(found);
    if (found.isLines || broken.length === 0) return { documents: found.documents, broken };
    return { documents: [], broken: broken.slice(0, 1) };
  } catch (problem) {
    if (!isNamed<Failure>(problem, "Failure")) throw problem;
    return { documents: [], broken: [unreadFile(path, problem.message, problem.hint)] };
  }
}

function unreadFile(place: string, message: string, hint: Failure["hint"]): BrokenPart {
  return { part: "file", place, message: [message, ...hintLines(hint)].join(" ") };
}

/** Returns a function that reads the text of a path. */
function textPathReader(
  host: CommandHost,
  read: (file: TextFile) => ReadSources,
): (path: string) => ReadSources {
  return (path) => {
    const from = relativePath(host.cwd, resolve(host.cwd, path));
    const title = isOutside(from) ? basename(path) : from;
    if (!isOutside(from)) refuseLinkOutside(host.cwd, path);
    return read({ ...readFile(host, path), title });
  };
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
  const standIn = findStandIn(resolve(host.cwd, path), Buffer.from(file.text));
  if (standIn)
    host.err(`Warning: ${escapeText(`${path} ${standIn.problem}`)}.\n  ${standIn.hint}\n`);
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
    return { documents: [], broken: [unreadFile(place, message, hint)] };
  }
}

function brokenParts({ diagnostics, isLines }: ReadSources): BrokenPart[] {
  return diagnostics.map(({ location, message }) => ({
    part: isLines ? "line" : "file",
    place: `${fileAndLine(location)}:${location.column}`,
    message,
  }));
}

/** The failure for a file that cannot be imported. */
export function wrongSource(message: string, hint?: Failure["hint"] | readonly string[]): Failure {
  return wrongUsage("wrong-source", message, hint);
}
