// The files of a project at the commits of a first-parent line, newest first. Files that did not change
// between two commits are not read again. The line continues where the project had another folder.
import { posix } from "node:path";
import type { EnvironmentOverrides } from "../../engine/environments/environment.ts";
import type { CommitInfo, LineCommit, LineEnd } from "../../engine/history/line-commit.ts";
import { isFailure } from "../../engine/model/failure.ts";
import { jsonEquals } from "../../engine/model/json.ts";
import {
  type CommitEntry,
  commitEntry,
  type CommitFolder,
  listCommit,
  listingOf,
} from "./commit-listing.ts";
import { commitTree, listedTree } from "./commit-tree.ts";
import { configurationName } from "../settings/configuration.ts";
import { definitionPathFilterIn, listDefinitionFiles } from "../files/definition-listing.ts";
import { definitionFilesIn, readFiles } from "../files/definitions.ts";
import { compareCommits, type ComparedCommit, type DifferingFiles, listLine } from "./git-line.ts";
import { blobHash, type GitObjects } from "../../io/git/git-objects.ts";
import { firstParent } from "../../io/git/git-repository.ts";
import {
  type DefinitionFolders,
  foldersInRepository,
  isOutside,
  pathFromProject,
} from "../files/included-folders.ts";
import { type LineFiles, lineFiles } from "./line-files.ts";
import { findMovedFolder } from "./moved-folder.ts";
import type { ProjectTree } from "../files/project-tree.ts";

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
type Continuation = LineStart | LineEnd;

/** The number of commits that may still be read. */
interface CommitBudget {
  left: number;
}

/** Reads the commits that touch the project. The last item is the reason why there are no more. */
export async function* readProjectLine(
  objects: GitObjects,
  start: LineStart,
  options: LineOptions,
): AsyncGenerator<LineCommit | LineEnd> {
  const budget = { left: options.limit };
  let next: Continuation = start;
  try {
    while (typeof next === "object") {
      const paths = touchedPaths(next, options.included);
      const query = { from: next.commit, paths, limit: budget.left + 1 };
      const commits = listLine(objects.repository, query);
      next = yield* readSegment(objects, { segment: next, commits, budget }, options);
    }
    yield next;
  } catch (problem) {
    if (!isFailure(problem) || problem.code !== "partial-clone") throw problem;
    yield "partial";
  }
}

/** Reads the commit of `start` alone. */
export async function* readLineStart(
  objects: GitObjects,
  start: LineStart,
  options: LineOptions,
): AsyncGenerator<LineCommit> {
  const commits = listLine(objects.repository, { from: start.commit, paths: [""], limit: 1 });
  yield* readSegment(objects, { segment: start, commits, budget: { left: 1 } }, options);
}

/**
 * Reads other commits of branches and tags that touch the project, newest first. The folders and the
 * overridden values are those of `start`.
 * `known`: the hashes of commits to leave out.
 */
export async function* readOtherCommits(
  objects: GitObjects,
  start: LineStart,
  options: LineOptions,
  known: ReadonlySet<string>,
): AsyncGenerator<LineCommit> {
  const paths = touchedPaths(start, options.included);
  const query = { from: undefined, paths, limit: options.limit + known.size };
  const commits = without(listLine(objects.repository, query), known);
  // The commits are of several branches: what promptctl.yaml says in one does not hold for the next.
  const asNow = { ...options, projectIn: async () => undefined };
  yield* readSegment(objects, { segment: start, commits, budget: { left: options.limit } }, asNow);
}

async function* without(
  commits: AsyncIterable<CommitInfo>,
  known: ReadonlySet<string>,
): AsyncGenerator<CommitInfo> {
  for await (const info of commits) if (!known.has(info.commit)) yield info;
}

interface SegmentCommits {
  readonly segment: LineStart;
  /** Newest first. */
  readonly commits: AsyncIterable<CommitInfo>;
  readonly budget: CommitBudget;
}

/**
 * Reads a segment: the part of a line in which the project has one folder and promptctl.yaml names the
 * same folders. Returns where the line goes on.
 */
async function* readSegment(
  objects: GitObjects,
  { segment, commits, budget }: SegmentCommits,
  options: LineOptions,
): AsyncGenerator<LineCommit, Continuation> {
  const { folder, definitions, include, overrides } = segment;
  const folders = [folder, ...foldersInRepository(folder, include)];
  const { entries: listed } = await listCommit(objects, segment, include);
  const entries = new Map(listed); // of the current commit
  let files: LineFiles | undefined;
  let newer: string | undefined; // the commit that was read last
  const from = segment.commit;
  for await (const part of compareCommits(objects.repository, { from, commits }, folders)) {
    files ??= segmentFiles(objects, { ...segment, commit: part[0]!.info.commit }, entries);
    const hashes = part.map(({ info }) => info.commit);
    await files.startPart(hashes, definitionHashes(part, segment));
    for (const { info, differing } of part) {
      const paths = setDiffering(entries, differing, folder);
      const at = { commit: info.commit, folder, include };
      if ([...paths].some(isAttributes)) files.forgetConversions(at);
      const tree = await listedTree(listingOf(entries), at, files);
      if (newer !== undefined && paths.has(configurationName)) {
        const next = await otherSegment(objects, { ...segment, commit: newer }, tree, options);
        if (next !== undefined) return next;
      }
      if (budget.left === 0) return "limit";
      budget.left -= 1;
      const changed = newer === undefined ? undefined : paths;
      const { texts } = options;
      yield await readCommit(info, tree, { definitions, overrides, changed, entries, texts });
      newer = info.commit;
    }
  }
  return newer === undefined ? "first" : segmentBefore(objects, { commit: newer, folder }, options);
}

