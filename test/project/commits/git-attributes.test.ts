// Attributes of files in a commit, also with a git that does not know --source (before 2.40).
import { expect, it } from "vitest";
import { type GitRepository, openRepository } from "../../../src/io/git/git-repository.ts";
import { convertedFiles } from "../../../src/project/commits/git-attributes.ts";
import { recordingGit } from "../../io/recording-git.ts";
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

const files = { "a.yaml": "x", "b.yaml": "x", ".gitattributes": "*.yaml filter=lfs\n" };

async function read(repository: GitRepository, paths: readonly string[]): Promise<string[]> {
  const at = { commit: repository.head!, folder: "" };
  return [...(await convertedFiles(repository, at, paths)).keys()];
}

it("a git without --source is asked once, and says nothing about the git of another repository", async () => {
  await using folder = repositoryOf(files);
  await using old = recordingGit("exit 129");
  const repository = await openRepository(folder.path, old.env);
  expect(await read(repository, ["a.yaml"])).toEqual(["a.yaml"]);
  expect(await read(repository, ["b.yaml"])).toEqual(["b.yaml"]);
  expect(old.started("check-attr").map((words) => words.includes("--source="))).toEqual([
    true,
    false,
    false,
  ]);
  await using recent = recordingGit();
  await read(await openRepository(folder.path, recent.env), ["a.yaml"]);
  expect(recent.started("check-attr").map((words) => words.includes("--source="))).toContain(true);
});

it("git is asked once for each file of a commit", async () => {
  await using folder = repositoryOf(files);
  const first = folder.commit({ ".gitattributes": "a.yaml filter=lfs\n" });
  folder.commit({ ".gitattributes": "b.yaml filter=lfs\n" });
  await using git = recordingGit();
  const started = (): number => git.started("check-attr").length;
  const repository = await openRepository(folder.path, git.env);
  const both = ["a.yaml", "b.yaml"];
  expect(await read(repository, ["a.yaml"])).toEqual([]);
  const once = started();
  expect(await read(repository, ["a.yaml"])).toEqual([]);
  expect(started()).toBe(once);
  expect(await read(repository, both)).toEqual(["b.yaml"]);
  expect(await read(repository, both)).toEqual(["b.yaml"]);
  expect(started()).toBe(once + 1);
  await convertedFiles(repository, { commit: first, folder: "" }, both);
  expect(started()).toBe(once + 2);
});
