// The projects that paths on the command line lie in, and what of each is meant.
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { configure, projectAbove } from "../io/configuration.ts";
import { filledIn } from "../io/path-patterns.ts";
import { kinds } from "../kinds.ts";
import { escapeText } from "../views/terminal-text.ts";
import { configurationGrammar } from "./grammars.ts";
import type { CommandHost } from "./command-host.ts";
import { relativePath } from "./relative-path.ts";

export interface FindProjectsOptions {
  /** What becomes of a path that is not there (a hook may name what was deleted), after "is not there". */
  readonly missingNote: string;
  /** Whether paths outside of every project are wrong usage, where none lies in one. */
  readonly strict?: boolean | undefined;
}

/**
 * The projects the paths lie in, each with the paths in it; a project itself stands for all of it.
 * Without paths, the project around.
 */
export async function findProjects(
  host: CommandHost,
  paths: readonly string[],
  { missingNote, strict }: FindProjectsOptions,
): Promise<Map<string, readonly string[] | "all">> {
  if (paths.length === 0) {
    const { settings } = configure(kinds, configurationGrammar, host.cwd, undefined);
    return new Map([[settings.root, "all"]]);
  }
  const found = new Map<string, string[] | "all">();
  for (const path of await filledIn(host.cwd, paths)) {
    const full = resolve(host.cwd, path);
    const isThere = existsSync(full);
    const isFolder = isThere && statSync(full).isDirectory();
    const root = projectAbove(isFolder ? full : dirname(full)) ?? (isFolder ? full : undefined);
    if (!isThere && root === undefined) throw noSuchPath(path);
    if (!isThere) host.err(`${escapeText(path)} is not there${missingNote}.\n`);
    if (root === undefined) continue; // a hook gives whatever was changed, elsewhere too
    const before = found.get(root) ?? [];
    if (full === root) found.set(root, "all");
    else if (before !== "all") found.set(root, [...before, relativePath(root, full)]);
  }
  if (found.size > 0) return found;
  const words = "None of these paths lies in a project (a folder with promptctl.yaml).";
  if (strict) throw new Failure("usage", "no-project", words);
  host.err(`${words}\n`);
  return found;
}

function noSuchPath(path: string): Failure {
  return new Failure(
    "usage",
    "no-path",
    `There is no file or folder ${path}.`,
    "Name files or folders from where you are, or nothing for the whole project around.",
  );
}
