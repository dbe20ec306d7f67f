// The files of a project at the commits of a first-parent line, newest first. Files that did not change
// between two commits are not read again. The line continues where the project had another folder.
import { posix } from "node:path";
import type { CommitInfo, LineCommit, LineEnd } from "../../engine/history/line-commit.ts";
import { isFailure } from "../../engine/model/failure.ts";
import { type CommitEntry, commitEntry, listCommit, listingOf } from "./commit-listing.ts";
import { listedTree } from "./commit-tree.ts";
import { configurationName } from "../settings/configuration.ts";
import { definitionPathFilterIn } from "../files/definition-listing.ts";
import { compareCommits, type ComparedCommit, type DifferingFiles, listLine } from "./git-line.ts";
import type { GitObjects } from "../../io/git/git-objects.ts";
import { foldersInRepository, isOutside, pathFromProject } from "../files/included-folders.ts";
import { type LineFiles, lineFiles } from "./line-files.ts";
import { readLineCommit } from "./line-content.ts";
import {
  type Continuation,
  type LineOptions,
  type LineStart,
  otherSegment,
  segmentBefore,
} from "./line-segments.ts";

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
  const listed = await listCommit(objects, segment, include);
  const entries = new Map(listed.entries); // of the current commit
  const links = new Set(listed.links);
  let files: LineFiles | undefined;
  let newer: string | undefined; // the commit that was read last
  const from = segment.commit;
  for await (const part of compareCommits(objects.repository, { from, commits }, folders)) {
    files ??= segmentFiles(objects, { ...segment, commit: part[0]!.info.commit }, entries);
    const hashes = part.map(({ info }) => info.commit);
    await files.startPart(hashes, definitionHashes(part, segment));
    for (const { info, differing } of part) {
      const paths = setDiffering({ entries, links }, differing, folder);
      const at = { commit: info.commit, folder, include };
      if ([...paths].some(isAttributes)) files.forgetConversions(at);
      const listing = listingOf(entries, links);
      const tree = await listedTree(listing, at, files);
      if (newer !== undefined && paths.has(configurationName)) {
        const next = await otherSegment(objects, { ...segment, commit: newer }, tree, options);
        if (next !== undefined) return next;
      }
      if (budget.left === 0) return "limit";
      budget.left -= 1;
      const changed = newer === undefined ? undefined : paths;
      const { texts } = options;
      yield await readLineCommit(info, tree, { definitions, overrides, changed, listing, texts });
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
  // git compares each commit with each path: thousands of texts beside the definitions need none of their own.
  const isBeside = (path: string): boolean =>
    definitions === "." || path.startsWith(`${definitions}/`);
  const others = included.filter((path) => !isOutside(path) && !isBeside(path));
  const paths = [configurationName, definitions, ...others];
  return [
    ...paths.map((path) => posix.join(folder, path)),
    ...foldersInRepository(folder, include),
  ].map((path) => path.replace(/^\.\/?$|\/$/, ""));
}

function isAttributes(path: string): boolean {
  return posix.basename(path) === ".gitattributes";
}

interface ChangingEntries {
  readonly entries: Map<string, CommitEntry>;
  readonly links: Set<string>;
}

/** Changes the entries to those of another commit. Returns the paths, relative to the folder. */
function setDiffering(
  { entries, links }: ChangingEntries,
  differing: DifferingFiles,
  folder: string,
): ReadonlySet<string> {
  const paths = [...differing].map(([path, file]) => {
    const own = pathFromProject(folder, path);
    const entry = file && commitEntry(file.mode, file.hash);
    if (entry) entries.set(own, entry);
    else entries.delete(own);
    if (entry?.type === "link") links.add(own);
    else links.delete(own);
    return own;
  });
  return new Set(paths);
}
