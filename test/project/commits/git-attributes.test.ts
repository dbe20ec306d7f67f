// Attributes of files in a commit, also with a git that does not know --source (before 2.40).
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type GitRepository, openRepository } from "../../../src/io/git/git-repository.ts";
import { convertedFiles } from "../../../src/project/commits/git-attributes.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";

it("questions at the same time all get their answer", async () => {
  await using folder = repositoryOf({ "a.yaml": "x", ".gitattributes": "a.yaml filter=lfs\n" });
  const repository = await openRepository(folder.path, gitEnv);
  const ask = (): Promise<ReadonlyMap<string, string>> =>
    convertedFiles(repository, { commit: repository.head!, folder: "" }, ["a.yaml"]);
  const answers = await Promise.all([ask(), ask(), ask()]);
  for (const answer of answers)
    expect(answer.get("a.yaml")).toMatch(/^has the git attribute filter=lfs/);
});

/** A git that writes the words of each check-attr to a file. `refusal`: what it does with --source. */
async function recordingGit(
  refusal = ":",
): Promise<AsyncDisposable & { env: typeof gitEnv; asked(): string[] }> {
  const bin = folderOf({});
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const asked = bin.at("asked");
  const record = `case "$*" in *check-attr*) echo "$*" >> "${asked}" ;; esac`;
  const refuse = `case "$*" in *--source=*) ${refusal} ;; esac`;
  bin.write("git", `#!/bin/sh\n${record}\n${refuse}\nexec "${git}" "$@"\n`);
  chmodSync(bin.at("git"), 0o755);
  return {
    env: { ...gitEnv, PATH: `${bin.path}:${process.env["PATH"]}` },
    asked: () => readFileSync(asked, "utf8").trimEnd().split("\n"),
    [Symbol.asyncDispose]: () => bin[Symbol.asyncDispose](),
  };
}

const files = { "a.yaml": "x", "b.yaml": "x", ".gitattributes": "*.yaml filter=lfs\n" };

async function read(repository: GitRepository, paths: readonly string[]): Promise<string[]> {
  const at = { commit: repository.head!, folder: "" };
  return [...(await convertedFiles(repository, at, paths)).keys()];
}

it("a git without --source is asked once, and says nothing about the git of another repository", async () => {
  await using folder = repositoryOf(files);
  await using old = await recordingGit("exit 129");
  const repository = await openRepository(folder.path, old.env);
  expect(await read(repository, ["a.yaml"])).toEqual(["a.yaml"]);
  expect(await read(repository, ["b.yaml"])).toEqual(["b.yaml"]);
  expect(old.asked().map((words) => words.includes("--source="))).toEqual([true, false, false]);
  await using recent = await recordingGit();
  await read(await openRepository(folder.path, recent.env), ["a.yaml"]);
  expect(recent.asked().map((words) => words.includes("--source="))).toContain(true);
});

it("git is asked once for each file of a commit", async () => {
  await using folder = repositoryOf(files);
  const first = folder.commit({ ".gitattributes": "a.yaml filter=lfs\n" });
  folder.commit({ ".gitattributes": "b.yaml filter=lfs\n" });
  await using git = await recordingGit();
  const repository = await openRepository(folder.path, git.env);
  const both = ["a.yaml", "b.yaml"];
  expect(await read(repository, ["a.yaml"])).toEqual([]);
  const once = git.asked().length;
  expect(await read(repository, ["a.yaml"])).toEqual([]);
  expect(git.asked()).toHaveLength(once);
  expect(await read(repository, both)).toEqual(["b.yaml"]);
  expect(await read(repository, both)).toEqual(["b.yaml"]);
  expect(git.asked()).toHaveLength(once + 1);
  await convertedFiles(repository, { commit: first, folder: "" }, both);
  expect(git.asked()).toHaveLength(once + 2);
});