/** Reads the files of a segment. `entries`: about those of its newest commit. */
function segmentFiles(
  objects: GitObjects,
  newest: LineStart,
  entries: ReadonlyMap<string, CommitEntry>,
): LineFiles {
  const isDefinition = definitionPathFilterIn(newest.definitions);
  return lineFiles(objects, newest, [...entries.keys()].filter(isDefinition));
}

/**
 * The segment before a commit, if the older files (`tree`) do not have the project in this folder, name
 * other folders or override other values; else undefined.
 */
async function otherSegment(
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

/** The definition files that differ in some commits. */
function definitionHashes(
  part: readonly ComparedCommit[],
  { folder, definitions }: LineStart,
): string[] {
  const isDefinition = definitionPathFilterIn(definitions);
  return part.flatMap(({ differing }) =>
    [...differing].flatMap(([path, file]) =>
      file && isDefinition(pathFromProject(folder, path)) ? [file.hash] : [],
    ),
  );
}

/** The paths whose commits belong to the line, relative to the repository. */
function touchedPaths(
  { folder, definitions, include }: LineStart,
  included: readonly string[],
): string[] {
  const paths = [configurationName, definitions, ...included.filter((path) => !isOutside(path))];
  return [
    ...paths.map((path) => posix.join(folder, path)),
    ...foldersInRepository(folder, include),
  ].map((path) => path.replace(/^\.\/?$|\/$/, ""));
}

function isSameProject(one: ProjectInCommit, other: ProjectInCommit): boolean {
  const [before, after] = [one, other].map(({ definitions, include, overrides }) => ({
    definitions,
    include: [...include],
    set: overrides?.set ?? {},
  }));
  return jsonEquals(before!, after!);
}

function isAttributes(path: string): boolean {
  return posix.basename(path) === ".gitattributes";
}

interface CommitContent
  extends Pick<LineStart, "definitions" | "overrides">, Pick<LineOptions, "texts"> {
  /** The paths that differ from the next newer commit; undefined for the newest. */
  readonly changed: ReadonlySet<string> | undefined;
  readonly entries: ReadonlyMap<string, CommitEntry>;
}

async function readCommit(
  info: CommitInfo,
  tree: ProjectTree,
  { definitions, overrides, changed, entries, texts }: CommitContent,
): Promise<LineCommit> {
  const hasLinks = [...entries.values()].some(({ type }) => type === "link"); // to changed files
  const isWhole = changed === undefined || hasLinks;
  const isDefinition = definitionPathFilterIn(definitions);
  const listed = isWhole ? definitionsOf(tree, definitions) : [...changed];
  const paths = listed.filter((path) => isDefinition(path) && entries.has(path));
  const isAsNow = (path: string): boolean => {
    const [text, entry] = [texts.get(path), entries.get(path)!];
    return text !== undefined && blobHash(text, entry.hash) === entry.hash;
  };
  const asNow = new Set(paths.filter(isAsNow));
  const others = paths.filter((path) => !asNow.has(path));
  await tree.fetch!(others);
  const { files, diagnostics } = readFiles(
    tree,
    others.map((path) => ({ path })),
  );
  const { readIncluded, fetchIncluded } = definitionFilesIn(tree, definitions);
  return {
    info,
    isWhole,
    files: [...[...asNow].map((path) => ({ path, text: texts.get(path)! })), ...files],
    unreadable: diagnostics.map(({ location }) => location.file),
    changed: changed ?? new Set(),
    overrides,
    readIncluded,
    ...(fetchIncluded && { fetchIncluded }),
  };
}

function definitionsOf(tree: ProjectTree, folder: string): string[] {
  return tree.follow(folder).type === "folder" ? listDefinitionFiles(tree, folder) : [];
}

/** Changes the entries to those of another commit. Returns the paths, relative to the folder. */
function setDiffering(
  entries: Map<string, CommitEntry>,
  differing: DifferingFiles,
  folder: string,
): ReadonlySet<string> {
  const paths = [...differing].map(([path, file]) => {
    const own = pathFromProject(folder, path);
    if (file) entries.set(own, commitEntry(file.mode, file.hash));
    else entries.delete(own);
    return own;
  });
  return new Set(paths);
}

/** The segment that ends at the first parent of a commit. */
async function olderSegment(
  { repository }: GitObjects,
  commit: string,
  at: Omit<LineStart, "commit">,
): Promise<Continuation> {
  const parent = await firstParent(repository, commit);
  if (parent === "missing") return "shallow";
  return parent === "none" ? "first" : { ...at, commit: parent.commit };
}

/** The segment before the oldest commit of a folder: the project was in another one, if there is any. */
async function segmentBefore(
  objects: GitObjects,
  oldest: CommitFolder,
  { projectIn }: LineOptions,
): Promise<Continuation> {
  const parent = await firstParent(objects.repository, oldest.commit);
  if (parent === "missing") return "shallow";
  if (parent === "none") return "first";
  const folders = { before: parent.commit, after: oldest };
  const moved = await findMovedFolder(objects, folders, configurationName);
  const tree = moved && (await commitTree(objects, moved));
  const named = tree && (await projectIn(tree));
  return named ? { ...moved!, ...named } : "first";
}
