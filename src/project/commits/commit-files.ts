// The changed files of a project, as a commit stores them.
import type { FileChanges } from "../../engine/export/pull-result.ts";
import { type Failure, refused } from "../../engine/model/failure.ts";
import { textLike } from "../../io/files/file-changes.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import type { CommitFile } from "../../io/git/put-branch.ts";
import { commitOutput, type TreeLine, treeLines } from "./commit-listing.ts";

/** The files, links and submodules of a commit, by their paths in the repository. */
type FilesByPath = ReadonlyMap<string, TreeLine>;

/** Lists all files of a commit. */
export async function listCommitFiles(objects: GitObjects, commit: string): Promise<FilesByPath> {
  const output = await objects.list(commit, []);
  const lines = treeLines(commitOutput(objects.repository, commit, output));
  return new Map(lines.map((line) => [line.path, line]));
}

/** The files of a new commit. Throws a Failure for a file that is behind a link. */
export async function commitFiles(
  objects: GitObjects,
  { folder, entries }: { readonly folder: string; readonly entries: FilesByPath },
  { added, changed, removed }: FileChanges,
): Promise<CommitFile[]> {
  const existing = (path: string): TreeLine => regularFile(entries, folder + path);
  const contents = await objects.read(changed.map(({ path }) => existing(path).hash));
  return [
    ...changed.map((file) => {
      const { path, mode, hash } = existing(file.path);
      return { path, mode, content: textLike(contents.get(hash)!.toString("utf8"), file) };
    }),
    ...added.map((file) => {
      const path = newPath(entries, folder + file.path);
      return { path, mode: "100644", content: file.text };
    }),
    ...removed.map((file) => {
      const { path, mode } = existing(file.path);
      return { path, mode, content: undefined };
    }),
  ];
}

function regularFile(entries: FilesByPath, path: string): TreeLine {
  const entry = entries.get(path);
  if (entry?.mode.startsWith("100")) return entry;
  throw behindLink(path);
}

/** A commit with the path would lose a link, a submodule or a file that has the name of a folder of it. */
function newPath(entries: FilesByPath, path: string): string {
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
    if (entries.has(path.slice(0, at))) throw behindLink(path);
  return path;
}

function behindLink(path: string): Failure {
  return refused(
    "not-written",
    `${path} is behind a symbolic link or in a submodule, which pull --branch does not follow. Nothing was written.`,
    "Pull without --branch.",
  );
}
