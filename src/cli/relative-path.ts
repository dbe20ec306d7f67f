// How files of a project are called from where the user stands.
import { relative, sep } from "node:path";

/** What leads from where the user stands to the project, for places in files. */
export function projectPrefix(cwd: string, root: string): string {
  const path = relativePath(cwd, root);
  return path === "" ? "" : `${path}/`;
}

/** The path from one place to another, with `/` between its parts. */
export function relativePath(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}
