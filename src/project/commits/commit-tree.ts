// The files of a project in a commit, read from the object database of git.
import { shortHash } from "../../engine/text/commit-hash.ts";
import { posix } from "node:path";
import { memo, once } from "../../engine/model/collections.ts";
import { isNamed, failed } from "../../engine/model/failure.ts";
import {
  type CommitFolder,
  type CommitListing,
  listCommit,
  partialClone,
} from "./commit-listing.ts";
import { convertedFiles } from "./git-attributes.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import { gitFailure, runGit } from "../../io/git/git-command.ts";
import type { GitRepository } from "../../io/git/git-repository.ts";
import {
  type DefinitionFolders,
  isIncluded,
  isOutside,
  pathFromProject,
  refuseUnlisted,
} from "../files/included-folders.ts";
import { isInside, tryOr } from "../../io/files/paths.ts";
import {
  lostLink,
  type ProjectTree,
  type TreeTarget,
  UnreadableFile,
} from "../files/project-tree.ts";

/**
 * The files of a project as a commit has them, with those in the folders of `include`. Files that a
 * checkout converts with a filter or an encoding are unreadable. Undefined if the commit has no
 * such folder. Throws a Failure `partial-clone` if the clone lacks files, now or in `fetch`.
 */
export async function commitTree(
  objects: GitObjects,
  at: CommitFolder,
  include: readonly string[] = [],
): Promise<ProjectTree | undefined> {
  const { repository } = objects;
  const listing = await listCommit(objects, at, include);
  if (listing.entries.size === 0) return undefined;
  const lacking = once(() =>
    lackingHashes(repository, [
      include.length > 0 ? at.commit : `${at.commit}:${at.folder.slice(0, -1)}`,
    ]),
  );
  return listedTree(
    listing,
    { ...at, include },
    {
      root: repository.folder,
      read: objectReader(objects, at.commit, lacking),
      conversions: (paths) => convertedFiles(repository, at, paths),
    },
  );
}

