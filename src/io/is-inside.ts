// Containment of paths.
import { sep } from "node:path";

/** Whether a path is the folder or inside it. Both are absolute real paths. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
