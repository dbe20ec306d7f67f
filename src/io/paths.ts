// Paths of files and folders.
import { existsSync, statSync } from "node:fs";
import { sep } from "node:path";

/** Whether a path is the folder or inside it. Both are absolute real paths. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether the path is an existing file, or a link to one. */
export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Whether the path is an existing folder, or a link to one. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** The result of a function, or another value if it throws. */
export function tryOr<Result>(instead: Result, compute: () => Result): Result {
  try {
    return compute();
  } catch {
    return instead;
  }
}
