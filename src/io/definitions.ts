// Finds and reads definition files and the files they include, all of them inside the project.
import type { IncludeResult, IncludeRequest, SourceFile } from "../engine/model/source-file.ts";
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, posix, relative, sep } from "node:path";
import { memo } from "../engine/model/collections.ts";
import { type Diagnostic, error } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { systemMessage } from "../engine/model/system-message.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { isFolder, isInside } from "./paths.ts";
import { readProblem } from "./file-problems.ts";

/** `root`: the folder of the project. `folder`: the folder of the definitions, relative to `root`. */
export function definitionFiles(root: string, folder: string): DefinitionFiles {
  const realRoot = realpathSync.native(root);
  const realPathOf = resolverInside(realRoot);
  return {
    read: async () => {
      const files: SourceFile[] = [];
      const diagnostics: Diagnostic[] = [];
      const paths = listFiles(realRoot, folder);
      for (const path of paths.filter((each) => !isJsonFile(each)))
        try {
          files.push({ path, text: readNormalizedText(realPathOf(path)).text });
        } catch (problem) {
          const location = { file: path, line: 1, column: 1, endColumn: 2, text: "" };
          diagnostics.push(error("unreadable-file", location, readFailure(path, problem)));
        }
      return { files, diagnostics, jsonFiles: paths.filter(isJsonFile) };
    },
    readIncluded: (request) => includeFile(realRoot, request, realPathOf),
  };
}

/** The YAML and JSON files in the folder, sorted, without hidden files and folders. */
function listFiles(root: string, folder: string): string[] {
  const base = realDefinitionsFolder(root, folder);
  const walk: FolderWalk = { root, base, paths: [], visited: new Set([base]) };
  try {
    walkFolder(walk, base, relative(root, base).split(sep).join("/"));
  } catch (problem) {
    const message = `The definitions cannot be listed: ${systemMessage(problem)}.`;
    throw new Failure("invalid", "unreadable-folder", message);
  }
  return walk.paths.sort((a, b) => (a < b ? -1 : 1));
}

function realDefinitionsFolder(root: string, folder: string): string {
  const path = join(root, folder);
  const name = JSON.stringify(folder);
  const invalid = (code: string, message: string, hint?: string): Failure =>
    new Failure("invalid", code, message, hint);
  if (isAbsolute(folder))
    throw invalid(
      "no-definitions-folder",
      "The path of the definitions folder is absolute. Write it relative to promptctl.yaml.",
    );
  if (!existsSync(path))
    throw invalid(
      "no-definitions-folder",
      `There is no folder ${name} in ${root}.`,
      "Create it, or name another one as definitions: in promptctl.yaml.",
    );
  if (!isFolder(path))
    throw invalid(
      "no-definitions-folder",
      `${name} is a file, not a folder of definitions.`,
      "Name the folder as definitions: in promptctl.yaml.",
    );
  const real = realpathSync.native(path);
  if (isInside(root, real)) return real;
  throw invalid(
    "definitions-outside",
    `The definitions folder ${name} lies outside the project (${root}).`,
    "Move it into the project, or put promptctl.yaml into a folder that holds both.",
  );
}

interface FolderWalk {
  readonly root: string;
  /** The real path of the definitions folder, or of the target of the last link. */
  readonly base: string;
  /** The results, relative to the project, with `/`. */
  readonly paths: string[];
  /** The definitions folder and the targets of links: each is walked once. */
  readonly visited: Set<string>;
}

/** Adds the files of a folder, its folders, and folders in the project that its links lead to. */
function walkFolder(walk: FolderWalk, folder: string, prefix: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (isIgnored(name)) continue;
    const absolute = join(folder, name);
    const path = posix.join(prefix, name);
    if (entry.isDirectory()) walkFolder(walk, absolute, path);
    else if (entry.isSymbolicLink() && isFolder(absolute)) walkLink(walk, absolute, path);
    else if (isDefinitionFile(path) || isListedJson(walk, path)) walk.paths.push(path);
  }
}

function walkLink(walk: FolderWalk, link: string, path: string): void {
  const { root, base, visited } = walk;
  const real = realpathSync.native(link);
  if (!isInside(root, real)) walk.paths.push(path); // reading it reports the error
  else if (!visited.has(real) && !isWalked(base, real) && !isInside(real, base)) {
    visited.add(real);
    walkFolder({ ...walk, base: real }, real, path);
  }
}

/** True if the walk of a folder includes another one. */
function isWalked(base: string, real: string): boolean {
  return isInside(base, real) && !relative(base, real).split(sep).some(isIgnored);
}

