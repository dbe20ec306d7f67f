// Where a commit has a project that was moved to another folder since.
import { type CommitFolder, type CommitListing, listCommit } from "./commit-listing.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";

/**
 * The folder of the commit `before` that `after` has under another path: the only one that `after`
 * no longer has, with the same file `name` and one more equal file. Undefined if there is none.
 */
export async function findMovedFolder(
  objects: GitObjects,
  { before, after }: { readonly before: string; readonly after: CommitFolder },
  name: string,
): Promise<CommitFolder | undefined> {
  const [older, newer] = await Promise.all([
    listCommit(objects, { commit: before, folder: "" }),
    listCommit(objects, { commit: after.commit, folder: "" }),
  ]);
  const moved = [...older.entries.keys()]
    .filter((path) => path === name || path.endsWith(`/${name}`))
    .map((path) => path.slice(0, -name.length))
    .filter((folder) => !newer.entries.has(folder + name))
    .filter((folder) =>
      hasSameFiles({ before: older, folder, after: newer, prefix: after.folder }, name),
    );
  return moved.length === 1 ? { commit: before, folder: moved[0]! } : undefined;
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
