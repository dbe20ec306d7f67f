// The files of a project in its folder.
import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { memo } from "../engine/model/collections.ts";
import { isFolder, isInside } from "./paths.ts";
import { type ProjectTree, type TreeEntry, UnreadableFile } from "./project-tree.ts";

/** The files of the project in a folder. */
export function folderTree(folder: string): ProjectTree {
  const root = realpathSync.native(folder);
  const prefix = root.endsWith(sep) ? root : root + sep;
  const relativePath = (path: string): string => path.slice(prefix.length).split(sep).join("/");
  return {
    name: root,
    entries: (path) =>
      readdirSync(join(root, path), { withFileTypes: true }).map((entry): TreeEntry => ({
        name: entry.name,
        type: entryType(entry),
      })),
    follow: (path) => {
      const absolute = join(root, path);
      if (!existsSync(absolute)) return { type: "missing", realPath: undefined };
      const real = realpathSync.native(absolute);
      return {
        type: isFolder(real) ? "folder" : "file",
        realPath: isInside(root, real) ? relativePath(real) : undefined,
      };
    },
    realPath: realPaths(root, relativePath),
    read: (path) => readFileSync(prefix + path),
  };
}

function entryType(entry: Dirent): TreeEntry["type"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "special";
}

/** Real paths in the project. Throws for pipes and devices: reading them could block. */
function realPaths(root: string, relativePath: (path: string) => string): (path: string) => string {
  const realFolder = memo((path: string) => realpathSync.native(path));
  return (path) => {
    const absolute = join(root, path);
    const entry = lstatSync(absolute);
    const isLink = entry.isSymbolicLink();
    const real = isLink
      ? realpathSync.native(absolute)
      : join(realFolder(dirname(absolute)), basename(absolute));
    if (!isInside(root, real)) throw new UnreadableFile("lies outside the project");
    const stats = isLink ? statSync(real) : entry;
    if (!stats.isFile() && !stats.isDirectory()) throw new UnreadableFile("is not a regular file");
    return relativePath(real);
  };
}
