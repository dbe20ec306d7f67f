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

it("a git without --source is asked once, and says nothing about the git of another repository", async () => {
  await using folder = repositoryOf({ "a.yaml": "x", ".gitattributes": "a.yaml filter=lfs\n" });
  await using bin = folderOf({});
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const script = (refusal: string): string =>
    `#!/bin/sh\ncase "$*" in *--source=*) echo "$*" >> "${bin.at("asked")}"; ${refusal} ;; esac\nexec "${git}" "$@"\n`;
  const repositoryWith = async (name: string, refusal: string): Promise<GitRepository> => {
    bin.write(`${name}/git`, script(refusal));
    chmodSync(bin.at(`${name}/git`), 0o755);
    const path = `${bin.at(name)}:${process.env["PATH"]}`;
    return openRepository(folder.path, { ...gitEnv, PATH: path });
  };
  const timesAsked = (): number =>
    readFileSync(bin.at("asked"), "utf8").trimEnd().split("\n").length;
  const read = async (repository: GitRepository): Promise<number> =>
    (await convertedFiles(repository, { commit: repository.head!, folder: "" }, ["a.yaml"])).size;
  const old = await repositoryWith("old", "exit 129");
  expect([await read(old), await read(old), timesAsked()]).toEqual([1, 1, 1]);
  const recent = await repositoryWith("recent", ":");
  expect([await read(recent), timesAsked()]).toEqual([1, 2]);
});
