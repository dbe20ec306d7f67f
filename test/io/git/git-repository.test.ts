// The commits that a command names or compares with.
import { describe, expect, it } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import type { Failure } from "../../../src/engine/model/failure.ts";
import {
  findBaseCommit,
  openRepository,
  resolveCommit,
} from "../../../src/io/git/git-repository.ts";
import { folderOf, rejectionOf } from "../folder.ts";
import { gitEnv, repositoryOf, runTestGit } from "../repository.ts";

async function openFailure(folder: string, env: EnvironmentVariables = gitEnv): Promise<Failure> {
  return rejectionOf(openRepository(folder, env));
}

describe("a repository", () => {
  it("is found around a folder", async () => {
    await using repository = repositoryOf({ "a b/c/d.md": "" });
    expect(await openRepository(repository.at("a b/c"), gitEnv)).toMatchObject({
      prefix: "a b/c/",
      isShallow: false,
      hasSourceFlag: true,
      isPartial: false,
    });
    expect((await openRepository(repository.path, gitEnv)).prefix).toBe("");
  });

  it("is not found: no git", async () => {
    await using repository = repositoryOf();
    const env = { ...gitEnv, PATH: "/nonexistent" };
    expect(await openFailure(repository.path, env)).toMatchObject({
      class: "usage",
      code: "no-git",
      message: "The command git is not installed.",
    });
  });

  it("is not found: none around the folder", async () => {
    await using folder = folderOf();
    expect(await openFailure(folder.path)).toMatchObject({
      class: "usage",
      code: "no-repository",
      message: `${folder.path} is in no working tree of a git repository.`,
    });
  });

  it("is not found: one without a working tree", async () => {
    await using repository = repositoryOf({ "a.md": "" });
    expect((await openFailure(repository.at(".git"))).code).toBe("no-repository");
    await using folder = folderOf();
    runTestGit(["init", "-q", "--bare", "inner"], folder.path);
    expect((await openFailure(folder.at("inner"))).code).toBe("no-repository");
  });

  it.skipIf(process.getuid?.() !== 0)("of another user is not read (as root)", async () => {
    await using repository = repositoryOf({ "a.md": "" });
    const { chownSync } = await import("node:fs");
    for (const path of ["", ".git"]) chownSync(repository.at(path), 12_345, 12_345);
    expect(await openFailure(repository.path)).toMatchObject({
      class: "usage",
      code: "unsafe-repository",
      hint: expect.stringContaining(`git config --global --add safe.directory ${repository.path}`),
    });
  });

  it("ignores the GIT_* variables of the environment", async () => {
    await using other = repositoryOf({ "b.md": "" });
    await using repository = repositoryOf({ "a/a.md": "" });
    const env = { ...gitEnv, GIT_DIR: other.at(".git"), GIT_WORK_TREE: other.path };
    const { folder, prefix } = await openRepository(repository.at("a"), env);
    expect([folder, prefix]).toEqual([repository.at("a"), "a/"]);
  });
});

describe("a ref", () => {
  it("is a commit, a tag, a branch or an expression", async () => {
    await using repository = repositoryOf({ "a.md": "1" });
    repository.git(["tag", "-a", "v1", "-m", "v1"]);
    const first = repository.git(["rev-parse", "HEAD"]);
    const second = repository.commit({ "a.md": "2" });
    const opened = await openRepository(repository.path, gitEnv);
    const refs = ["HEAD", "main", "HEAD~1", "v1", first, first.slice(0, 8), "main@{0}"];
    const commits = await Promise.all(refs.map((ref) => resolveCommit(opened, ref)));
    expect(commits).toEqual([second, second, first, first, first, first, second]);
  });

  it.each([
    ["v9", 'git has no commit "v9".', /^Name a commit, a tag or a branch of this clone\.$/],
    ["topic", 'git has no commit "topic".', /^Did you mean "origin\/topic"\?$/],
    ["--all", 'git has no commit "--all".', /^Name/],
    ["HEAD:a.md", 'git has no commit "HEAD:a.md".', /^Name/],
    ["", 'git has no commit "".', /^Name/],
    ["a\nb", 'git has no commit "a\\nb".', /^Name/],
    ["0".repeat(40), `git has no commit "${"0".repeat(40)}".`, /^Name/],
  ])("%j is not found", async (ref, message, hint) => {
    await using repository = repositoryOf({ "a.md": "1" });
    repository.git(["update-ref", "refs/remotes/origin/topic", "HEAD"]);
    const opened = await openRepository(repository.path, gitEnv);
    const failure = await rejectionOf(resolveCommit(opened, ref));
    expect(failure).toMatchObject({ class: "usage", code: "unknown-ref", message });
    expect(failure.hint).toMatch(hint);
  });

  it("is not found before the first commit", async () => {
    await using repository = repositoryOf();
    const opened = await openRepository(repository.path, gitEnv);
    expect((await rejectionOf(resolveCommit(opened, "HEAD"))).code).toBe("no-commits");
    expect((await rejectionOf(findBaseCommit(opened))).code).toBe("no-commits");
  });
});

const branch = (name: string): string => `refs/remotes/origin/${name}`;

