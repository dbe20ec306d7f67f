// Finds the definition files of a project: YAML files in the folder of the definitions, also behind
// symbolic links in the project, without hidden files and folders.
import { isAbsolute, posix } from "node:path";
import { invalid } from "../../engine/model/failure.ts";
import { systemMessage } from "../../engine/text/system-message.ts";
import type { ProjectTree, TreeEntry } from "./project-tree.ts";

/** A file to read. `realPath` is set if it is known that a file is there. */
export interface ListedFile {
  readonly path: string;
  readonly realPath?: string | undefined;
}

/** The paths of the definition files of a commit, which may lack the folder, sorted. */
export function committedDefinitionFiles(tree: ProjectTree, folder: string): string[] {
  if (tree.follow(folder).type !== "folder") return [];
  return listProjectFiles(tree, folder)
    .map(({ path }) => path)
    .filter(isDefinitionFile);
}

/** The YAML, JSON and text files in the folder, sorted, without hidden files and folders. */
export function listProjectFiles(tree: ProjectTree, folder: string): ListedFile[] {
  const base = realDefinitionsFolder(tree, folder);
  const walk: FolderWalk = { tree, base, files: [], visited: new Set([base]) };
  walkFolder(walk, base, base);
  return walk.files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function realDefinitionsFolder(tree: ProjectTree, folder: string): string {
  const name = JSON.stringify(folder);
  if (isAbsolute(folder))
    throw invalid(
      "no-definitions-folder",
      "The path of the definitions folder is absolute. Write it relative to promptctl.yaml.",
    );
  const { type, realPath } = tree.follow(folder);
  if (type === "missing")
    throw invalid("no-definitions-folder", `There is no folder ${name} in ${tree.name}.`, [
      "Create it, or name another one as definitions: in promptctl.yaml.",
      "git keeps no empty folder: for a project without definitions, commit a file .gitkeep in it.",
    ]);
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
  for (const { name, type } of entriesOf(walk.tree, folder)) {
    if (isIgnored(name)) continue;
    const real = pathIn(folder, name);
    const path = pathIn(prefix, name);
    if (type === "folder") walkFolder(walk, real, path);
    else if (type === "submodule") walk.files.push({ path }); // reading it reports the error
    else if (type !== "link" || !walkLink(walk, real, path))
      if (isDefinitionFile(path) || isListedJson(walk, path) || isTextFile(path))
        walk.files.push({ path, realPath: type === "file" ? real : undefined });
  }
}

function entriesOf(tree: ProjectTree, folder: string): readonly TreeEntry[] {
  try {
    return tree.entries(folder);
  } catch (problem) {
    const name = JSON.stringify(folder === "" ? "." : folder);
    const message = `The folder ${name} in ${tree.name} cannot be listed: ${systemMessage(problem)}.`;
    throw invalid("unreadable-folder", message);
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
 * Returns a function that decides whether a path is that of a definition file. The file need not
 * exist. `folder` is no symbolic link. Paths are relative to the project, with `/`.
 */
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

/** Whether a path is that of a definition file, if it is in the folder of the definitions. */
function isDefinitionFile(path: string): boolean {
  return /\.ya?ml$/i.test(path) && !/^promptctl\.ya?ml$/.test(path);
}

/** Whether a path is that of a JSON file, which can only be included. */
export function isJsonFile(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Whether a path is that of a text, which definitions can include. */
export function isTextFile(path: string): boolean {
  return /\.(?:txt|md)$/i.test(path);
}

/** The root of a project has JSON files of its own, such as package.json. */
function isListedJson({ base }: FolderWalk, path: string): boolean {
  return isJsonFile(path) && base !== "";
}
