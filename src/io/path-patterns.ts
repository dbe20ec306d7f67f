// Paths of the command line that a shell did not fill in: where there is none, or quotes kept it out.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** What each path stands for; one that is there, or that nothing fits, for itself. */
export async function filledIn(cwd: string, paths: readonly string[]): Promise<readonly string[]> {
  const all = await Promise.all(paths.map((path) => pathsFor(cwd, path)));
  return all.flat();
}

async function pathsFor(cwd: string, path: string): Promise<readonly string[]> {
  if (!/[*?{[]/.test(path) || existsSync(resolve(cwd, path))) return [path];
  const { globby } = await import("globby");
  const found = await globby(path.replaceAll("\\", "/"), {
    cwd,
    ignore: ["**/node_modules/**"],
  });
  return found.length > 0 ? found.sort() : [path];
}
