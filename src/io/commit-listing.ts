// Lists the files of a project in a commit.
import { posix } from "node:path";
import { Failure } from "../engine/model/failure.ts";
import { gitFailure, type GitOutput, runGit } from "./git-command.ts";
import type { GitRepository } from "./git-repository.ts";
import type { TreeEntry } from "./project-tree.ts";

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

/** The entries of a folder in a commit at any depth; paths are relative to it. */
export interface CommitListing {
  /** By path. */
  readonly entries: ReadonlyMap<string, CommitEntry>;
  /** The entries of each folder, by its path. */
  readonly folders: ReadonlyMap<string, readonly TreeEntry[]>;
}

/** Lists a folder of a commit; without entries if the commit does not have it. */
export async function listCommit(
  repository: GitRepository,
  { commit, folder }: CommitFolder,
): Promise<CommitListing> {
  const path = folder === "" ? [] : ["--", folder];
  const output = await runGit(repository, ["ls-tree", "-r", "-z", "--full-tree", commit, ...path]);
  if (output.exitCode !== 0) throw commitFailure(repository, commit, output);
  const entries = new Map<string, CommitEntry>();
  const folders = new Map<string, TreeEntry[]>([["", []]]);
  for (const line of output.stdout.toString().split("\0")) {
    const [, mode = "", hash = ""] = /^(\d+) \w+ (\w+)\t/.exec(line) ?? [];
    const full = line.slice(line.indexOf("\t") + 1);
    if (mode === "" || !full.startsWith(folder)) continue;
    const type = typesByMode[mode] ?? "file";
    entries.set(full.slice(folder.length), { type, hash });
    addEntry(folders, full.slice(folder.length), type);
  }
  return { entries, folders };
}

const typesByMode: { readonly [mode: string]: CommitEntry["type"] } = {
  "120000": "link",
  "160000": "submodule",
};

/** Adds an entry to its folder, and folders that have no entry yet to theirs. */
function addEntry(folders: Map<string, TreeEntry[]>, path: string, type: TreeEntry["type"]): void {
  const parent = posix.dirname(path);
  const folder = parent === "." ? "" : parent;
  if (!folders.has(folder)) {
    folders.set(folder, []);
    addEntry(folders, folder, "folder");
  }
  folders.get(folder)!.push({ name: posix.basename(path), type });
}

/** The failure for a git that cannot read a commit. */
export function commitFailure(
  repository: GitRepository,
  commit: string,
  output: Pick<GitOutput, "stderr">,
): Failure {
  return repository.isPartial ? partialClone(commit) : gitFailure(repository, output);
}

/** The failure for a partial clone without the needed files. */
export function partialClone(commit: string): Failure {
  return new Failure(
    "usage",
    "partial-clone",
    `The partial clone lacks files of commit ${commit.slice(0, 7)}.`,
    "promptctl fetches nothing: clone without --filter. In GitHub Actions, omit the input filter of actions/checkout.",
  );
}
