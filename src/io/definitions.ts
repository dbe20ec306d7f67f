// Finds and reads definition files and the files they include, all of them inside the project.
import type { IncludeResult, IncludeRequest, SourceFile } from "../engine/model/source-file.ts";
import { readFileSync } from "node:fs";
import { isAbsolute, posix } from "node:path";
import { type Diagnostic, error } from "../engine/model/diagnostic.ts";
import { Failure } from "../engine/model/failure.ts";
import { systemMessage } from "../engine/model/system-message.ts";
import type { DefinitionFiles } from "../engine/model/ports.ts";
import { readProblem } from "./file-problems.ts";
import { folderTree, type Inclusion } from "./folder-tree.ts";
import { type ProjectTree, UnreadableFile } from "./project-tree.ts";

/**
 * `root`: the folder of the project. `folder`: the folder of the definitions, relative to `root`. Without
 * `inclusion`, files outside the project are not included.
 */
export function definitionFiles(
  root: string,
  folder: string,
  inclusion?: Inclusion,
): DefinitionFiles {
  return definitionFilesIn(folderTree(root, inclusion), folder);
}

/** The definition files in a folder of the project. */
export function definitionFilesIn(tree: ProjectTree, folder: string): DefinitionFiles {
  const { fetch } = tree;
  return {
    read: async () => {
      const listed = listFiles(tree, folder);
      const yamlFiles = listed.filter(({ path }) => !isJsonFile(path));
      await fetch?.(yamlFiles.map(({ path }) => path));
      const jsonFiles = listed.map(({ path }) => path).filter(isJsonFile);
      return { ...readFiles(tree, yamlFiles), jsonFiles };
    },
    readIncluded: (request) => includeFile(tree, request),
    ...(fetch && { fetchIncluded: (requests) => fetch(requests.map(includedPath)) }),
  };
}

/** A file to read. `realPath` is set if it is known that a file is there. */
interface ListedFile {
  readonly path: string;
  readonly realPath?: string | undefined;
}

/** Reads definition files; unreadable ones are diagnostics. */
export function readFiles(
  tree: ProjectTree,
  listed: readonly ListedFile[],
): { readonly files: readonly SourceFile[]; readonly diagnostics: readonly Diagnostic[] } {
  const files: SourceFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { path, realPath } of listed)
    try {
      const content = tree.read(realPath ?? tree.realPath(path));
      files.push({ path, text: normalizeText(content).text });
    } catch (problem) {
      const location = { file: path, line: 1, column: 1, endColumn: 2, text: "" };
      diagnostics.push(error("unreadable-file", location, readFailure(path, problem)));
    }
  return { files, diagnostics };
}

/** The paths of the definition files, sorted. */
export function listDefinitionFiles(tree: ProjectTree, folder: string): string[] {
  return listFiles(tree, folder)
    .map(({ path }) => path)
    .filter((path) => !isJsonFile(path));
}

