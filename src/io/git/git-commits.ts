// Writes commits and branches into the object database of a clone. No working tree, index or HEAD is
// touched: files get no filter (there is no path), trees are made in an index of their own, and no hook runs.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { refused, wrongUsage } from "../../engine/model/failure.ts";
import { createTemporaryFolder } from "../files/temporary-folder.ts";
import { gitFailure, gitOutput, type GitPlace, runGit } from "./git-command.ts";
import type { GitRepository } from "./git-repository.ts";
import { type CommitFile, type CommitStore, movedBranch } from "./put-branch.ts";

/** The commits and branches of a clone. */
export function gitCommits(repository: GitRepository): CommitStore {
  const git = (words: readonly string[], input?: string): Promise<string> =>
    gitOutput(repository, words, input);
  return {
    read: async (commit) => {
      const text = await git(["cat-file", "commit", commit]);
      const end = text.indexOf("\n\n");
      const headers = text.slice(0, end).split("\n");
      const valuesOf = (name: string): string[] =>
        headers.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(" ")[1]!);
      const [tree = ""] = valuesOf("tree");
      return { tree, parents: valuesOf("parent"), message: text.slice(end + 2) };
    },
    writeTree: (parent, files) => writeTree(repository, parent, files),
    writeCommit: async ({ tree, parents, message }) => {
      const words = parents.flatMap((parent) => ["-p", parent]);
      return (await git([...identity, "commit-tree", tree, ...words], message)).trim();
    },
    branch: async (name) => {
      const words = ["rev-parse", "--verify", "--quiet", `refs/heads/${name}^{commit}`];
      const { exitCode, stdout } = await runGit(repository, words);
      return exitCode === 0 ? stdout.toString().trim() : undefined;
    },
    setBranch: async (name, commit, before) => {
      const options = ["--no-deref", "--create-reflog", "-m", "promptctl pull --branch"];
      const ref = `refs/heads/${name}`;
      const change = commit === undefined ? ["-d", ref] : [ref, commit];
      const words = ["update-ref", ...options, ...change, before ?? ""]; // empty: the ref must not exist
      const { exitCode, stderr } = await runGit(repository, words);
      if (exitCode !== 0) throw movedBranch(name, gitFailure(repository, { stderr }).message);
    },
  };
}

/** git does not guess who somebody is. */
const identity = ["-c", "user.useConfigOnly=true", "-c", "i18n.commitEncoding=UTF-8"];

async function writeTree(
  repository: GitRepository,
  parent: string,
  files: readonly CommitFile[],
): Promise<string> {
  const folder = createTemporaryFolder("index");
  const place: GitPlace = { ...repository, indexFile: join(folder, "index") };
  const settings = ["-c", "core.splitIndex=false", "-c", "core.untrackedCache=false"];
  try {
    await gitOutput(place, [...settings, "read-tree", parent]);
    const lines: string[] = [];
    for (const { path, mode, content } of files) {
      const words = ["hash-object", "-w", "--stdin"];
      const hash =
        content === undefined
          ? "0".repeat(parent.length)
          : (await gitOutput(repository, words, content)).trim();
      lines.push(`${content === undefined ? "0" : mode} ${hash}\t${path}\0`);
    }
    const update = [...settings, "update-index", "-z", "--index-info"];
    await gitOutput(place, update, lines.join(""));
    return (await gitOutput(place, [...settings, "write-tree", "--missing-ok"])).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Throws a Failure if git could not make the branch: an invalid name, the default branch of a remote, or a
 * branch that a working tree has checked out.
 */
export async function refuseImpossibleBranch(
  repository: GitRepository,
  name: string,
): Promise<void> {
  const remoteHeads = ["for-each-ref", "--format=%(symref:lstrip=3)", "refs/remotes/*/HEAD"];
  const [format, defaults, worktrees] = await Promise.all([
    runGit(repository, ["check-ref-format", `refs/heads/${name}`]),
    gitOutput(repository, remoteHeads),
    gitOutput(repository, ["worktree", "list", "--porcelain"]),
  ]);
  if (format.exitCode !== 0 || name.startsWith("-") || name === "HEAD")
    throw wrongUsage(
      "branch-name",
      `git does not permit ${JSON.stringify(name)} as the name of a branch.`,
      "Name another branch, for example --branch hotfix.",
    );
  if (defaults.split("\n").includes(name))
    throw refused(
      "default-branch",
      `The branch ${name} is the default branch of a remote, which pull --branch does not replace. Nothing was written.`,
      "Name another branch.",
    );
  if (worktrees.split("\n").includes(`branch refs/heads/${name}`))
    throw refused(
      "branch-checked-out",
      `The branch ${name} is checked out in a working tree, which would not match it any more. Nothing was written.`,
      "Name another branch.",
    );
}

/** Throws a Failure if git's configuration has no name and address of the author. */
export async function refuseUnknownAuthor(repository: GitRepository): Promise<void> {
  const identities = await Promise.all(
    ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"].map((name) =>
      runGit(repository, [...identity, "var", name]),
    ),
  );
  if (identities.some(({ exitCode }) => exitCode !== 0))
    throw wrongUsage(
      "no-identity",
      "git does not know the author of the commit. Nothing was written.",
      [
        "Set the name and the address in git's configuration:",
        'git config user.name "Your Name"',
        "git config user.email you@example.com",
      ],
    );
}

/** Whether the configuration asks git to sign commits, which `commit-tree` does not do. */
export async function asksForSignatures(repository: GitRepository): Promise<boolean> {
  const words = ["config", "--type=bool", "--get", "commit.gpgSign"];
  return (await runGit(repository, words)).stdout.toString().trim() === "true";
}
