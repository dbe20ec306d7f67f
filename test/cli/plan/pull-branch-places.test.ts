// promptctl pull --branch where files are elsewhere: in subfolders, behind links, in the settings of an
// environment, deleted by another branch; and the commands that it prints, with a remote that has hooks.
import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { runTestGit } from "../../io/repository.ts";
import type { RepositoryFixture } from "../repository-fixture.ts";
import {
  committed,
  configuration,
  editService,
  hotfix,
  merged,
  path,
  prompt,
  pullBranch,
  withHotfix,
} from "./pull-branch-fixture.ts";

const fileIn = ({ repository }: RepositoryFixture, name: string): string =>
  `${repository.git(["show", `hotfix:${name}`])}\n`;

describe("pull --branch", () => {
  it("writes into the folder of the project only, and merges there", async () => {
    const file = `sub/${path}`;
    const first = { "sub/promptctl.yaml": configuration, [file]: prompt(), [path]: prompt() };
    const project = await withHotfix({ [file]: prompt(hotfix) }, first, ["sub"]);
    await using repository = project.repository;
    repository.commit({ [file]: prompt(committed) });
    const { code, out } = await pullBranch(project, "sub");
    expect([code, fileIn(project, file)]).toEqual([0, prompt(merged)]);
    expect(repository.git(["diff", "--name-only", "main", "hotfix"])).toBe(file);
    expect(repository.git(["diff", "--name-only", "hotfix^2^", "hotfix^2"])).toBe(file);
    expect(out).toContain("promptctl plan --ref hotfix sub");
  });

  it("writes what an environment sets into its `set`, in each commit", async () => {
    const settings = (value: number): string =>
      `${configuration}environments:\n  prod:\n    baseUrl: https://prompts.example.com\n    set:\n      "prompt/*":\n        parameters.temperature: ${value} # as measured\n`;
    const first = { "promptctl.yaml": settings(0.5), [path]: prompt() };
    const service = { "promptctl.yaml": settings(0.75), [path]: prompt(hotfix) };
    const project = await withHotfix(service, first, ["--env", "prod"]);
    await using repository = project.repository;
    repository.commit({ [path]: prompt({ lines: committed.lines! }) });
    expect((await pullBranch(project, "--env", "prod")).code).toBe(0);
    expect(fileIn(project, "promptctl.yaml")).toBe(settings(0.75));
    expect(fileIn(project, path)).toBe(prompt({ lines: merged.lines! }));
    expect(repository.git(["diff", "main~1", "hotfix^2", "--", "promptctl.yaml"])).toContain(
      "+        parameters.temperature: 0.75 # as measured",
    );
    expect(repository.git(["log", "-1", "--format=%s", "hotfix"])).toBe(
      "Take over changes made on prod",
    );
  });

  it("merges with a branch that deleted the file of the base", async () => {
    const text = "One.\nTwo.\nThree.\n";
    const including = prompt().replace(/ \|\n[^]*/, " { file: text.md }\n");
    const first = { [path]: including, "prompts/text.md": text };
    const edited = { "prompts/text.md": "One.\nTwo.\nHotfix.\n" };
    const project = await withHotfix(edited, first);
    await using repository = project.repository;
    repository.git(["switch", "-q", "-c", "other"]);
    repository.commit({ "prompts/text.md": undefined, [path]: prompt(committed) });
    repository.git(["switch", "-q", "main"]);
    repository.git(["merge", "-q", "--no-ff", "other"]);
    expect((await pullBranch(project)).code).toBe(0);
    expect(fileIn(project, path)).toBe(prompt(merged));
    expect(repository.git(["diff", "--name-only", "hotfix^2^", "hotfix^2"])).toBe(
      "prompts/text.md",
    );
    expect(repository.git(["ls-tree", "-r", "--name-only", "hotfix", "prompts"])).toBe(path);
  });

  it("refuses a new file under a linked folder", async () => {
    const tool = "kind: tool\nname: look\ndescription: x\nparameters: { type: object }\n";
    const project = await withHotfix({ "prompts/t.yaml": tool });
    await using repository = project.repository;
    rmSync(repository.at("prompts/t.yaml"));
    repository.write("elsewhere/.keep", "");
    symlinkSync("../elsewhere", repository.at("prompts/tools"));
    repository.commit();
    const { code, err } = await pullBranch(project, "--target", "tool/look");
    expect([code, repository.git(["branch", "--list", "hotfix"])]).toEqual([4, ""]);
    expect(err).toContain("is behind a symbolic link");
  });

  it("prints commands that git takes; a hook of the remote says why not", async () => {
    const project = await withHotfix();
    await using repository = project.repository;
    await using remote = folderOf();
    runTestGit(["init", "-q", "--bare", "--template="], remote.path);
    repository.git(["remote", "add", "origin", remote.path]);
    const push = async (): Promise<string> => {
      const [, words = ""] = /^To push it: git (.+)$/m.exec((await pullBranch(project)).out) ?? [];
      return repository.git(words.split(" "));
    };
    const onRemote = (): string => runTestGit(["rev-parse", "hotfix"], remote.path);
    remote.write("hooks/pre-receive", "#!/bin/sh\necho No pushes today. >&2\nexit 1\n");
    chmodSync(remote.at("hooks/pre-receive"), 0o755);
    await expect(push()).rejects.toThrow("No pushes today.");
    rmSync(remote.at("hooks/pre-receive"));
    await push();
    expect(onRemote()).toBe(repository.git(["rev-parse", "hotfix"]));
    await editService(project, { [path]: prompt({ ...hotfix, temperature: 0.75 }) });
    await push();
    expect(onRemote()).toBe(repository.git(["rev-parse", "hotfix"]));
    expect(fileIn(project, path)).toBe(prompt({ ...hotfix, temperature: 0.75 }));
  });
});
