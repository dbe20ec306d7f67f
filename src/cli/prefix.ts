// How files of a project are called from where the user stands.
import { relative, sep } from "node:path";

/** What leads from where the user stands to the project, for places in files. */
export function prefixOf(cwd: string, root: string): string {
  const path = relative(cwd, root).split(sep).join("/");
  return path === "" ? "" : `${path}/`;
}