/** How the files of a listing are read. */
export interface ListedFiles {
  /** The folder of the project on this machine. */
  readonly root: string;
  /** The contents of objects by hash. Throws a Failure if the clone lacks one. */
  read(this: void, hashes: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
  /** Why files cannot be read, as the end of a sentence, by path. */
  conversions(this: void, paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The files of a project in a commit with this listing. */
export async function listedTree(
  listing: CommitListing,
  at: CommitFolder & Pick<DefinitionFolders, "include">,
  { root, read, conversions: conversionsOf }: ListedFiles,
): Promise<ProjectTree> {
  const targets = await read([...listing.links].map((path) => hashOf(listing, path)));
  const resolve = memo((path: string) => resolveLinks({ ...at, root, listing, targets }, path));
  const existing = (path: string, real: string | undefined): string => {
    const link = listing.entries.get(path);
    const isLost =
      link?.type === "link" && real !== undefined && typeIn(listing, real) === "missing";
    if (isLost) throw lostLink(targets.get(link.hash)!.toString());
    return existingPath(listing, real);
  };
  const includedPath = (path: string): string => {
    refuseUnlisted(at.include, path);
    return existing(path, resolve(path));
  };
  const realPath = (path: string): string => existing(path, inProject(resolve(path)));
  const contents = new Map<string, Buffer>();
  const conversions = new Map<string, string>();
  return {
    name: `commit ${shortHash(at.commit)}`,
    entries: (path) => listing.folders().get(path) ?? [],
    follow: (path) => followIn(listing, () => inProject(resolve(path))),
    realPath,
    includedPath,
    read: (path) => {
      const conversion = conversions.get(path);
      if (conversion !== undefined) throw new UnreadableFile(conversion);
      return textOf(contents.get(hashOf(listing, path))!);
    },
    fetch: async (paths) => {
      const real = paths.flatMap((path) => tryOr([], () => [includedPath(path)])); // reading the others reports the error
      const files = [...new Set(real)].filter((path) => listing.entries.has(path));
      const hashes = files
        .map((path) => hashOf(listing, path))
        .filter((hash) => !contents.has(hash));
      const [found, converted] = await Promise.all([read(hashes), conversionsOf(files)]);
      for (const [hash, content] of found) contents.set(hash, content);
      for (const [path, conversion] of converted) conversions.set(path, conversion);
    },
  };
}

/**
 * Returns a function that reads objects of a commit and throws a Failure if the clone lacks one.
 * `lacking`: the hashes of the objects that it lacks, asked for in partial clones only.
 */
export function objectReader(
  objects: GitObjects,
  commit: string,
  lacking: () => Promise<ReadonlySet<string>>,
): ListedFiles["read"] {
  return async (hashes) => {
    if (hashes.length === 0) return new Map();
    // Some versions of git fetch a missing object when it is read, despite GIT_NO_LAZY_FETCH.
    const lacks = objects.repository.isPartial ? await lacking() : new Set();
    if (hashes.some((hash) => lacks.has(hash))) throw partialClone(commit);
    const contents = await objects.read(hashes);
    const missing = hashes.find((hash) => !contents.has(hash));
    if (missing === undefined) return contents;
    throw failed("git", `git failed: the repository lacks the object ${missing}.`);
  };
}

/** The objects of commits or trees, without their history, that a partial clone lacks. */
export async function lackingHashes(
  repository: GitRepository,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const words = ["rev-list", "--objects", "--missing=print", "--no-walk", "--stdin"];
  const output = await runGit(repository, words, `${names.join("\n")}\n`);
  if (output.exitCode !== 0) throw gitFailure(repository, output);
  const lines = output.stdout.toString().split("\n");
  return new Set(lines.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
}

interface LinkedListing extends CommitFolder, Pick<DefinitionFolders, "include"> {
  /** The folder of the project on this machine. */
  readonly root: string;
  readonly listing: CommitListing;
  /** The targets of links, by hash. */
  readonly targets: ReadonlyMap<string, Buffer>;
}

/** Linux follows as many links in one path. */
const maxLinks = 40;

/** The path, undefined if it leads out of the project. */
function inProject(path: string | undefined): string | undefined {
  return path !== undefined && isOutside(path) ? undefined : path;
}

/**
 * The path without symbolic links, which may not exist; undefined outside the project and the
 * folders of `include`.
 */
function resolveLinks(
  { folder, include, root, listing, targets }: LinkedListing,
  path: string,
): string | undefined {
  const listedPath = (full: string): string | undefined => {
    const own = `${full}/` === folder ? "" : pathFromProject(folder, full);
    return isOutside(own) && !isIncluded(include, own) ? undefined : own;
  };
  let full = folder.slice(0, -1); // relative to the repository: links may leave the project and return
  const rest = path.split("/");
  for (let links = 0; rest.length > 0;) {
    const next = posix.join(full, rest.shift()!);
    if (next === ".." || next.startsWith("../")) return undefined;
    full = next === "." ? "" : next;
    const own = listedPath(full);
    const entry = own === undefined ? undefined : listing.entries.get(own);
    if (entry?.type === "submodule") throw new UnreadableFile(submodule);
    if (entry?.type === "file" && rest.length > 0) throw systemError("ENOTDIR");
    if (entry?.type !== "link") continue;
    if (++links > maxLinks) throw systemError("ELOOP");
    let target = targets.get(entry.hash)!.toString();
    full = posix.dirname(full);
    if (target.startsWith("/")) {
      if (!isInside(root, target)) return undefined;
      target = target.slice(root.length + 1);
      full = folder.slice(0, -1);
    }
    rest.unshift(...target.split("/"));
  }
  return listedPath(full);
}

const submodule = "is in a submodule: the commit does not contain its files";

function followIn(listing: CommitListing, resolve: () => string | undefined): TreeTarget {
  try {
    const realPath = resolve();
    if (realPath === undefined) return { type: "file", realPath }; // only the project is listed
    return { type: typeIn(listing, realPath), realPath };
  } catch (problem) {
    const isSubmodule = isNamed<UnreadableFile>(problem, "UnreadableFile");
    return { type: isSubmodule ? "folder" : "missing", realPath: undefined };
  }
}

function typeIn({ entries, folders }: CommitListing, path: string): "folder" | "file" | "missing" {
  if (entries.has(path)) return "file";
  return folders().has(path) ? "folder" : "missing";
}

function existingPath(listing: CommitListing, path: string | undefined): string {
  if (path === undefined) throw new UnreadableFile("lies outside the project");
  if (typeIn(listing, path) === "missing") throw systemError("ENOENT");
  return path;
}

function hashOf({ entries }: CommitListing, path: string): string {
  const entry = entries.get(path);
  if (!entry) throw systemError("EISDIR");
  return entry.hash;
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** The content of a file, unless it is that of a pointer of Git LFS. */
function textOf(content: Buffer): Buffer {
  if (content.length < 1024 && content.toString("latin1").startsWith("version https://git-lfs."))
    throw new UnreadableFile("is stored in Git LFS: the commit has only a pointer to it");
  return content;
}
