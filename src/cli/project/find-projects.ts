// Finds the projects with the files and folders that a command names.
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { memo } from "../../engine/model/collections.ts";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { isAmong } from "../../engine/model/source-file.ts";
import { isUnknownName } from "../../engine/resolve/resolve-diagnostics.ts";
import { resolvePath } from "../../engine/text/relative-path.ts";
import { expandPatterns } from "../../io/files/path-patterns.ts";
import { isCommitted } from "../../io/git/git.ts";
import { kinds, testedKinds } from "../../kinds.ts";
import { isIncluded } from "../../project/files/included-folders.ts";
import { findProjectFolder } from "../../project/settings/configuration.ts";
import { loadFiles } from "../../sync/load/load.ts";
import { escapeText } from "../../views/text/terminal-text.ts";
import { type CommandHost, relativePath } from "../host/command-host.ts";
import { definitionSchemas, projectFiles, readProject } from "./project.ts";

/** Paths relative to the project; "all" if its folder itself is named. */
export type SelectedPaths = readonly string[] | "all";

interface FindProjectsOptions {
  /** Follows "… does not exist" for a deleted file: pre-commit hooks also name deleted files. */
  readonly missingNote: string;
  /** Makes it wrong usage if no path is in a project, also in a hook of pre-commit. */
  readonly strict?: boolean | undefined;
}

/**
 * The projects that contain the paths, by root. Without paths, the project around the current folder.
 * Throws a Failure for a missing path, unless it is a deleted file: one that git has in a commit, or
 * that definitions refer to; and if no path is in a project, unless pre-commit runs the command.
 */
export async function findProjects(
  host: CommandHost,
  paths: readonly string[],
  { missingNote, strict }: FindProjectsOptions,
): Promise<Map<string, SelectedPaths>> {
  if (paths.length === 0) {
    const { settings } = await readProject(host, undefined);
    return new Map([[settings.root, "all"]]);
  }
  const projects = new Map<string, SelectedPaths>();
  const isDeleted = deletedFileCheck(host);
  const expanded = await expandPatterns(host.cwd, paths);
  for (const path of expanded) {
    const full = resolve(host.cwd, path);
    const root = rootOf(full);
    if (!existsSync(full)) {
      if (!(await isDeleted(full, root))) throw missingPath(path);
      host.err(`${escapeText(path)} does not exist${missingNote}.\n`);
    }
    if (root !== undefined)
      select(projects, root, full === root ? "all" : [relativePath(root, full)]);
  }
  await selectIncluded(host, projects, expanded);
  if (projects.size > 0) return projects;
  const message = "None of the paths is in a project (a folder with promptctl.yaml).";
  // pre-commit passes all changed files, also those outside of projects. It sets PRE_COMMIT.
  if (strict || !host.env["PRE_COMMIT"])
    throw wrongUsage(
      "no-project",
      message,
      "Name files of a project, or create a project: promptctl init",
    );
  host.err(`${message}\n`);
  return projects;
}

/** The folder of the project of a path; a folder outside of projects is one with errors. */
function rootOf(full: string): string | undefined {
  const isFolder = existsSync(full) && statSync(full).isDirectory();
  return findProjectFolder(isFolder ? full : dirname(full)) ?? (isFolder ? full : undefined);
}

function select(projects: Map<string, SelectedPaths>, root: string, paths: SelectedPaths): void {
  const selected = projects.get(root) ?? [];
  if (paths === "all") projects.set(root, "all");
  else if (selected !== "all") projects.set(root, [...selected, ...paths]);
}

/**
 * Selects the paths in folders of `include`, in the found projects that include them and in the
 * project around the current folder.
 */
async function selectIncluded(
  host: CommandHost,
  projects: Map<string, SelectedPaths>,
  paths: readonly string[],
): Promise<void> {
  const around = findProjectFolder(host.cwd);
  for (const root of new Set([...projects.keys(), ...(around === undefined ? [] : [around])])) {
    const { settings } = await readProject(host, root);
    const included = paths
      .map((path) => relativePath(root, resolve(host.cwd, path)))
      .filter((path) => isIncluded(settings.include, path));
    if (included.length > 0) select(projects, root, included);
  }
}

/** Returns a function that decides whether a missing path of a project was deleted. */
function deletedFileCheck(
  host: CommandHost,
): (full: string, root: string | undefined) => Promise<boolean> {
  const referenceCheckOf = memo((root: string) => referenceCheck(host, root));
  return async (full, root) => {
    if (root !== undefined && (await referenceCheckOf(root))(relativePath(root, full))) return true;
    return isCommitted({ folder: host.cwd, env: host.env }, full);
  };
}

/**
 * Returns a function that decides whether definitions refer to a missing path: they include it, or use
 * a name that no file defines.
 */
async function referenceCheck(host: CommandHost, root: string): Promise<(path: string) => boolean> {
  const { settings } = await readProject(host, root);
  const files = projectFiles(host, settings);
  const included: string[] = [];
  const { diagnostics } = await loadFiles(testedKinds, definitionSchemas, {
    ...files,
    readIncluded: (request) => {
      included.push(resolvePath(request.from, request.file));
      return files.readIncluded(request);
    },
  });
  const lacksDefinition = diagnostics.some(({ code }) => isUnknownName(kinds, code));
  return (path) => lacksDefinition || included.some((file) => isAmong([path], file));
}

function missingPath(path: string): Failure {
  return wrongUsage(
    "no-path",
    `No such file or folder: ${path}`,
    "Paths are relative to the current folder. Without paths, the whole project is used.",
  );
}
