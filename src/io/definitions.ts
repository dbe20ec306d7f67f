// The door to the definition files: finds and reads them, and never leaves the project.
import {
  type IncludeResult,
  type IncludeRequest,
  includeKey,
  type SourceFile,
} from "../engine/model/source-file.ts";
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { memo } from "../engine/model/collections.ts";
import { type Diagnostic, error } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { isInside } from "./is-inside.ts";
import { systemMessage } from "./system-message.ts";

/** `root`: the project's folder · `folder`: that of the definitions, relative to it. */
export function definitionFiles(root: string, folder: string): DefinitionFiles {
  const realRoot = realpathSync.native(root);
  return {
    read: async () => {
      const files: SourceFile[] = [];
      const diagnostics: Diagnostic[] = [];
      for (const { path, realPath } of listDefinitionFiles(realRoot, folder))
        try {
          const real = realPath ?? resolveInside(realRoot, path, realpathSync.native);
          files.push({ path, text: readNormalizedText(real).text });
        } catch (problem) {
          diagnostics.push(unreadableFile(path, problem));
        }
      return { files, diagnostics };
    },
    include: async (wanted) => {
      const realFolder = memo((path: string) => realpathSync.native(path));
      return new Map(
        wanted.map((each) => [includeKey(each), includeFile(realRoot, each, realFolder)]),
      );
    },
  };
}

/** Every YAML file in the folder, sorted; folders and files that begin with a dot are left out. */
function listDefinitionFiles(root: string, folder: string): ListedFile[] {
  let cwd: string;
  try {
    cwd = realpathSync.native(join(root, folder));
  } catch {
    throw new Failure(
      "invalid",
      "no-definitions-folder",
      `There is no folder ${JSON.stringify(folder)} in ${root}.`,
      "Create it, or name another one as definitions: in promptctl.yaml.",
    );
  }
  if (!statSync(cwd).isDirectory()) throw notAFolder(folder);
  if (!isInside(root, cwd))
    throw new Failure(
      "invalid",
      "definitions-outside",
      `The definitions folder ${JSON.stringify(folder)} lies outside the project (${root}).`,
      "Move it into the project, or put promptctl.yaml into a folder that holds both.",
    );
  const prefix = relative(root, cwd).split(sep).join("/");
  try {
    const found: ListedFile[] = [];
    walk({ root, base: cwd, found, isLinked: false, seen: new Set([cwd]) }, cwd, prefix);
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    const why = systemMessage(error);
    throw new Failure("invalid", "unreadable-folder", `The definitions cannot be listed: ${why}.`);
  }
}

/** A file of definitions. */
interface ListedFile {
  readonly path: string;
  /** Where it is, once that is certain: it is a file, and no link led to it. */
  readonly realPath?: string;
}

interface FolderWalk {
  readonly root: string;
  /** The folder where it began, links followed. */
  readonly base: string;
  readonly found: ListedFile[];
  /** Whether a link led to the folder where it began. */
  readonly isLinked: boolean;
  /** Where it began, and where links led: each is gone through once. */
  readonly seen: Set<string>;
}

/** The files of a folder, of those in it, and of the folders in the project that links in it lead to. */
function walk(work: FolderWalk, folder: string, prefix: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (isIgnored(name)) continue;
    const path = `${folder}${sep}${name}`;
    const shown = prefix === "" ? name : `${prefix}/${name}`;
    if (entry.isDirectory()) walk(work, path, shown);
    else if (entry.isSymbolicLink() && isFolder(path)) walkLinked(work, path, shown);
    else if (isDefinitionFile(shown))
      work.found.push({ path: shown, ...(entry.isFile() && !work.isLinked && { realPath: path }) });
  }
}

function walkLinked(work: FolderWalk, link: string, shown: string): void {
  const real = realpathSync.native(link);
  if (!isInside(work.root, real)) work.found.push({ path: shown }); // told when it is read
  else if (!work.seen.has(real) && !isWalked(work.base, real) && !isInside(real, work.base)) {
    work.seen.add(real);
    walk({ ...work, base: real, isLinked: true }, real, shown);
  }
}

/** Whether a folder is gone through on the way from another one. */
function isWalked(base: string, real: string): boolean {
  return isInside(base, real) && !relative(base, real).split(sep).some(isIgnored);
}

