// The segments of a first-parent line: in each, the project has one folder and promptctl.yaml names the same
// folders. Finds the segment before another one.
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import type { LineEnd } from "../../engine/history/line-commit.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import { firstParent } from "../../io/git/git-repository.ts";
import type { DefinitionFolders } from "../files/included-folders.ts";
import type { ProjectTree } from "../files/project-tree.ts";
import { configurationName } from "../settings/configuration.ts";
import type { CommitFolder } from "./commit-listing.ts";
import { commitTree, objectReader } from "./commit-tree.ts";
import { findMovedFolder } from "./moved-folder.ts";

/** What promptctl.yaml in a commit says about the definitions. */
export interface ProjectInCommit extends DefinitionFolders {
  /** The values of the environment whose history is read. */
  readonly overrides?: EnvironmentOverrides | undefined;
}

/** Where a line begins: a project in a commit. */
export interface LineStart extends ProjectInCommit {
  readonly commit: string;
  /** The folder of the project in the commit: empty, or with a final `/`. */
  readonly folder: string;
}

export interface LineOptions {
  /** The number of commits at most. */
  readonly limit: number;
  /** The texts of the working tree by path: a file that a commit has like this is not read again. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files outside the folder of the definitions that they include, relative to the project. */
  readonly included: readonly string[];
  /** What promptctl.yaml says; undefined without a valid one. */
  projectIn(this: void, tree: ProjectTree): Promise<ProjectInCommit | undefined>;
}

/** Where a line goes on, or why there are no more commits. */
export type Continuation = LineStart | LineEnd;

/**
 * The segment before a commit, if the older files (`tree`) do not have the project in this folder, name
 * other folders or override other values; else undefined.
 */
export async function otherSegment(
  objects: GitObjects,
  segment: LineStart,
  tree: ProjectTree,
  options: LineOptions,
): Promise<Continuation | undefined> {
  const { commit, folder, include } = segment;
  // Commits that touch a folder of `include` go on before the project was moved to its folder.
  if (include.length > 0 && tree.follow(configurationName).type === "missing") {
    const moved = await segmentBefore(objects, { commit, folder }, options);
    return typeof moved === "object" ? moved : undefined;
  }
  const before = await options.projectIn(tree);
  const isOther = before && !isSameProject(before, segment);
  return isOther ? olderSegment(objects, commit, { folder, ...before }) : undefined;
}

function isSameProject(one: ProjectInCommit, other: ProjectInCommit): boolean {
  const [before, after] = [one, other].map(({ definitions, include, overrides }) => ({
    definitions,
    include: [...include],
    set: overrides?.set ?? {},
  }));
  return jsonEquals(before!, after!);
}

/** The segment that ends at the first parent of a commit. */
async function olderSegment(
  objects: GitObjects,
  commit: string,
  at: Omit<LineStart, "commit">,
): Promise<Continuation> {
  const parent = await parentOf(objects, commit);
  if (parent === "missing") return "shallow";
  return parent === "none" ? "first" : { ...at, commit: parent.commit };
}

/** The segment before the oldest commit of a folder: the project was in another one, if there is any. */
export async function segmentBefore(
  objects: GitObjects,
  oldest: CommitFolder,
  { projectIn }: LineOptions,
): Promise<Continuation> {
  const parent = await parentOf(objects, oldest.commit);
  if (parent === "missing") return "shallow";
  if (parent === "none") return "first";
  const folders = { before: parent.commit, after: oldest };
  const moved = await findMovedFolder(objects, folders, configurationName);
  const tree = moved && (await commitTree(objects, moved));
  const named = tree && (await projectIn(tree));
  return named ? { ...moved!, ...named } : "first";
}

async function parentOf(objects: GitObjects, commit: string): ReturnType<typeof firstParent> {
  const read = objectReader(objects, commit, async () => new Set());
  const text = (await read([commit])).get(commit)!.toString("latin1");
  return firstParent(objects.repository, commit, text);
}