describe("the base commit", () => {
  it.each([
    ["the branch of origin/HEAD", ["origin/develop", "origin/main", "main"], "origin/develop"],
    ["origin/main", ["origin/main", "origin/master", "main"], "origin/main"],
    ["origin/master", ["origin/master", "main"], "origin/master"],
    ["main", ["main", "master"], "main"],
    ["master", ["master"], "master"],
  ])("is the merge base with %s", async (_, branches, name) => {
    await using repository = repositoryOf({ "a.md": "1" });
    const base = repository.git(["rev-parse", "HEAD"]);
    repository.git(["checkout", "-q", "-b", "topic"]);
    repository.git(["branch", "-q", "-D", "main"]);
    const upstream = repository.commit({ "b.md": "upstream" });
    for (const each of branches) {
      const ref = each.startsWith("origin/") ? `refs/remotes/${each}` : `refs/heads/${each}`;
      repository.git(["update-ref", ref, upstream]);
    }
    if (name === "origin/develop")
      repository.git(["symbolic-ref", branch("HEAD"), branch("develop")]);
    repository.git(["reset", "-q", "--hard", base]);
    repository.commit({ "c.md": "topic" });
    const opened = await openRepository(repository.path, gitEnv);
    expect(await findBaseCommit(opened)).toEqual({
      commit: base,
      origin: `merge base with ${name}`,
    });
  });

  it.each(["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"])(
    "is the merge base with the branch of %s",
    async (variable) => {
      await using repository = repositoryOf({ "a.md": "1" });
      repository.git(["update-ref", branch("main"), "HEAD"]);
      const release = repository.commit({ "a.md": "2" });
      repository.git(["update-ref", branch("release/1"), release]);
      repository.commit({ "a.md": "3" });
      const opened = await openRepository(repository.path, { ...gitEnv, [variable]: "release/1" });
      expect(await findBaseCommit(opened)).toEqual({
        commit: release,
        origin: "merge base with origin/release/1",
      });
      const missing = await openRepository(repository.path, { ...gitEnv, [variable]: "next" });
      expect(await rejectionOf(findBaseCommit(missing))).toMatchObject({
        code: "no-default-branch",
        message: "The clone has no branch origin/next.",
        hint: "Fetch the branch: git fetch origin next",
      });
    },
  );

  it("is missing without a default branch", async () => {
    await using repository = repositoryOf({ "a.md": "1" });
    repository.git(["branch", "-q", "-m", "topic"]);
    const opened = await openRepository(repository.path, gitEnv);
    expect(await rejectionOf(findBaseCommit(opened))).toMatchObject({
      class: "usage",
      code: "no-default-branch",
      message: "The clone has no branch origin/main, origin/master, main or master.",
    });
  });

  it("is missing without a common commit", async () => {
    await using repository = repositoryOf({ "a.md": "1" });
    repository.git(["checkout", "-q", "--orphan", "topic"]);
    repository.commit({ "b.md": "other" });
    const opened = await openRepository(repository.path, gitEnv);
    expect(await rejectionOf(findBaseCommit(opened))).toMatchObject({
      code: "no-merge-base",
      message: "HEAD and main have no common commit.",
    });
    expect((await rejectionOf(findBaseCommit(opened, "topic"))).message).toBe(
      "topic and main have no common commit.",
    );
  });
});

describe("in the merge commit of a pull request", () => {
  it("the base is its first parent", async () => {
    await using repository = repositoryOf({ "a.md": "1" });
    repository.git(["checkout", "-q", "-b", "topic"]);
    const topic = repository.commit({ "b.md": "topic" });
    repository.git(["checkout", "-q", "main"]);
    const main = repository.commit({ "a.md": "2" });
    repository.git(["merge", "-q", "topic", "-m", "merge"]);
    const head = repository.git(["rev-parse", "HEAD"]);
    const env = { ...gitEnv, GITHUB_REF: "refs/pull/7/merge", GITHUB_SHA: head };
    expect(await findBaseCommit(await openRepository(repository.path, env))).toEqual({
      commit: main,
      origin: "target branch of the pull request",
    });
    // A workflow can check out the head of the pull request, which can be a merge too.
    const other = { ...env, GITHUB_SHA: topic };
    const base = await findBaseCommit(await openRepository(repository.path, other));
    expect(base.origin).toBe("merge base with main");
  });

  it("a shallow clone lacks the base", async () => {
    await using origin = repositoryOf({ "a.md": "1" });
    origin.git(["checkout", "-q", "-b", "topic"]);
    origin.commit({ "b.md": "topic" });
    origin.git(["checkout", "-q", "main"]);
    origin.commit({ "a.md": "2" });
    origin.git(["merge", "-q", "topic", "-m", "merge"]);
    await using folder = folderOf();
    runTestGit(["clone", "-q", "--depth=1", `file://${origin.path}`, "clone"], folder.path);
    const head = origin.git(["rev-parse", "HEAD"]);
    const env = { ...gitEnv, GITHUB_REF: "refs/pull/7/merge", GITHUB_SHA: head };
    const opened = await openRepository(folder.at("clone"), env);
    expect(await rejectionOf(findBaseCommit(opened))).toMatchObject({
      code: "shallow-clone",
      message: "The clone is shallow: the target branch of the pull request is not in it.",
    });
  });
});

it("a shallow clone has no merge base, and the hint names fetch-depth", async () => {
  await using origin = repositoryOf({ "a.md": "1" });
  origin.git(["checkout", "-q", "-b", "topic"]);
  origin.commit({ "b.md": "topic" });
  origin.git(["checkout", "-q", "main"]);
  origin.commit({ "a.md": "2" });
  await using folder = folderOf();
  const words = ["clone", "-q", "--depth=1", "--no-single-branch", "-b", "topic"];
  runTestGit([...words, `file://${origin.path}`, "clone"], folder.path);
  const opened = await openRepository(folder.at("clone"), gitEnv);
  expect(await rejectionOf(findBaseCommit(opened))).toMatchObject({
    class: "usage",
    code: "shallow-clone",
    message: "The clone is shallow: the merge base with origin/main is not known.",
    hint: expect.stringContaining("fetch-depth: 0"),
  });
  expect(await rejectionOf(resolveCommit(opened, "HEAD~1"))).toMatchObject({
    code: "unknown-ref",
    hint: expect.stringContaining("fetch-depth: 0"),
  });
});
