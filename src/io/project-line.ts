// The files of a project at the commits of a first-parent line, newest first. Files that did not change
// between two commits are not read again. The line continues where the project had another folder.
import { posix } from "node:path";
import type { EnvironmentOverrides } from "../engine/environments/environment.ts";
import type { CommitInfo, LineCommit, LineEnd } from "../engine/history/line-commit.ts";
import { isFailure } from "../engine/model/failure.ts";
import { once } from "../engine/model/collections.ts";
import { jsonEquals } from "../engine/model/json.ts";
import {
  type CommitEntry,
  commitEntry,
  type CommitFolder,
  listCommit,
  listingOf,
} from "./commit-listing.ts";
import {
  commitTree,
  lackingHashes,
  type ListedFiles,
  listedTree,
  objectReader,
} from "./commit-tree.ts";
import { configurationName } from "./configuration.ts";
import { definitionPathFilterIn, listDefinitionFiles } from "./definition-listing.ts";
import { definitionFilesIn, readFiles } from "./definitions.ts";
import { convertedFiles } from "./git-attributes.ts";
import { compareCommits, listLine, type OlderFiles } from "./git-line.ts";
import type { GitObjects } from "./git-objects.ts";
import { firstParent } from "./git-repository.ts";
import {
  type DefinitionFolders,
  foldersInRepository,
  isOutside,
  pathFromProject,
} from "./included-folders.ts";
import { findMovedFolder } from "./moved-folder.ts";
import type { ProjectTree } from "./project-tree.ts";

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
  /** Files outside the folder of the definitions that they include, relative to the project. */
  readonly included: readonly string[];
  /** What promptctl.yaml says; undefined without a valid one. */
  projectIn(this: void, tree: ProjectTree): Promise<ProjectInCommit | undefined>;
}

/** Reads the commits that touch the project. The last item is the reason why there are no more. */
export async function* readProjectLine(
  objects: GitObjects,
  start: LineStart,
  options: LineOptions,
): AsyncGenerator<LineCommit | LineEnd> {
  let remaining = options.limit;
  let next: LineStart | LineEnd = start;
  try {
    while (typeof next === "object") {
      const segment: LineStart = next;
      const commits = await listLine(objects.repository, {
        from: segment.commit,
        paths: touchedPaths(segment, options.included),
        limit: remaining + 1,
      });
      for await (const item of readSegment(objects, segment, commits, {
        ...options,
        limit: remaining,
      }))
        if (isCommit(item)) {
          remaining -= 1;
          yield item;
        } else next = item;
    }
    yield next;
  } catch (problem) {
    if (!isFailure(problem) || problem.code !== "partial-clone") throw problem;
    yield "partial";
  }
}

function isCommit(item: LineCommit | LineStart | LineEnd): item is LineCommit {
  return typeof item === "object" && "info" in item;
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
  const commits = await listLine(objects.repository, query);
  const others = commits.filter(({ commit }) => !known.has(commit));
  // The commits are of several branches: what promptctl.yaml says in one does not hold for the next.
  const asNow = { ...options, projectIn: async () => undefined };
  for await (const item of readSegment(objects, start, others, asNow))
    if (isCommit(item)) yield item;
    else return;
}

/**
 * The part of a line in which the project has one folder and promptctl.yaml names the same folders. The
 * last item is the next part, or why there is none.
 */
