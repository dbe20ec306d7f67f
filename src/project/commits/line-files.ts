// Reads the files of the commits of a line: many with one request.
import type { CommitFolder } from "./commit-listing.ts";
import { lackingHashes, type ListedFiles, objectReader } from "./commit-tree.ts";
import { convertedFiles } from "./git-attributes.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";

/** How the files of a segment of a line are read. */
export interface LineFiles extends ListedFiles {
  /** Asks again which files are converted, as a commit says. */
  forgetConversions(at: CommitFolder): void;
  /**
   * Called before the files of some commits are read. `hashes`: objects to read with one request, so that
   * `read` needs none for them.
   */
  startPart(commits: readonly string[], hashes: readonly string[]): Promise<void>;
}

/** `definitionPaths`: git is asked for all of them at once whether they are converted. */
export function lineFiles(
  objects: GitObjects,
  newest: CommitFolder,
  definitionPaths: readonly string[],
): LineFiles {
  const { repository } = objects;
  let lacking: ReadonlySet<string> = new Set();
  let at = newest;
  let areAsked = false;
  const read = objectReader(objects, newest.commit, async () => lacking);
  let prefetched: ReadonlyMap<string, Buffer> = new Map();
  return {
    root: repository.folder,
    read: async (hashes) => {
      const unknown = hashes.filter((hash) => !prefetched.has(hash));
      const others = await read(unknown);
      return new Map(hashes.map((hash) => [hash, prefetched.get(hash) ?? others.get(hash)!]));
    },
    startPart: async (commits, hashes) => {
      // A partial clone may lack some of them, which may not be needed.
      if (repository.isPartial) lacking = await lackingHashes(repository, commits);
      else prefetched = await objects.read(hashes);
    },
    conversions: async (paths) => {
      if (paths.length === 0) return new Map();
      const asked = areAsked ? paths : [...definitionPaths, ...paths];
      areAsked = true;
      return convertedFiles(repository, at, asked);
    },
    forgetConversions: (commit) => {
      at = commit;
      areAsked = false;
    },
  };
}
