// Finds the commits that a command names or compares with. Why a commit is not found is a Failure
// with a code of its own.
import { realpathSync } from "node:fs";
import { type Failure, wrongUsage } from "../../engine/model/failure.ts";
import type { EnvironmentVariables } from "../../engine/model/ports.ts";
import { gitFailure, gitOutput, type GitPlace, noRepository, runGit } from "./git-command.ts";

/** The git repository around a folder. */
export interface GitRepository extends GitPlace {
  /** The path of the folder in the repository: empty, or with a final `/`. */
  readonly prefix: string;
  /** Whether the clone lacks old commits. */
  readonly isShallow: boolean;
  /** Whether the clone may lack files of commits. */
  readonly isPartial: boolean;
  /** The hash of the commit of HEAD; undefined without commits. */
  readonly head: string | undefined;
  /** Whether `git check-attr` has `--source`, new in version 2.40: true until git refuses it. */
  hasSourceFlag: boolean;
}

/**
 * Finds the repository around a folder. Throws a Failure: `no-git`, `no-repository` or
 * `unsafe-repository`.
 */
export async function openRepository(
  folder: string,
  env: EnvironmentVariables,
): Promise<GitRepository> {
  const place = { folder: realpathSync.native(folder), env };
  const flags = ["--is-inside-work-tree", "--is-shallow-repository", "--show-prefix"];
  const partial = String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`;
  const [state, partialClone] = await Promise.all([
    runGit(place, ["rev-parse", ...flags, ...verify("HEAD")]),
    runGit(place, ["config", "--get-regexp", partial]),
  ]);
  const [isInside, isShallow, ...rest] = state.stdout.toString().split("\n");
  if (isInside === "false") throw noRepository(folder);
  if (isInside !== "true") throw gitFailure(place, state);
  const head = state.exitCode === 0 ? rest.splice(-2, 1)[0] : undefined;
  return {
    ...place,
    prefix: rest.join("\n").slice(0, -1), // a name may contain a line break
    isShallow: isShallow === "true",
    isPartial: partialClone.exitCode === 0,
    head,
    hasSourceFlag: true,
  };
}

/** The path from the folder to the root of the repository: empty, or with a final `/`. */
export function pathToRoot({ prefix }: GitRepository): string {
  return prefix.replace(/[^/]+/g, "..");
}

/**
 * The hash of the commit that a commit, tag, branch or expression such as `HEAD~3` names. Throws a
 * Failure: `no-commits` or `unknown-ref`.
 */
export async function resolveCommit(repository: GitRepository, ref: string): Promise<string> {
  const commit = await findCommit(repository, ref);
  if (commit !== undefined) return commit;
  if (repository.head === undefined) throw noCommits();
  const message = `git has no commit ${JSON.stringify(ref)}.`;
  const remote = `origin/${ref}`;
  const isOnRemote = (await findCommit(repository, `refs/remotes/${remote}`)) !== undefined;
  if (isOnRemote)
    throw wrongUsage("unknown-ref", message, `Did you mean ${JSON.stringify(remote)}?`);
  const hint = repository.isShallow
    ? wholeHistoryHint
    : "Name a commit, a tag or a branch of this clone.";
  throw wrongUsage("unknown-ref", message, hint);
}

async function findCommit(repository: GitRepository, ref: string): Promise<string | undefined> {
  if (ref === "HEAD") return repository.head;
  if (ref === "" || ref.startsWith("-") || ref.includes("\0")) return undefined; // would be a flag
  const { exitCode, stdout } = await runGit(repository, ["rev-parse", ...verify(ref)]);
  return exitCode === 0 ? stdout.toString().trim() : undefined;
}

/** The words of rev-parse for the hash of the commit that a ref names. */
function verify(ref: string): string[] {
  return ["--verify", "--quiet", `${ref}^{commit}`];
}

function noCommits(): Failure {
  return wrongUsage(
    "no-commits",
    "The git repository has no commits yet.",
    "Commit the files first.",
  );
}

const wholeHistoryHint = [
  "The clone is shallow. To fetch the whole history: git fetch --unshallow",
  "In GitHub Actions: fetch-depth: 0 of actions/checkout. In GitLab CI: the variable GIT_DEPTH: 0.",
];

/** The commit that the working tree is compared with. */
export interface BaseCommit {
  readonly commit: string;
  /** How it was found, for example `merge base with origin/main`. */
  readonly origin: string;
}

/**
 * The commit that the changes of the current branch are based on: in a pull request's merge commit
 * its first parent, otherwise the merge base with the target branch of the CI job or with the
 * default branch. Throws a Failure: `no-commits`, `no-default-branch`, `shallow-clone` or
 * `no-merge-base`.
 */
export async function findBaseCommit(
  repository: GitRepository,
  ref: string = "HEAD",
): Promise<BaseCommit> {
  const head = await resolveCommit(repository, ref);
  const parent = await pullRequestBase(repository, head);
  if (parent !== undefined) return parent;
  const branch = await targetBranch(repository);
  const { exitCode, stdout, stderr } = await runGit(repository, [
    "merge-base",
    head,
    branch.commit,
  ]);
  if (exitCode === 0)
    return { commit: stdout.toString().trim(), origin: `merge base with ${branch.name}` };
  if (exitCode !== 1) throw gitFailure(repository, { stderr });
  if (repository.isShallow) throw shallow(`the merge base with ${branch.name} is not known`);
  throw wrongUsage(
    "no-merge-base",
    `${ref} and ${branch.name} have no common commit.`,
    "Name the commit to compare with.",
  );
}

function shallow(consequence: string): Failure {
  const message = `The clone is shallow: ${consequence}.`;
  return wrongUsage("shallow-clone", message, wholeHistoryHint);
}

/** GitHub checks out a merge of the target branch (first parent) and the pull request. */
async function pullRequestBase(
  repository: GitRepository,
  head: string,
): Promise<BaseCommit | undefined> {
  const { env } = repository;
  const isPullRequest = /^refs\/pull\/\d+\/merge$/.test(env["GITHUB_REF"] ?? "");
  if (!isPullRequest || env["GITHUB_SHA"] !== head) return undefined; // another commit is checked out
  const [first, second] = await parentsOf(repository, head);
  if (first === undefined || second === undefined) return undefined;
  if ((await findCommit(repository, first)) === undefined)
    throw shallow("the target branch of the pull request is not in it");
  return { commit: first, origin: "target branch of the pull request" };
}

/** The parents as written in a commit: rev-parse hides those that a shallow clone lacks. */
async function parentsOf(repository: GitRepository, commit: string): Promise<string[]> {
  return parentsIn(await gitOutput(repository, ["cat-file", "commit", commit]));
}

function parentsIn(text: string): string[] {
  const [headers = ""] = text.split("\n\n");
  return [...headers.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, hash]) => hash!);
}

/**
 * The first parent of a commit with this text: `none` for the first commit, `missing` if a shallow clone
 * ends here, even if an earlier fetch left the parent.
 */
export async function firstParent(
  repository: GitRepository,
  commit: string,
  text: string,
): Promise<{ readonly commit: string } | "none" | "missing"> {
  const [parent] = parentsIn(text);
  if (parent === undefined) return "none";
  const isHere =
    !repository.isShallow || (await findCommit(repository, `${commit}^1`)) !== undefined;
  return isHere ? { commit: parent } : "missing";
}

interface Branch {
  readonly name: string;
  readonly commit: string;
}

/** Where GitHub and GitLab name the target branch of a pull request or merge request. */
const targetBranchVariables = ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"];

const defaultBranches = [
  "refs/remotes/origin/HEAD",
  "refs/remotes/origin/main",
  "refs/remotes/origin/master",
  "refs/heads/main",
  "refs/heads/master",
];

async function targetBranch(repository: GitRepository): Promise<Branch> {
  const target = targetBranchVariables.map((name) => repository.env[name]).find(Boolean);
  const names = target === undefined ? defaultBranches : [`refs/remotes/origin/${target}`];
  const words = ["for-each-ref", "--format=%(refname) %(objectname) %(symref)", ...names];
  const lines = (await gitOutput(repository, words)).split("\n").map((line) => line.split(" "));
  for (const name of names) {
    const [, commit, symbolic] = lines.find(([each]) => each === name) ?? [];
    if (commit !== undefined)
      return { name: (symbolic || name).replace(/^refs\/(?:remotes|heads)\//, ""), commit };
  }
  const wanted =
    target === undefined ? "origin/main, origin/master, main or master" : `origin/${target}`;
  if (repository.isShallow) throw shallow(`there is no branch ${wanted}`);
  throw wrongUsage(
    "no-default-branch",
    `The clone has no branch ${wanted}.`,
    target === undefined
      ? "Name the commit to compare with, or set the default branch: git remote set-head origin --auto"
      : `Fetch the branch: git fetch origin ${target}`,
  );
}
