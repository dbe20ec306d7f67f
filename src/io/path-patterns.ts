// Glob patterns in arguments that the shell did not expand, because of quotes or on Windows.
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
  if (!/[*?{[]/.test(path) || existsSync(resolve(cwd, path))) return [path];
  const { globby } = await import("globby");
  const matches = await globby(path.replaceAll("\\", "/"), {
    cwd,
    ignore: ["**/node_modules/**"],
  });
  return matches.length > 0 ? matches.sort() : [path];
}
