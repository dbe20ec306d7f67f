// Which files of a project differ from HEAD. The contents are compared, so that what git ignores or is
// told to assume unchanged is found too.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isFailure, isNamed } from "../../engine/model/failure.ts";
import { commitTree } from "./commit-tree.ts";
import { configurationName } from "../settings/configuration.ts";
import { committedDefinitionFiles } from "../files/definition-listing.ts";
import { normalizeText } from "../files/definitions.ts";
import { changedFiles } from "../../io/git/git.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import { type GitRepository, pathToRoot, resolveCommit } from "../../io/git/git-repository.ts";
import { type DefinitionFolders, pathFromProject } from "../files/included-folders.ts";
import { isFile, tryOr } from "../../io/files/paths.ts";
import type { ProjectTree, UnreadableFile } from "../files/project-tree.ts";

/** The folder of a project and where its definitions are. */
export interface ProjectFolders extends DefinitionFolders {
  readonly root: string;
}

/** The files that a project was loaded from, relative to its folder. */
export interface ProjectPaths {
  /** The definition files. */
  readonly sourceFiles: readonly string[];
  /** The files that they include. */
  readonly included: Pick<ReadonlySet<string>, "keys">;
}

/**
 * The definition files, the files that they include and promptctl.yaml, as far as HEAD does not have
 * them with this content, and the definition files that only HEAD has. Undefined if git cannot tell.
 * `open`: opens the repository around the project.
 */
export async function uncommittedFiles(
  open: () => Promise<GitObjects>,
  folders: ProjectFolders,
  { sourceFiles, included }: ProjectPaths,
): Promise<readonly string[] | undefined> {
  const { root } = folders;
  const present = [...new Set([configurationName, ...sourceFiles, ...included.keys()])].filter(
    (path) => isFile(join(root, path)),
  );
  try {
    return await differingFiles(await open(), folders, present);
  } catch (problem) {
    if (!isFailure(problem) || problem.class === "refused") throw problem;
    return problem.code === "no-commits" ? present : undefined;
  }
}

async function differingFiles(
  objects: GitObjects,
  { root, definitions, include }: ProjectFolders,
  present: readonly string[],
): Promise<string[]> {
  const { repository } = objects;
  const commit = await resolveCommit(repository, "HEAD");
  const tree = await commitTree(objects, { commit, folder: repository.prefix }, include);
  if (!tree) return [...present];
  await tree.fetch!(present);
  const known = new Set(present);
  const deleted = committedDefinitionFiles(tree, definitions).filter((path) => !known.has(path));
  const states = new Map(present.map((path) => [path, stateOf(tree, root, path)]));
  const differing = present.filter((path) => states.get(path) === "different");
  const converted = present.filter((path) => states.get(path) === "unknown");
  return [...differing, ...deleted, ...(await changedAmong(repository, converted))].sort();
}

/** `unknown`: HEAD has the file, and its content there cannot be read. */
function stateOf(tree: ProjectTree, root: string, path: string): "equal" | "different" | "unknown" {
  try {
    const committed = tree.read(tree.includedPath(path));
    return isSameFile(committed, readFileSync(join(root, path))) ? "equal" : "different";
  } catch (problem) {
    return isNamed<UnreadableFile>(problem, "UnreadableFile") ? "unknown" : "different";
  }
}

/** Line endings do not count: git converts them. */
function isSameFile(committed: Buffer, present: Buffer): boolean {
  if (committed.equals(present)) return true;
  const [one, other] = [committed, present].map((content) =>
    tryOr(undefined, () => normalizeText(content).text),
  );
  return one !== undefined && one === other;
}

/** For files that a filter converts and those in submodules, git says whether they changed. */
async function changedAmong(
  repository: GitRepository,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const top = posix.join(repository.folder, pathToRoot(repository));
  const changed = (await changedFiles(top, repository.env)) ?? [];
  const own = new Set(changed.map((path) => pathFromProject(repository.prefix, path)));
  return paths.filter((path) => own.has(path));
}
