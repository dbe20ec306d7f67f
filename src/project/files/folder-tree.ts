// The files of a project in its folder.
import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { memo } from "../../engine/model/collections.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import {
  type CheckTracked,
  isIncluded,
  isOutside,
  refuseUnlisted,
  refuseUntracked,
  trackedFiles,
} from "./included-folders.ts";
import { isFolder, isInside, tryOr } from "../../io/files/paths.ts";
import { lostLink, type ProjectTree, type TreeEntry, UnreadableFile } from "./project-tree.ts";
import { findStandIn } from "./stand-ins.ts";

/** What a project includes from folders outside it. */
export interface Inclusion {
  /** The folders of `include` in promptctl.yaml. */
  readonly include: readonly string[];
  /** The environment of git. */
  readonly env: EnvironmentVariables;
}

/**
 * The files of the project in a folder. With folders of `include`, `fetch` asks git which files in
 * them it tracks, if it gets the path of such a file: only after that can they be read.
 */
export function folderTree(folder: string, inclusion?: Inclusion): ProjectTree {
  const root = realpathSync.native(folder);
  const prefix = root.endsWith(sep) ? root : root + sep;
  const relativePath = (path: string): string =>
    (isInside(root, path) ? path.slice(prefix.length) : relative(root, path)).split(sep).join("/");
  const realPath = realPaths({ root, relativePath }, refuseOutside);
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
    realPath,
    includedPath: (path) => {
      refuseUnlisted([], path);
      return realPath(path);
    },
    size: (path) => statSync(prefix + path).size,
    read: (path) => readFileSync(prefix + path),
    standIn: (path, content) => findStandIn(prefix + path, content),
    ...(inclusion &&
      inclusion.include.length > 0 &&
      includedFiles({ root, relativePath }, inclusion)),
  };
}

/** Reads the files in folders of `include`. */
function includedFiles(
  project: ProjectFolder,
  { include, env }: Inclusion,
): Pick<Required<ProjectTree>, "includedPath" | "fetch"> {
  let checkTracked: CheckTracked | undefined;
  const realPath = realPaths(project, (path) => {
    if (isOutside(path) && !isIncluded(include, path))
      throw new UnreadableFile("leads out of the project and of the folders of include");
  });
  return {
    includedPath: (path) => {
      refuseUnlisted(include, path);
      const real = realPath(path);
      if (isOutside(real) && !isFolder(join(project.root, real)))
        (checkTracked ?? refuseUntracked)(real);
      return real;
    },
    fetch: async (paths) => {
      const isIncludedFile = (path: string): boolean => isOutside(tryOr("", () => realPath(path)));
      if (!checkTracked && paths.some(isIncludedFile))
        checkTracked = await trackedFiles(project.root, include, env);
    },
  };
}

function entryType(entry: Dirent): TreeEntry["type"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "special";
}

/** What a symbolic link leads to. Throws an UnreadableFile if that does not exist. */
export function targetOfLink(link: string): string {
  try {
    return realpathSync.native(link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw lostLink(readlinkSync(link));
  }
}

interface ProjectFolder {
  /** The folder of the project, absolute. */
  readonly root: string;
  /** An absolute path, relative to the project. */
  relativePath(this: void, path: string): string;
}

function refuseOutside(path: string): void {
  if (isOutside(path)) throw new UnreadableFile("lies outside the project");
}

/**
 * Real paths of files and folders. Throws for pipes and devices: reading them could block. `refuse`
 * throws for the others that must not be read, by their real path.
 */
function realPaths(
  { root, relativePath }: ProjectFolder,
  refuse: (path: string) => void,
): (path: string) => string {
  const realFolder = memo((path: string) => realpathSync.native(path));
  return (path) => {
    const absolute = join(root, path);
    const entry = lstatSync(absolute);
    const isLink = entry.isSymbolicLink();
    const real = isLink
      ? targetOfLink(absolute)
      : join(realFolder(dirname(absolute)), basename(absolute));
    const relativeReal = relativePath(real);
    refuse(relativeReal);
    const stats = isLink ? statSync(real) : entry;
    if (!stats.isFile() && !stats.isDirectory()) throw new UnreadableFile("is not a regular file");
    return relativeReal;
  };
}
