// The first-parent line of a commit: its commits that touch a project, and the files that they
// change.
import type { CommitInfo } from "../../engine/history/line-commit.ts";
import { commitFailure, commitOutput } from "./commit-listing.ts";
import { gitFailure, gitLines, type GitOutput, runGit } from "../../io/git/git-command.ts";
import { type GitRepository, pathToRoot } from "../../io/git/git-repository.ts";

/** The commits to list: at most `limit` ones that touch one of the paths. */
export interface LineQuery {
  /**
   * The commit whose first-parent line is listed; undefined for all commits of branches and tags.
   */
  readonly from: string | undefined;
  /** Paths of files and folders in the repository. An empty path is all of it. */
  readonly paths: readonly string[];
  readonly limit: number;
}

const format = "--format=%H%x00%aI%x00%an%x00%s";

// A merge that keeps the files of one parent (`git merge -s ours`) must not hide the commits of the other.
const allCommits = ["--full-history", "HEAD", "--branches", "--remotes", "--tags"];

/** The commits, newest first, as git finds them. */
export async function* listLine(
  repository: GitRepository,
  { from, paths, limit }: LineQuery,
): AsyncGenerator<CommitInfo> {
  const flags = [`--max-count=${Number.isFinite(limit) ? limit : -1}`, "--encoding=UTF-8", format];
  const revisions = from === undefined ? allCommits : ["--first-parent", from];
  const words = ["rev-list", ...flags, ...revisions, ...pathWords(repository, paths)];
  const lines = gitLines(repository, words, (output) =>
    commitFailure(repository, from ?? "HEAD", output),
  );
  for await (const line of lines) {
    if (!line.includes("\0")) continue; // "commit HASH"
    const [commit = "", date = "", author = "", ...subject] = line.split("\0");
    yield { commit, date, author, subject: subject.join("\0") };
  }
}

/** The hashes on the first-parent line of a commit that the history of another one does not contain. */
export async function lineWithout(
  repository: GitRepository,
  from: string,
  other: string,
): Promise<ReadonlySet<string>> {
  const words = ["rev-list", "--first-parent", from, `^${other}`];
  const output = commitOutput(repository, from, await runGit(repository, words));
  return new Set(output.split("\n").filter((line) => line !== ""));
}

/**
 * Whether the history of a commit or branch contains another commit. Undefined if git cannot tell, for
 * example because the clone lacks one.
 */
export async function hasAncestor(
  repository: GitRepository,
  ref: string,
  ancestor: string,
): Promise<boolean | undefined> {
  const words = ["merge-base", "--is-ancestor", ancestor, ref];
  const { exitCode } = await runGit(repository, words);
  return exitCode > 1 ? undefined : exitCode === 0;
}

/** The best common ancestors of two commits; none if git cannot tell. */
export async function mergeBases(
  repository: GitRepository,
  commits: readonly [string, string],
): Promise<readonly string[]> {
  const { exitCode, stdout } = await runGit(repository, ["merge-base", "--all", ...commits]);
  return exitCode === 0 ? stdout.toString().trim().split("\n") : [];
}

/** Whether two commits have the same content at some paths, which are relative to the repository's folder. */
export async function isSameAt(
  repository: GitRepository,
  commits: readonly [string, string],
  paths: readonly string[],
): Promise<boolean> {
  const words = ["diff-tree", "-r", "--quiet", ...commits, "--", ...paths];
  const output = await runGit(repository, words);
  if (output.exitCode > 1) throw gitFailure(repository, output);
  return output.exitCode === 0;
}

/** The files that differ between two commits, with paths relative to the repository's folder. */
export async function filesChangedBetween(
  repository: GitRepository,
  [before, after]: readonly [string, string],
): Promise<string[]> {
  const words = ["diff-tree", "-r", "-z", "--no-renames", "--name-only", before, after];
  const paths = commitOutput(repository, before, await runGit(repository, words)).split("\0");
  const { prefix } = repository;
  return paths
    .filter((path) => path !== "")
    .map((path) =>
      path.startsWith(prefix) ? path.slice(prefix.length) : pathToRoot(repository) + path,
    );
}

