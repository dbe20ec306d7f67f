// The folders of `include` in promptctl.yaml: folders outside the project from which definitions
// may include files. Paths are relative to the project, with `/`, and normalized: `..` is only at
// their start.
import { existsSync, realpathSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { isFailure } from "../../engine/model/failure.ts";
import { hintText } from "../../engine/model/hint.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { gitOutput, type GitPlace } from "../../io/git/git-command.ts";
import { findFolderWith, isFolder, isInside } from "../../io/files/paths.ts";
import { UnreadableFile } from "./project-tree.ts";

/**
 * Where the definitions of a project are, and the folders outside it that they include files from.
 */
export interface DefinitionFolders {
  readonly definitions: string;
  readonly include: readonly string[];
}

/** A folder as promptctl.yaml names it, as a normalized path. */
export function normalizedFolder(folder: string): string {
  return posix.normalize(folder).replace(/(?<=.)\/$/, "");
}

/** Why no file in a folder of `include` can be included, with a hint; undefined if files can be. */
export function includedFolderProblem(folder: string): readonly [string, string] | undefined {
  const name = JSON.stringify(folder);
  const hint =
    "Write it relative to promptctl.yaml, with / between folders, for example ../shared.";
  if (folder.includes("\\")) return [`The path ${name} has a backslash.`, hint];
  if (folder.startsWith("/") || /^[a-z]:/i.test(folder))
    return [`The path ${name} is absolute.`, hint];
  const parts = folder.replace(/^(?:\.\.?(?:\/|$))+/, "").split("/");
  if (parts.some((part) => part === "." || part === ".."))
    return [
      `The path ${name} has "." or ".." after a folder.`,
      `Write ${JSON.stringify(normalizedFolder(folder))}.`,
    ];
  if (parts.some((part) => part.startsWith(".")))
    return [
      `${name} has a part that begins with a dot.`,
      "Files in such folders are not included.",
    ];
  if (isOutside(normalizedFolder(folder))) return undefined;
  return [
    `The folder ${name} is inside the project.`,
    "Remove it: all files of the project can be included.",
  ];
}

/**
 * Why a folder of `include` has no file that can be included, with a hint. `root`: the folder of the
 * project.
 */
export function existingFolderProblem(
  root: string,
  folder: string,
  include: readonly string[],
): readonly [string, string] | undefined {
  const name = JSON.stringify(folder);
  const project = realpathSync.native(root);
  const path = join(project, folder);
  if (!existsSync(path))
    return [
      `There is no folder ${name}.`,
      /[*?[\]{}]/.test(folder)
        ? "Name folders without patterns: all files in them can be included."
        : "Name a folder relative to promptctl.yaml, or remove the entry.",
    ];
  if (!isFolder(path)) return [`${name} is a file.`, "Name the folder that contains it."];
  const top = findFolderWith(root, ".git");
  const real = realpathSync.native(path);
  if (top !== undefined && !isInside(realpathSync.native(top), real))
    return [
      `The folder ${name} is outside the git repository of the project.`,
      "A commit would not have its files: move them into the repository, or remove the entry.",
    ];
  const target = relative(project, real).split(sep).join("/");
  if (target === normalizedFolder(folder) || isIncluded(include.map(normalizedFolder), target))
    return undefined;
  return [
    `The folder ${name} is a symbolic link to ${JSON.stringify(target)}.`,
    "Name that folder in place of the link.",
  ];
}

/** Whether a path is in one of the folders, or one of them. */
export function isIncluded(include: readonly string[], path: string): boolean {
  return include.some(
    (folder) =>
      path === folder ||
      (path.startsWith(`${folder}/`) && !/^\.\.(?:\/|$)/.test(path.slice(folder.length + 1))),
  );
}

/** Whether a path leads out of the project. */
export function isOutside(path: string): boolean {
  return /^\.\.(?:\/|$)/.test(path);
}

/**
 * The paths of the folders in the repository, with a final `/`; empty for all of it. Folders
 * outside the repository are left out. `folder`: that of the project.
 */
export function foldersInRepository(folder: string, include: readonly string[]): string[] {
  return include
    .map((each) => posix.join(folder, each))
    .filter((path) => !isOutside(path))
    .map((path) => (path === "." || path === "./" ? "" : `${path}/`));
}

/** A path in the repository, relative to the project in a folder of it. */
export function pathFromProject(folder: string, path: string): string {
  return path.startsWith(folder)
    ? path.slice(folder.length)
    : posix.relative(folder === "" ? "." : folder, path);
}

/** Throws an UnreadableFile for a path that is neither in the project nor in one of the folders. */
export function refuseUnlisted(include: readonly string[], path: string): void {
  if (!isOutside(path) || isIncluded(include, path)) return;
  throw new UnreadableFile(
    `lies outside the project${include.length > 0 ? ` and outside the folders of include (${include.join(", ")})` : ""}`,
    `To include it, add ${JSON.stringify(posix.dirname(path))} to include in promptctl.yaml, and the file to git.`,
  );
}

/** Throws an UnreadableFile for a file that may not be included. The path is a real one. */
export type CheckTracked = (path: string) => void;

/** Throws the error for a file outside the project that git does not track. */
export function refuseUntracked(): never {
  throw new UnreadableFile("is outside the project and not tracked by git", "Add it with git add.");
}

/** Asks git which files in the folders it tracks. `root`: the folder of the project, absolute. */
export async function trackedFiles(
  root: string,
  include: readonly string[],
  env: EnvironmentVariables,
): Promise<CheckTracked> {
  const place = { folder: root, env };
  try {
    const prefix = (await gitOutput(place, ["rev-parse", "--show-prefix"])).replace(/\n$/, "");
    const folders = include.filter((folder) => foldersInRepository(prefix, [folder]).length > 0);
    const listed = folders.length > 0 ? await filesInIndex(place, folders) : [];
    const files = new Set(listed.map((path) => pathFromProject(prefix, path)));
    return (path) => {
      if (!isIncluded(folders, path))
        throw new UnreadableFile(
          "lies outside the git repository of the project",
          "A commit would not have it: move the file into the repository.",
        );
      if (!files.has(path)) refuseUntracked();
    };
  } catch (problem) {
    if (!isFailure(problem)) throw problem;
    const reason = "is outside the project, and git cannot tell whether it is tracked";
    const hint = [problem.message, hintText(problem.hint ?? "")].filter(Boolean).join(" ");
    return () => {
      throw new UnreadableFile(reason, hint);
    };
  }
}

/**
 * The paths in the repository of the files that the next commit would have: not those of
 * `git add --intent-to-add`, which `git ls-files` lists.
 */
async function filesInIndex(place: GitPlace, folders: readonly string[]): Promise<string[]> {
  const emptyTree = (await gitOutput(place, ["hash-object", "-t", "tree", "--stdin"])).trim();
  const flags = ["--cached", "--ita-invisible-in-index", "--name-only", "-z"];
  const listed = await gitOutput(place, ["diff-index", ...flags, emptyTree, "--", ...folders]);
  return listed.split("\0").filter((path) => path !== "");
}