/**
 * Returns a function that decides whether a path is that of a definition file. Neither the file nor
 * the folder needs to exist. Paths are relative to the project, with `/`.
 */
export function definitionPathFilter(root: string, folder: string): (path: string) => boolean {
  const realRoot = realpathSync.native(root);
  const absolute = isFolder(join(root, folder))
    ? realDefinitionsFolder(realRoot, folder)
    : undefined;
  const base = relative(realRoot, absolute ?? join(realRoot, folder))
    .split(sep)
    .join("/");
  const prefix = base === "" ? "" : `${base}/`;
  return (path) =>
    path.startsWith(prefix) &&
    !path.slice(prefix.length).split("/").some(isIgnored) &&
    isDefinitionFile(path);
}

function isIgnored(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function isDefinitionFile(path: string): boolean {
  return /\.ya?ml$/i.test(path) && !/^promptctl\.ya?ml$/.test(path);
}

function isJsonFile(path: string): boolean {
  return /\.json$/i.test(path);
}

/** The root of a project has JSON files of its own, such as package.json. */
function isListedJson({ root, base }: FolderWalk, path: string): boolean {
  return isJsonFile(path) && base !== root;
}

function includeFile(root: string, request: IncludeRequest, realPathOf: Resolver): IncludeResult {
  const problem = includePathProblem(request.file);
  if (problem !== undefined) return { problem };
  const path = posix.join(posix.dirname(request.from), request.file);
  try {
    const real = realPathOf(path);
    if (isHidden(real.slice(root.length)))
      throw new UnreadableFile("leads to a file whose path has a part that begins with a dot");
    if (request.form === "base64" && !/\.(b64|base64|txt)$/i.test(path))
      return { path, text: readFileSync(real, "base64") };
    const { text, changed } = readNormalizedText(real);
    if (request.form === "base64") return { path, text: text.replace(/\s+/g, "") };
    return { path, text, ...(changed && { changed: `${path} ${changed}.` }) };
  } catch (caught) {
    return { problem: readFailure(path, caught) };
  }
}

function includePathProblem(file: string): string | undefined {
  if (file.includes("\\")) return `Write ${JSON.stringify(file)} with / between folders.`;
  if (file.startsWith("/") || /^[a-z]:/i.test(file))
    return `The path ${JSON.stringify(file)} is absolute. Write it relative to this YAML file.`;
  return isHidden(file.replace(/^(\.\.?\/)+/, ""))
    ? `${JSON.stringify(file)} has a part that begins with a dot: such files are not included.`
    : undefined;
}

/** A file that must not be read; the message follows its path. */
class UnreadableFile extends Error {}

type Resolver = (path: string) => string;

/**
 * Returns a function for the real paths of files in the project. It throws for pipes and devices:
 * reading them could block.
 */
function resolverInside(root: string): Resolver {
  const realFolder = memo((path: string) => realpathSync.native(path));
  return (path) => {
    const absolute = join(root, path);
    const entry = lstatSync(absolute);
    const isLink = entry.isSymbolicLink();
    const real = isLink
      ? realpathSync.native(absolute)
      : join(realFolder(dirname(absolute)), basename(absolute));
    if (!isInside(root, real)) throw new UnreadableFile("lies outside the project");
    const stats = isLink ? statSync(real) : entry;
    if (!stats.isFile() && !stats.isDirectory()) throw new UnreadableFile("is not a regular file");
    return real;
  };
}

function isHidden(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.startsWith("."));
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file in UTF-8 without a byte order mark, with LF line endings, and what was changed. */
export function readNormalizedText(real: string): { text: string; changed: string } {
  return normalizeText(readFileSync(real));
}

/** The same for the content of a file. Throws a TypeError if it is not UTF-8. */
export function normalizeText(content: Uint8Array): { text: string; changed: string } {
  const raw = utf8.decode(content);
  const [hasMark, hasReturns] = [raw.startsWith("\uFEFF"), raw.includes("\r\n")];
  const changes = [
    hasMark ? "begins with a byte order mark, which is dropped" : [],
    hasReturns ? "has CRLF line endings, which are read as LF" : [],
  ];
  const text = raw.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return { text, changed: changes.flat().join(", and ") };
}

function readFailure(path: string, caught: unknown): string {
  if (caught instanceof UnreadableFile) return `${path} ${caught.message}.`;
  if (caught instanceof TypeError) return `${path} is not UTF-8 text.`;
  return readProblem(path, caught);
}
