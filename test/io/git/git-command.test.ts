// A repository whose configuration names programs: promptctl runs none of them.
import { chmodSync, existsSync, readdirSync, utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commitTree } from "../../../src/project/commits/commit-tree.ts";
import { definitionFilesIn } from "../../../src/project/files/definitions.ts";
import { changedFiles, isCommitted } from "../../../src/io/git/git.ts";
import { openObjects } from "../../../src/io/git/git-objects.ts";
import {
  findBaseCommit,
  openRepository,
  resolveCommit,
} from "../../../src/io/git/git-repository.ts";
import type { Folder } from "../folder.ts";
import { folderOf, rejectionOf } from "../folder.ts";
import { gitEnv, repositoryOf, runTestGit, type TestRepository } from "../repository.ts";

/** Settings that name a program. `PROGRAM` is one that writes a marker file. */
const settings: readonly (readonly [key: string, value: string])[] = [
  ["core.fsmonitor", "PROGRAM"],
  ["core.hooksPath", "HOOKS"],
  ["core.pager", "PROGRAM"],
  ["core.sshCommand", "PROGRAM"],
  ["core.editor", "PROGRAM"],
  ["core.askPass", "PROGRAM"],
  ["core.gitProxy", "PROGRAM"],
  ["core.alternateRefsCommand", "PROGRAM"],
  ["credential.helper", "PROGRAM"],
  ["diff.external", "PROGRAM"],
  ["diff.evil.command", "PROGRAM"],
  ["diff.evil.textconv", "PROGRAM"],
  ["filter.evil.clean", "PROGRAM"],
  ["filter.evil.smudge", "PROGRAM"],
  ["filter.other.process", "PROGRAM"],
  ["filter.other.required", "true"],
  ["gpg.program", "PROGRAM"],
  ["log.showSignature", "true"],
  ["interactive.diffFilter", "PROGRAM"],
  ["merge.evil.driver", "PROGRAM"],
  ["pager.status", "PROGRAM"],
  ["pager.rev-list", "PROGRAM"],
  ["alias.status", "!PROGRAM"],
  ["alias.rev-parse", "!PROGRAM"],
  ["status.submoduleSummary", "true"],
  ["extensions.partialClone", "origin"],
  ["remote.origin.promisor", "true"],
  ["remote.origin.url", "ext::PROGRAM"],
  ["remote.origin.uploadpack", "PROGRAM"],
  ["uploadpack.packObjectsHook", "PROGRAM"],
];

interface Hostile {
  readonly repository: TestRepository;
  /** The programs that ran. */
  ran(): string[];
}

/** Makes a repository hostile, with a program in each setting and each hook. */
function makeHostile(repository: TestRepository, folder: Folder): Hostile {
  const program = (name: string): string => {
    const path = `bin/${name}`;
    folder.write(path, `#!/bin/sh\ntouch '${folder.at("ran")}/${name.replace("/", "-")}'\n`);
    chmodSync(folder.at(path), 0o755);
    return folder.at(path);
  };
  folder.write("ran/.keep", "");
  for (const hook of [
    "post-index-change",
    "reference-transaction",
    "post-checkout",
    "fsmonitor-watchman",
  ])
    program(`hooks/${hook}`);
  for (const [key, value] of settings)
    repository.git([
      "config",
      key,
      value.replace("PROGRAM", () => program(key)).replace("HOOKS", folder.at("bin/hooks")),
    ]);
  return {
    repository,
    ran: () => readdirSync(folder.at("ran")).filter((name) => name !== ".keep"),
  };
}

function hostileIn(folder: Folder): Hostile {
  const repository = repositoryOf({
    ".gitattributes": "*.yaml filter=evil diff=evil merge=evil\n*.md filter=other diff=evil\n",
    "prompts/p.yaml": "p",
    "prompts/p.md": "p",
    "prompts/plain.txt": "p",
  });
  repository.commit({ "prompts/p.yaml": "q" });
  const hostile = makeHostile(repository, folder);
  repository.write("prompts/p.yaml", "x"); // of the same size: git compares contents
  repository.write("prompts/p.md", "x");
  for (const name of ["prompts/p.yaml", "prompts/p.md"]) utimesSync(repository.at(name), 1, 1);
  return hostile;
}

