// Where a commit has a project that was moved to another folder since.
import { type CommitFolder, listCommit } from "./commit-listing.ts";
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
  const hasSameFiles = (folder: string): boolean => {
    const inFolder = [...older.entries].filter(([path]) => path.startsWith(folder));
    const same = inFolder
      .map(([path, { hash }]) => ({ path: path.slice(folder.length), hash }))
      .filter(({ path, hash }) => newer.entries.get(after.folder + path)?.hash === hash);
    return same.length > 1 && same.some(({ path }) => path === name);
  };
  const moved = [...older.entries.keys()]
    .filter((path) => path === name || path.endsWith(`/${name}`))
    .map((path) => path.slice(0, -name.length))
    .filter((folder) => !newer.entries.has(folder + name) && hasSameFiles(folder));
  return moved.length === 1 ? { commit: before, folder: moved[0]! } : undefined;
}