/** The YAML and JSON files in the folder, sorted, without hidden files and folders. */
function listFiles(tree: ProjectTree, folder: string): ListedFile[] {
  const base = realDefinitionsFolder(tree, folder);
  const walk: FolderWalk = { tree, base, files: [], visited: new Set([base]) };
  try {
    walkFolder(walk, base, base);
  } catch (problem) {
    const message = `The definitions cannot be listed: ${systemMessage(problem)}.`;
    throw new Failure("invalid", "unreadable-folder", message);
  }
  return walk.files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function realDefinitionsFolder(tree: ProjectTree, folder: string): string {
  const name = JSON.stringify(folder);
  const invalid = (code: string, message: string, hint?: string): Failure =>
    new Failure("invalid", code, message, hint);
  if (isAbsolute(folder))
    throw invalid(
      "no-definitions-folder",
      "The path of the definitions folder is absolute. Write it relative to promptctl.yaml.",
    );
  const { type, realPath } = tree.follow(folder);
  if (type === "missing")
    throw invalid(
      "no-definitions-folder",
      `There is no folder ${name} in ${tree.name}.`,
      "Create it, or name another one as definitions: in promptctl.yaml.",
    );
  if (realPath === undefined)
    throw invalid(
      "definitions-outside",
      `The definitions folder ${name} lies outside the project (${tree.name}).`,
      "Move it into the project, or put promptctl.yaml into a folder that holds both.",
    );
  if (type === "folder") return realPath;
  throw invalid(
    "no-definitions-folder",
    `${name} is a file, not a folder of definitions.`,
    "Name the folder as definitions: in promptctl.yaml.",
  );
}

interface FolderWalk {
  readonly tree: ProjectTree;
  /** The real path of the definitions folder, or of the target of the last link. */
  readonly base: string;
  /** The results. */
  readonly files: ListedFile[];
  /** The definitions folder and the targets of links: each is walked once. */
  readonly visited: Set<string>;
}

/** Adds the files of a folder, its folders, and folders in the project that its links lead to. */
function walkFolder(walk: FolderWalk, folder: string, prefix: string): void {
  for (const { name, type } of walk.tree.entries(folder)) {
    if (isIgnored(name)) continue;
    const real = pathIn(folder, name);
    const path = pathIn(prefix, name);
    if (type === "folder") walkFolder(walk, real, path);
    else if (type === "submodule") walk.files.push({ path }); // reading it reports the error
    else if (type !== "link" || !walkLink(walk, real, path))
      if (isDefinitionFile(path) || isListedJson(walk, path))
        walk.files.push({ path, realPath: type === "file" ? real : undefined });
  }
}

/** The path of an entry of a folder, whose path is empty for the project itself. */
function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Adds the files of the folder that a link leads to. False if it leads to no folder. */
function walkLink(walk: FolderWalk, link: string, path: string): boolean {
  const { tree, base, visited } = walk;
  const { type, realPath } = tree.follow(link);
  if (type !== "folder") return false;
  if (realPath === undefined) walk.files.push({ path }); // reading it reports the error
  else if (!visited.has(realPath) && !isWalked(base, realPath) && !isWithin(realPath, base)) {
    visited.add(realPath);
    walkFolder({ ...walk, base: realPath }, realPath, path);
  }
  return true;
}

/** True if the walk of a folder includes another one. */
function isWalked(base: string, real: string): boolean {
  return isWithin(base, real) && !posix.relative(base, real).split("/").some(isIgnored);
}

/** Whether a real path is the folder or inside it. */
function isWithin(folder: string, path: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/**
 * Returns a function that decides whether a path is that of a definition file. Neither the file nor
 * the folder needs to exist. Paths are relative to the project, with `/`.
 */
export function definitionPathFilter(root: string, folder: string): (path: string) => boolean {
  const tree = folderTree(root);
  const isExisting = tree.follow(folder).type === "folder";
  return definitionPathFilterIn(isExisting ? realDefinitionsFolder(tree, folder) : folder);
}

/** The same for a folder that is no symbolic link. */
export function definitionPathFilterIn(folder: string): (path: string) => boolean {
  const base = posix.join(".", folder).replace(/^\.?\/?$|\/$/, "");
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
function isListedJson({ base }: FolderWalk, path: string): boolean {
  return isJsonFile(path) && base !== "";
}

function includedPath({ from, file }: IncludeRequest): string {
  return posix.join(posix.dirname(from), file);
}

function includeFile(tree: ProjectTree, request: IncludeRequest): IncludeResult {
  const problem = includePathProblem(request.file);
  if (problem !== undefined) return { problem };
  const path = includedPath(request);
  try {
    const real = tree.includedPath(path);
    if (isHidden(withoutParents(real)))
      throw new UnreadableFile("leads to a file whose path has a part that begins with a dot");
    const content = tree.read(real);
    if (request.form === "base64" && !/\.(b64|base64|txt)$/i.test(path))
      return { path, text: content.toString("base64") };
    const { text, changed } = normalizeText(content);
    if (request.form === "base64") return { path, text: text.replace(/\s+/g, "") };
    return { path, text, ...(changed && { changed: `${path} ${changed}.` }) };
  } catch (caught) {
    const hint = caught instanceof UnreadableFile ? caught.hint : undefined;
    return { problem: readFailure(path, caught), ...(hint !== undefined && { hint }) };
  }
}

function includePathProblem(file: string): string | undefined {
  if (file.includes("\\")) return `Write ${JSON.stringify(file)} with / between folders.`;
  if (file.startsWith("/") || /^[a-z]:/i.test(file))
    return `The path ${JSON.stringify(file)} is absolute. Write it relative to this YAML file.`;
  return isHidden(withoutParents(file))
    ? `${JSON.stringify(file)} has a part that begins with a dot: such files are not included.`
    : undefined;
}

/** The path without `./` and `../` at its start. */
function withoutParents(path: string): string {
  return path.replace(/^(\.\.?\/)+/, "");
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
