// Whether one place lies in another.
import { sep } from "node:path";

/** Whether a path is the folder's own or lies beneath it; both absolute, their links followed. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
