// The files of a project at the commits of a first-parent line, newest first. Files that did not change
// between two commits are not read again. The line continues where the project had another folder.
import { posix } from "node:path";
import type { CommitInfo, LineCommit, LineEnd } from "../engine/history/line-commit.ts";
import { isFailure } from "../engine/model/failure.ts";
import { once } from "../engine/model/collections.ts";
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
import {
  definitionFilesIn,
  definitionPathFilterIn,
  listDefinitionFiles,
  readFiles,
} from "./definitions.ts";
import { convertedFiles } from "./git-attributes.ts";
import { compareCommits, listLine, type OlderFiles } from "./git-line.ts";
import type { GitObjects } from "./git-objects.ts";
import { firstParent } from "./git-repository.ts";
import { findMovedFolder } from "./moved-folder.ts";
import type { ProjectTree } from "./project-tree.ts";

/** Where a line begins: a project in a commit. */
export interface LineStart {
  readonly commit: string;
  /** The folder of the project in the commit: empty, or with a final `/`. */
  readonly folder: string;
  /** The folder of the definitions, relative to the project. */
  readonly definitions: string;
}

export interface LineOptions {
  /** The number of commits at most. */
  readonly limit: number;
  /** Files outside the folder of the definitions that they include, relative to the project. */
  readonly included: readonly string[];
  /** The folder of the definitions as promptctl.yaml names it; undefined without a valid one. */
  definitionsIn(this: void, tree: ProjectTree): Promise<string | undefined>;
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
 * Reads other commits of branches and tags that touch the project, newest first, in its current folder.
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
  for await (const item of readSegment(objects, start, others, options))
    if (isCommit(item)) yield item;
    else return;
}

/**
 * The part of a line in which the project and its definitions have one folder. The last item is the
 * next part, or why there is none.
 */
async function* readSegment(
  objects: GitObjects,
  segment: LineStart,
  commits: readonly CommitInfo[],
  options: LineOptions,
): AsyncGenerator<LineCommit | LineStart | LineEnd> {
  const { repository } = objects;
  const { folder, definitions } = segment;
  const hashes = commits.map(({ commit }) => commit);
  const older = await compareCommits(repository, hashes, folder);
  const [newest] = hashes;
  if (newest === undefined) return yield "first";
  const files = lineFiles(objects, { commit: newest, folder }, hashes);
  const entries = new Map((await listCommit(repository, { commit: newest, folder })).entries);
  let changed: ReadonlySet<string> | undefined;
  for (const [index, info] of commits.entries()) {
    if (index === options.limit) return yield "limit";
    const at = { commit: info.commit, folder };
    if (changed?.has(".gitattributes")) files.forgetConversions(at);
    if (index % readAtOnce === 0)
      await files.prefetch(definitionHashes(older.slice(index, index + readAtOnce), segment));
    const tree = await listedTree(listingOf(entries), at, files);
    yield await readCommit(info, tree, { definitions, changed, entries });
    changed = setOlder(entries, older[index]!, folder);
    if (!changed.has(configurationName)) continue;
    const before = await options.definitionsIn(await listedTree(listingOf(entries), at, files));
    if (before !== undefined && before !== definitions)
      return yield await olderSegment(objects, info.commit, { folder, definitions: before });
  }
  yield await segmentBefore(objects, { commit: hashes.at(-1)!, folder }, options);
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
      file && isDefinition(path.slice(folder.length)) ? [file.hash] : [],
    ),
  );
}

/** The paths whose commits belong to the line, relative to the repository. */
function touchedPaths({ folder, definitions }: LineStart, included: readonly string[]): string[] {
  const paths = [configurationName, definitions, ...included];
  return paths.map((path) => posix.join(folder, path).replace(/^\.\/?$|\/$/, ""));
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

interface CommitContent {
  readonly definitions: string;
  /** The paths that differ from the next newer commit; undefined for the newest. */
  readonly changed: ReadonlySet<string> | undefined;
  readonly entries: ReadonlyMap<string, CommitEntry>;
}

async function readCommit(
  info: CommitInfo,
  tree: ProjectTree,
  { definitions, changed, entries }: CommitContent,
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
    const own = path.slice(folder.length);
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
  { definitionsIn }: LineOptions,
): Promise<LineStart | LineEnd> {
  const { repository } = objects;
  const parent = await firstParent(repository, oldest.commit);
  if (parent === "missing") return "shallow";
  if (parent === "none") return "first";
  const folders = { before: parent.commit, after: oldest };
  const moved = await findMovedFolder(repository, folders, configurationName);
  const tree = moved && (await commitTree(objects, moved));
  const definitions = tree && (await definitionsIn(tree));
  return definitions === undefined ? "first" : { ...moved!, definitions };
}