function isIgnored(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function isDefinitionFile(shown: string): boolean {
  return /\.ya?ml$/i.test(shown) && !/^promptctl\.ya?ml$/.test(shown);
}

/** Whether a path leads to a folder; a link to nothing does not. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // and told as a file that cannot be read, where it is called like one
  }
}

function notAFolder(folder: string): Failure {
  return new Failure(
    "invalid",
    "no-definitions-folder",
    `${JSON.stringify(folder)} is a file, not a folder of definitions.`,
    "Name the folder as definitions: in promptctl.yaml.",
  );
}

function includeFile(
  root: string,
  wanted: IncludeRequest,
  realFolder: (path: string) => string,
): IncludeResult {
  const wrongPath = pathProblem(wanted.file);
  if (wrongPath) return { problem: wrongPath };
  const path = posix.join(posix.dirname(wanted.from), wanted.file);
  try {
    const real = resolveInside(root, path, realFolder);
    if (isHidden(real.slice(root.length))) throw new Hidden();
    if (wanted.form === "base64" && !/\.(b64|base64|txt)$/i.test(path))
      return { path, text: readFileSync(real, "base64") };
    const { text, changed } = readNormalizedText(real);
    if (wanted.form === "base64") return { path, text: text.replace(/\s+/g, "") };
    return { path, text, ...(changed && { changed: `${path} ${changed}.` }) };
  } catch (problem) {
    return { problem: readProblem(path, problem) };
  }
}

function pathProblem(file: string): string | undefined {
  if (file.includes("\\")) return `Write ${JSON.stringify(file)} with / between folders.`;
  if (file.startsWith("/") || /^[a-z]:/i.test(file))
    return `${JSON.stringify(file)} is not relative: name the file from this YAML file on.`;
  const parts = file.replace(/^(\.\.?\/)+/, "").split("/");
  if (parts.some((part) => part.startsWith(".")))
    return `${JSON.stringify(file)} has a part that begins with a dot: such files are not included.`;
  return undefined;
}

class Outside extends Error {}
class Hidden extends Error {}
class NoFile extends Error {}

/**
 * Where a path leads after all symbolic links are followed; it must stay in the project. What is
 * neither file nor folder is refused: a pipe or a device would be waited for without end.
 */
function resolveInside(root: string, path: string, realFolder: (path: string) => string): string {
  const full = join(root, path);
  const stats = lstatSync(full);
  const isLink = stats.isSymbolicLink();
  const real = isLink ? realpathSync.native(full) : join(realFolder(dirname(full)), basename(full));
  if (!isInside(root, real)) throw new Outside();
  const meant = isLink ? statSync(real) : stats;
  if (!meant.isFile() && !meant.isDirectory()) throw new NoFile();
  return real;
}

function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith("."));
}

/** The text of a file: UTF-8, without a byte order mark, lines ended by LF. */
export function readNormalizedText(real: string): { text: string; changed: string } {
  const lenient = readFileSync(real, "utf8");
  const raw = lenient.includes("\uFFFD") ? strictText(real) : lenient; // that also stands for what is no UTF-8
  const [hasMark, hasReturns] = [raw.startsWith("\uFEFF"), raw.includes("\r\n")];
  if (!hasMark && !hasReturns) return { text: raw, changed: "" };
  const text = (hasMark ? raw.slice(1) : raw).replaceAll("\r\n", "\n");
  const changes = [
    hasMark ? "begins with a byte order mark, which is dropped" : [],
    hasReturns ? "has CRLF line ends, which are read as LF" : [],
  ];
  return { text, changed: changes.flat().join(", and ") };
}

/** Throws a TypeError where it is not UTF-8. */
function strictText(real: string): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(real));
}

function unreadableFile(path: string, problem: unknown): Diagnostic {
  const place = { file: path, line: 1, column: 1, endColumn: 2, text: "" };
  return error("unreadable-file", place, readProblem(path, problem));
}

function readProblem(path: string, problem: unknown): string {
  if (problem instanceof Outside) return `${path} lies outside the project.`;
  if (problem instanceof NoFile) return `${path} is not a regular file.`;
  if (problem instanceof Hidden)
    return `${path} leads to a file whose path has a part that begins with a dot.`;
  if (problem instanceof TypeError) return `${path} is not UTF-8 text.`;
  switch ((problem as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
      return `There is no file ${path}.`;
    case "ELOOP":
      return `${path} is a link that leads to itself.`;
    case "EACCES":
      return `${path} may not be read: permission denied.`;
    case "EISDIR":
      return `${path} is a folder.`;
    default:
      return `${path} cannot be read: ${systemMessage(problem)}.`;
  }
}