/** A branch or tag that has a commit: a branch of this clone, if there is any. */
export async function refWith(repository: GitRepository, commit: string): Promise<string> {
  for (const namespace of ["refs/heads", "refs/remotes", "refs/tags"]) {
    const flags = ["--format=%(refname:lstrip=2)", `--contains=${commit}`, "--count=1"];
    const output = await runGit(repository, ["for-each-ref", ...flags, namespace]);
    const name = output.stdout.toString().trim();
    if (name !== "") return name;
  }
  return "HEAD";
}

/** The mode and the hash of a file in a commit. */
interface GitFile {
  readonly mode: string;
  readonly hash: string;
}

/**
 * The files of a commit that differ from those of the commit before it in a list; undefined if it
 * lacks a file.
 */
export type DifferingFiles = ReadonlyMap<string, GitFile | undefined>;

/** A commit of a list, with its files that differ. */
export interface ComparedCommit {
  readonly info: CommitInfo;
  readonly differing: DifferingFiles;
}

/** So many commits are compared with one request. */
const comparedAtOnce = 128;

/**
 * Compares the files of some folders in each commit with the one before it in the list, in the first
 * commit with `from`. Returns the commits in parts, as git finds them.
 */
export async function* compareCommits(
  repository: GitRepository,
  { from, commits }: { readonly from: string; readonly commits: AsyncIterable<CommitInfo> },
  folders: readonly string[],
): AsyncGenerator<readonly ComparedCommit[]> {
  let before = from;
  let part: CommitInfo[] = [];
  for await (const info of commits) {
    if (part.push(info) < comparedAtOnce) continue;
    yield await comparePart(repository, before, part, folders);
    before = info.commit;
    part = [];
  }
  if (part.length > 0) yield await comparePart(repository, before, part, folders);
}

/** `before`: the commit that the first one of the part is compared with. */
async function comparePart(
  repository: GitRepository,
  before: string,
  part: readonly CommitInfo[],
  folders: readonly string[],
): Promise<readonly ComparedCommit[]> {
  const hashes = [before, ...part.map(({ commit }) => commit)];
  const pairs = hashes.slice(1).map((hash, index) => [hash, hashes[index]!]);
  const input = pairs.filter(([hash, other]) => hash !== other).map((pair) => pair.join(" "));
  const words = ["diff-tree", "--stdin", "-r", "-z", "--no-renames", "--no-abbrev"];
  const flags = [...words, ...pathWords(repository, folders)];
  const compare = (): Promise<GitOutput> => runGit(repository, flags, `${input.join("\n")}\n`);
  const output = input.length > 0 ? commitOutput(repository, before, await compare()) : "";
  const byCommit = parseDifferences(output);
  return part.map((info) => ({ info, differing: byCommit.get(info.commit) ?? new Map() }));
}

/**
 * Parses `COMMIT`, then `:MODE MODE HASH HASH STATUS` and `PATH` for each file, each ended by a
 * NUL.
 */
function parseDifferences(output: string): Map<string, DifferingFiles> {
  const byCommit = new Map<string, DifferingFiles>();
  let files = new Map<string, GitFile | undefined>();
  const fields = output.split("\0");
  for (let index = 0; index < fields.length - 1; index += 1) {
    const field = fields[index]!;
    if (!field.startsWith(":")) {
      files = new Map();
      byCommit.set(field, files);
      continue;
    }
    const [, mode = "", , hash = "", status] = field.split(" ");
    index += 1;
    files.set(fields[index]!, status === "D" ? undefined : { mode, hash });
  }
  return byCommit;
}

/** git reads paths relative to the folder in which it runs. */
function pathWords(repository: GitRepository, paths: readonly string[]): string[] {
  const up = pathToRoot(repository);
  return paths.includes("") ? [] : ["--", ...paths.map((path) => up + path)];
}