describe("no program of the configuration runs", () => {
  it("the table is right: plain git runs some of them", async () => {
    await using folder = folderOf();
    const { repository, ran } = hostileIn(folder);
    await using _ = repository;
    try {
      repository.git(["status", "--porcelain"]);
    } catch {} // the filter fails
    expect(ran()).toEqual(expect.arrayContaining(["core.fsmonitor"]));
  });

  it("when files of the working tree are compared", async () => {
    await using folder = folderOf();
    const { repository, ran } = hostileIn(folder);
    await using _ = repository;
    const changed = await changedFiles(repository.path, gitEnv);
    expect(changed).toEqual(["prompts/p.md", "prompts/p.yaml"]);
    const place = { folder: repository.path, env: gitEnv };
    expect(await isCommitted(place, repository.at("prompts/p.yaml"))).toBe(true);
    expect(ran()).toEqual([]);
  });

  it("in a submodule", async () => {
    await using folder = folderOf();
    const { repository: inner, ran } = hostileIn(folder);
    await using _ = inner;
    await using repository = repositoryOf({ "a.md": "" });
    repository.git(["submodule", "add", "-q", inner.path, "sub"]);
    repository.commit();
    for (const [key] of settings.filter(([, value]) => value === "PROGRAM"))
      repository.git(["config", key, folder.at(`bin/${key}`)], "sub");
    repository.write("sub/prompts/p.yaml", "x");
    const before = ran();
    expect(await changedFiles(repository.path, gitEnv)).toEqual(["sub/prompts/p.yaml"]);
    expect(ran()).toEqual(before);
  });

  it("when commits and their files are read", async () => {
    await using folder = folderOf();
    const { repository, ran } = hostileIn(folder);
    await using _ = repository;
    const opened = await openRepository(repository.path, gitEnv);
    const { commit } = await findBaseCommit(opened);
    expect(await resolveCommit(opened, "HEAD")).toBe(commit);
    await rejectionOf(resolveCommit(opened, "f".repeat(40)));
    const objects = openObjects(opened);
    const tree = await commitTree(objects, { commit, folder: "" });
    const files = definitionFilesIn(tree!, "prompts");
    await files.read();
    const request = { from: "prompts/p.yaml", file: "plain.txt", form: "text" } as const;
    await files.fetchIncluded?.([request]);
    expect(files.readIncluded(request)).toEqual({ path: "prompts/plain.txt", text: "p" });
    objects.close();
    expect(ran()).toEqual([]);
  });

  it("when a partial clone lacks a file", async () => {
    await using origin = repositoryOf({ "prompts/p.yaml": "first" });
    origin.git(["config", "uploadpack.allowFilter", "true"]);
    origin.commit({ "prompts/p.yaml": "second" });
    await using folder = folderOf();
    runTestGit(
      ["clone", "-q", "--filter=blob:none", `file://${origin.path}`, "clone"],
      folder.path,
    );
    const repository = {
      ...origin,
      path: folder.at("clone"),
      git: (words: readonly string[]) => runTestGit(words, folder.at("clone")),
    };
    const { ran } = makeHostile(repository, folder);
    const objects = openObjects(await openRepository(folder.at("clone"), gitEnv));
    const commit = await resolveCommit(objects.repository, "HEAD~1");
    const tree = await commitTree(objects, { commit, folder: "" });
    const failure = await rejectionOf(definitionFilesIn(tree!, "prompts").read());
    expect(failure.code).toBe("partial-clone");
    const hash = repository.git(["rev-parse", "HEAD~1:prompts/p.yaml"]);
    await objects.read([hash]).catch(() => {}); // nor if git is asked for the file
    objects.close();
    expect(ran()).toEqual([]);
  });
});

it("a folder that looks like a repository is none", async () => {
  await using repository = repositoryOf({ "a.md": "" });
  await using folder = folderOf();
  runTestGit(["clone", "-q", "--bare", repository.path, "inner"], folder.path);
  runTestGit(["config", "core.worktree", folder.path], folder.at("inner"));
  expect(existsSync(folder.at("inner/HEAD"))).toBe(true);
  expect((await rejectionOf(openRepository(folder.at("inner"), gitEnv))).code).toBe(
    "no-repository",
  );
});