async function* readSegment(
  objects: GitObjects,
  segment: LineStart,
  commits: readonly CommitInfo[],
  options: LineOptions,
): AsyncGenerator<LineCommit | LineStart | LineEnd> {
  const { repository } = objects;
  const { folder, definitions, include, overrides } = segment;
  const hashes = commits.map(({ commit }) => commit);
  const [newest] = hashes;
  if (newest === undefined) return yield "first";
  const folders = [folder, ...foldersInRepository(folder, include)];
  const [older, listing] = await Promise.all([
    compareCommits(repository, hashes, folders),
    listCommit(repository, { commit: newest, folder }, include),
  ]);
  const files = lineFiles(objects, { commit: newest, folder }, hashes);
  const entries = new Map(listing.entries);
  let changed: ReadonlySet<string> | undefined;
  for (const [index, info] of commits.entries()) {
    if (index === options.limit) return yield "limit";
    const at = { commit: info.commit, folder, include };
    if (changed && [...changed].some(isAttributes)) files.forgetConversions(at);
    if (index % readAtOnce === 0)
      await files.prefetch(definitionHashes(older.slice(index, index + readAtOnce), segment));
    const tree = await listedTree(listingOf(entries), at, files);
    yield await readCommit(info, tree, { definitions, overrides, changed, entries });
    changed = setOlder(entries, older[index]!, folder);
    if (!changed.has(configurationName)) continue;
    const olderTree = await listedTree(listingOf(entries), at, files);
    const next = await otherSegment(
      objects,
      { ...segment, commit: info.commit },
      olderTree,
      options,
    );
    if (next !== undefined) return yield next;
  }
  yield await segmentBefore(objects, { commit: hashes.at(-1)!, folder }, options);
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
): Promise<LineStart | LineEnd | undefined> {
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

/** The files of so many commits are read with one request: half the time of row "log of a prompt". */
const readAtOnce = 32;

/** The definition files that differ in older commits. */
function definitionHashes(
  older: readonly OlderFiles[],
  { folder, definitions }: LineStart,
): string[] {
  const isDefinition = definitionPathFilterIn(definitions);
  return older.flatMap((files) =>
    [...files].flatMap(([path, file]) =>
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

interface LineFiles extends ListedFiles {
  /** Asks again which files are converted, as a commit says. */
  forgetConversions(at: CommitFolder): void;
  /** Reads objects, so that `read` needs no request for them until the next call. */
  prefetch(hashes: readonly string[]): Promise<void>;
}

/** How the files of these commits are read. git is asked once for each path whether it is converted. */
function lineFiles(
  objects: GitObjects,
  newest: CommitFolder,
  commits: readonly string[],
): LineFiles {
  const { repository } = objects;
  const lacking = once(() => lackingHashes(repository, commits));
  let at = newest;
  const known = new Map<string, string | undefined>();
  const read = objectReader(objects, newest.commit, lacking);
  let prefetched: ReadonlyMap<string, Buffer> = new Map();
  return {
    root: repository.folder,
    read: async (hashes) => {
      const unknown = hashes.filter((hash) => !prefetched.has(hash));
      const others = await read(unknown);
      return new Map(hashes.map((hash) => [hash, prefetched.get(hash) ?? others.get(hash)!]));
    },
    prefetch: async (hashes) => {
      // A partial clone may lack some of them, which may not be needed.
      prefetched = repository.isPartial ? new Map() : await objects.read(hashes);
    },
    conversions: async (paths) => {
      const unknown = paths.filter((path) => !known.has(path));
      const converted = await convertedFiles(repository, at, unknown);
      for (const path of unknown) known.set(path, converted.get(path));
      return new Map(
        paths.flatMap((path) => {
          const conversion = known.get(path);
          return conversion === undefined ? [] : [[path, conversion] as const];
        }),
      );
    },
    forgetConversions: (commit) => {
      at = commit;
      known.clear();
    },
  };
}

interface CommitContent extends Pick<LineStart, "definitions" | "overrides"> {
  /** The paths that differ from the next newer commit; undefined for the newest. */
  readonly changed: ReadonlySet<string> | undefined;
  readonly entries: ReadonlyMap<string, CommitEntry>;
}

async function readCommit(
  info: CommitInfo,
  tree: ProjectTree,
  { definitions, overrides, changed, entries }: CommitContent,
): Promise<LineCommit> {
  const hasLinks = [...entries.values()].some(({ type }) => type === "link"); // to changed files
  const isWhole = changed === undefined || hasLinks;
  const isDefinition = definitionPathFilterIn(definitions);
  const listed = isWhole ? definitionsOf(tree, definitions) : [...changed];
  const paths = listed.filter((path) => isDefinition(path) && entries.has(path));
  await tree.fetch!(paths);
  const { files, diagnostics } = readFiles(
    tree,
    paths.map((path) => ({ path })),
  );
  const { readIncluded, fetchIncluded } = definitionFilesIn(tree, definitions);
  return {
    info,
    isWhole,
    files,
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

/** Changes the entries to those of the older commit. Returns the paths, relative to the folder. */
function setOlder(
  entries: Map<string, CommitEntry>,
  older: OlderFiles,
  folder: string,
): ReadonlySet<string> {
  const paths = [...older].map(([path, file]) => {
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
): Promise<LineStart | LineEnd> {
  const parent = await firstParent(repository, commit);
  if (parent === "missing") return "shallow";
  return parent === "none" ? "first" : { ...at, commit: parent.commit };
}

/** The segment before the oldest commit of a folder: the project was in another one, if there is any. */
async function segmentBefore(
  objects: GitObjects,
  oldest: CommitFolder,
  { projectIn }: LineOptions,
): Promise<LineStart | LineEnd> {
  const { repository } = objects;
  const parent = await firstParent(repository, oldest.commit);
  if (parent === "missing") return "shallow";
  if (parent === "none") return "first";
  const folders = { before: parent.commit, after: oldest };
  const moved = await findMovedFolder(repository, folders, configurationName);
  const tree = moved && (await commitTree(objects, moved));
  const named = tree && (await projectIn(tree));
  return named ? { ...moved!, ...named } : "first";
}
