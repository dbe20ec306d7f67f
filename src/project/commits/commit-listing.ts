// Lists the files of a project in a commit.
import { shortHash } from "../../engine/text/commit-hash.ts";
import { once } from "../../engine/model/collections.ts";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import { gitFailure, type GitOutput } from "../../io/git/git-command.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import type { GitRepository } from "../../io/git/git-repository.ts";
import {
  foldersInRepository,
  isIncluded,
  isOutside,
  pathFromProject,
} from "../files/included-folders.ts";
import type { TreeEntry } from "../files/project-tree.ts";

/** A folder in a commit. */
export interface CommitFolder {
  readonly commit: string;
  /** Its path in the repository: empty, or with a final `/`. */
  readonly folder: string;
}

/** A file, a link or a submodule. */
export interface CommitEntry {
  readonly type: "file" | "link" | "submodule";
  readonly hash: string;
}

/** The entries of a project in a commit at any depth; paths are relative to its folder. */
export interface CommitListing {
  /** By path. */
  readonly entries: ReadonlyMap<string, CommitEntry>;
  /** The paths of the links. */
  readonly links: ReadonlySet<string>;
  /** The entries of each folder, by its path. */
  folders(this: void): ReadonlyMap<string, readonly TreeEntry[]>;
}

/**
 * Lists a folder of a commit, and folders of `include` around it; without entries if the commit
 * does not have them.
 */
export async function listCommit(
  objects: GitObjects,
  { commit, folder }: CommitFolder,
  include: readonly string[] = [],
): Promise<CommitListing> {
  const folders = [folder, ...foldersInRepository(folder, include)];
  const output = await objects.list(commit, folders.includes("") ? [] : folders);
  const entries = new Map<string, CommitEntry>();
  for (const { mode, hash, path: full } of treeLines(
    commitOutput(objects.repository, commit, output),
  )) {
    const path = pathFromProject(folder, full);
    if (isOutside(path) && !isIncluded(include, path)) continue;
    entries.set(path, commitEntry(mode, hash));
  }
  return listingOf(entries);
}

/** What `git ls-tree -r -z` prints of a file, a link or a submodule. */
export interface TreeLine {
  readonly mode: string;
  readonly hash: string;
  /** In the repository. */
  readonly path: string;
}

/** Reads what `git ls-tree -r -z` prints. */
export function treeLines(output: string): TreeLine[] {
  return output.split("\0").flatMap((line) => {
    const [mode = "", , hash = ""] = line.slice(0, line.indexOf("\t")).split(" ");
    return hash === "" ? [] : [{ mode, hash, path: line.slice(line.indexOf("\t") + 1) }];
  });
}

/** The entry for a mode and a hash of git. */
export function commitEntry(mode: string, hash: string): CommitEntry {
  return { type: typesByMode[mode] ?? "file", hash };
}

const typesByMode: { readonly [mode: string]: CommitEntry["type"] } = {
  "120000": "link",
  "160000": "submodule",
};

/** The listing with these entries and links, which callers that change a few entries know. */
export function listingOf(
  entries: ReadonlyMap<string, CommitEntry>,
  links: ReadonlySet<string> = linksIn(entries),
): CommitListing {
  return { entries, links, folders: once(() => foldersOf(entries)) };
}

function linksIn(entries: ReadonlyMap<string, CommitEntry>): ReadonlySet<string> {
  return new Set([...entries.keys()].filter((path) => entries.get(path)!.type === "link"));
}

function foldersOf(entries: CommitListing["entries"]): ReadonlyMap<string, readonly TreeEntry[]> {
  const folders = new Map<string, TreeEntry[]>([["", []]]);
  for (const [path, { type }] of entries) addEntry(folders, path, type);
  return folders;
}

/** Adds an entry to its folder, and folders that have no entry yet to theirs. */
function addEntry(folders: Map<string, TreeEntry[]>, path: string, type: TreeEntry["type"]): void {
  const end = path.lastIndexOf("/");
  const folder = path.slice(0, Math.max(end, 0));
  const name = path.slice(end + 1);
  const entries = folders.get(folder);
  if (entries) entries.push({ name, type });
  else {
    folders.set(folder, [{ name, type }]);
    addEntry(folders, folder, "folder");
  }
}

/** The standard output of git about a commit. Throws a Failure if its exit code is not 0. */
export function commitOutput(repository: GitRepository, commit: string, output: GitOutput): string {
  if (output.exitCode === 0) return output.stdout.toString();
  throw commitFailure(repository, commit, output);
}

/** The failure for a git that ended with an error when it read a commit. */
export function commitFailure(
  repository: GitRepository,
  commit: string,
  output: Pick<GitOutput, "stderr">,
): Failure {
  return repository.isPartial ? partialClone(commit) : gitFailure(repository, output);
}

/** The failure for a partial clone without the needed files. */
export function partialClone(commit: string): Failure {
  return wrongUsage(
    "partial-clone",
    `The partial clone lacks files of commit ${shortHash(commit)}.`,
    "promptctl fetches nothing: clone without --filter. In GitHub Actions, omit the input filter of actions/checkout.",
  );
}
