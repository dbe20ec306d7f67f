// Paths relative to the current folder.
import { relative, sep } from "node:path";

/** The path from the current folder to the project: empty, or with a final `/`. */
export function projectPrefix(cwd: string, root: string): string {
  const path = relativePath(cwd, root);
  return path === "" ? "" : `${path}/`;
}

/** The relative path between two folders, with `/` on every platform. */
export function relativePath(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}
