// Paths of files and folders.
import { existsSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** Whether a path is the folder or inside it. Both are absolute real paths. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether a file or folder exists. Throws if a folder above it may not be searched. */
export function isExisting(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return false;
    throw error;
  }
}

/** Whether the path is an existing file, or a link to one. */
export function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Whether the path is an existing folder, or a link to one. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** The nearest folder that contains a file or folder with the name, upwards from `from`. */
export function findFolderWith(
  from: string,
  name: string,
  isThere: (path: string) => boolean = existsSync,
): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (isThere(join(folder, name))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The result of a function, or another value if it throws. */
export function tryOr<Result>(instead: Result, compute: () => Result): Result {
  try {
    return compute();
  } catch {
    return instead;
  }
}
