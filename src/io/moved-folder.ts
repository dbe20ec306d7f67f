// Where a commit has a project that was moved to another folder since.
import { type CommitFolder, type CommitListing, listCommit } from "./commit-listing.ts";
import type { GitRepository } from "./git-repository.ts";

/**
 * The folder of the commit that HEAD has as the folder of the project: the only one that HEAD no longer
 * has, with the same file `name` and one more equal file. Undefined if there is none.
 */
export async function findMovedFolder(
  repository: GitRepository,
  commit: string,
  name: string,
): Promise<CommitFolder | undefined> {
  const [before, after] = await Promise.all([
    listCommit(repository, { commit, folder: "" }),
    listCommit(repository, { commit: "HEAD", folder: "" }),
  ]);
  const { prefix } = repository;
  const moved = [...before.entries.keys()]
    .filter((path) => path === name || path.endsWith(`/${name}`))
    .map((path) => path.slice(0, -name.length))
    .filter((folder) => !after.entries.has(folder + name))
    .filter((folder) => hasSameFiles({ before, folder, after, prefix }, name));
  return moved.length === 1 ? { commit, folder: moved[0]! } : undefined;
}

interface FolderPair {
  readonly before: CommitListing;
  readonly folder: string;
  readonly after: CommitListing;
  readonly prefix: string;
}

function hasSameFiles({ before, folder, after, prefix }: FolderPair, name: string): boolean {
  const isSame = (path: string): boolean =>
    before.entries.get(folder + path)?.hash === after.entries.get(prefix + path)?.hash;
  const paths = [...before.entries.keys()]
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length));
  return isSame(name) && paths.some((path) => path !== name && isSame(path));
}
