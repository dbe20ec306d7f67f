// What git says about files in the working tree.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { isFailure, refused } from "../../engine/model/failure.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { gitOutput, type GitPlace, runGit } from "./git-command.ts";

/**
 * Files in a folder that differ from the last commit or are untracked; undefined without git or
 * repository. Throws a Failure if git would run a program to find them.
 */
export async function changedFiles(
  folder: string,
  env: EnvironmentVariables,
): Promise<readonly string[] | undefined> {
  try {
    return await changedFilesIn({ folder, env });
  } catch (problem) {
    if (isFailure(problem) && problem.class === "refused") throw problem;
    return undefined;
  }
}

async function changedFilesIn(place: GitPlace): Promise<string[]> {
  const [settings, entries] = await Promise.all([
    withoutFilters(place),
    gitOutput(place, ["ls-files", "--stage", "-z", "--", "."]),
  ]);
  const flags = ["--porcelain", "-z", "--no-renames", "--untracked-files=normal"];
  // For a submodule, git would start a git that filters files.
  const words = [...settings, "status", ...flags, "--ignore-submodules=dirty", "--", "."];
  const changed = records(await gitOutput(place, words)).map((line) => line.slice(3));
  for (const entry of records(entries).filter((line) => line.startsWith("160000 "))) {
    const path = entry.slice(entry.indexOf("\t") + 1);
    const folder = join(place.folder, path);
    if (!existsSync(join(folder, ".git"))) continue; // not checked out
    const inside = (await changedFiles(folder, place.env)) ?? [];
    changed.push(...inside.map((each) => posix.join(path, each)));
  }
  return changed;
}

/**
 * Settings without the programs that git runs to compare files: those of the attribute `filter`.
 */
async function withoutFilters(place: GitPlace): Promise<string[]> {
  const words = ["config", "--null", "--name-only", "--get-regexp", String.raw`^filter\.`];
  const names = records((await runGit(place, words)).stdout.toString());
  const drivers = new Set(names.map((name) => name.slice(0, name.lastIndexOf("."))));
  const unsafe = [...drivers].find((driver) => driver.includes("="));
  if (unsafe !== undefined)
    throw refused(
      "filter-name",
      `The git configuration has a filter with "=" in its name, which cannot be switched off: ${unsafe}`,
      "Give it another name in the configuration of the repository.",
    );
  const settings = [...drivers].flatMap((driver) => [
    `${driver}.clean=`,
    `${driver}.process=`,
    `${driver}.required=false`,
  ]);
  return settings.flatMap((setting) => ["-c", setting]);
}

/** The short names of branches, also those of remotes, and of tags. */
export async function listRefs(place: GitPlace): Promise<string[]> {
  const kinds = ["refs/heads", "refs/remotes", "refs/tags"];
  const names = await gitOutput(place, ["for-each-ref", "--format=%(refname:short)", ...kinds]);
  return names.split("\n").filter((name) => name !== "");
}

/**
 * The files and submodules that git tracks and that have one of the first parts of a path, the path or
 * one that continues it; all in any case. `path` and the result: relative to the folder. Characters that
 * mean something in patterns, or have other forms of more than one byte, may match others.
 */
export async function listTrackedNear(place: GitPlace, path: string): Promise<string[]> {
  const pattern = path.replace(/[^ -~]+|[k:*?[\\]/gi, "*");
  const names = pattern.split("/");
  const ancestors = names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
  // A pattern with an escaped letter does not match what is in the folder.
  const exact = ancestors.map((each) => (each.startsWith("*") ? each : `\\${each}`));
  const words = ["--icase-pathspecs", "--glob-pathspecs", "ls-files", "-z", "--"];
  return records(await gitOutput(place, [...words, ...exact, pattern, `${pattern}/**`]));
}

/** The paths of all files that git tracks or does not ignore, relative to the folder. */
export async function listFiles(place: GitPlace): Promise<string[]> {
  const flags = ["-z", "--cached", "--others", "--exclude-standard"];
  return records(await gitOutput(place, ["ls-files", ...flags, "--", "."]));
}

function records(output: string): string[] {
  return output.split("\0").filter((line) => line !== "");
}

/**
 * Whether a commit contains the path, which may be deleted; `path` is absolute. False without git
 * or repository.
 */
export async function isCommitted(place: GitPlace, path: string): Promise<boolean> {
  try {
    return (await gitOutput(place, ["rev-list", "--max-count=1", "HEAD", "--", path])) !== "";
  } catch {
    return false;
  }
}
