// Glob patterns: in arguments that the shell did not expand, because of quotes or on Windows, and in
// files of other tools.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The matches of each pattern. Existing paths and patterns without matches are returned as they are. */
export async function expandPatterns(
  cwd: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const all = await Promise.all(paths.map((path) => expandPattern(cwd, path)));
  return all.flat();
}

async function expandPattern(cwd: string, path: string): Promise<readonly string[]> {
  if (!isPattern(path) || existsSync(resolve(cwd, path))) return [path];
  const { globby } = await import("globby");
  const matches = await globby(path.replaceAll("\\", "/"), { cwd, ignore });
  return matches.length > 0 ? matches.sort() : [path];
}

const ignore = ["**/node_modules/**"];

/** Whether a path has characters of patterns. */
export function isPattern(path: string): boolean {
  return /[*?{[]/.test(path);
}

/** The files of a folder that match a pattern, relative to it, in the order of their paths. */
export type ListMatches = (folder: string, pattern: string) => readonly string[];

/** Loads the library that lists matches. */
export async function patternMatcher(): Promise<ListMatches> {
  const { globbySync } = await import("globby");
  return (folder, pattern) =>
    globbySync(pattern.replaceAll("\\", "/"), {
      cwd: folder,
      ignore,
      expandDirectories: false,
    }).sort();
}
