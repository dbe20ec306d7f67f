// Finds the projects of the paths on the command line.
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { readConfiguration, findProjectFolder } from "../io/configuration.ts";
import { expandPatterns } from "../io/path-patterns.ts";
import { kinds } from "../kinds.ts";
import { escapeText } from "../views/terminal-text.ts";
import type { CommandHost } from "./command-host.ts";
import { configurationGrammar } from "./grammars.ts";
import { relativePath } from "./relative-path.ts";

export interface FindProjectsOptions {
  /** Follows "… does not exist" for a missing path: pre-commit hooks also name deleted files. */
  readonly missingNote: string;
  /** Makes it wrong usage if no path is in a project. */
  readonly strict?: boolean | undefined;
}

/**
 * The projects that contain the paths, by root, each with its paths; "all" if the root itself is
 * one of them. Without paths, the project around the current folder.
 */
export async function findProjects(
  host: CommandHost,
  paths: readonly string[],
  { missingNote, strict }: FindProjectsOptions,
): Promise<Map<string, readonly string[] | "all">> {
  if (paths.length === 0) {
    const { settings } = await readConfiguration(kinds, configurationGrammar, host.cwd, undefined);
    return new Map([[settings.root, "all"]]);
  }
  const projects = new Map<string, string[] | "all">();
  for (const path of await expandPatterns(host.cwd, paths)) {
    const full = resolve(host.cwd, path);
    const exists = existsSync(full);
    const isFolder = exists && statSync(full).isDirectory();
    const root =
      findProjectFolder(isFolder ? full : dirname(full)) ?? (isFolder ? full : undefined);
    if (!exists && root === undefined) throw missingPath(path);
    if (!exists) host.err(`${escapeText(path)} does not exist${missingNote}.\n`);
    if (root === undefined) continue; // a hook passes all changed files, also those outside projects
    const previous = projects.get(root) ?? [];
    if (full === root) projects.set(root, "all");
    else if (previous !== "all") projects.set(root, [...previous, relativePath(root, full)]);
  }
  if (projects.size > 0) return projects;
  const message = "None of the paths is in a project (a folder with promptctl.yaml).";
  if (strict) throw new Failure("usage", "no-project", message);
  host.err(`${message}\n`);
  return projects;
}

function missingPath(path: string): Failure {
  return new Failure(
    "usage",
    "no-path",
    `No such file or folder: ${path}`,
    "Paths are relative to the current folder. Without paths, the whole project is used.",
  );
}
