// What git says about files in the working tree.
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changedFiles, isCommitted, listTrackedNear } from "../../../src/io/git/git.ts";
import { folderOf, rejectionOf } from "../folder.ts";
import { gitEnv, repositoryOf } from "../repository.ts";

const env = gitEnv;

describe("changed files", () => {
  it("are those that differ from the last commit or are untracked", async () => {
    await using repository = repositoryOf({
      ".gitignore": "ignored.md\n",
      "app/same.md": "same",
      "app/changed.md": "before",
      "app/deleted.md": "",
      "app/moved.md": "moved",
      "beside.md": "before",
    });
    repository.write("app/changed.md", "after");
    repository.write("app/ü new.md", "");
    repository.write("app/ignored.md", "");
    repository.write("beside.md", "after");
    rmSync(repository.at("app/deleted.md"));
    repository.git(["mv", "app/moved.md", "app/to.md"]);
    const changed = await changedFiles(repository.at("app"), env);
    expect(changed?.toSorted()).toEqual([
      "app/changed.md",
      "app/deleted.md",
      "app/moved.md",
      "app/to.md",
      "app/ü new.md",
    ]);
  });

  it("in submodules are among them", async () => {
    await using other = repositoryOf({ "a.md": "before" });
    await using repository = repositoryOf({ "b.md": "" });
    repository.git(["submodule", "add", "-q", other.path, "sub"]);
    repository.git(["submodule", "add", "-q", other.path, "missing"]);
    repository.commit();
    repository.git(["submodule", "deinit", "-q", "-f", "missing"]);
    expect(await changedFiles(repository.path, env)).toEqual([]);
    repository.write("sub/a.md", "after");
    expect(await changedFiles(repository.path, env)).toEqual(["sub/a.md"]);
  });

  it("are unknown without a repository, and without git", async () => {
    await using folder = folderOf({ "a.md": "" });
    expect(await changedFiles(folder.path, env)).toBeUndefined();
    expect(await changedFiles(folder.path, { ...env, PATH: folder.path })).toBeUndefined();
  });

  it("are refused where a filter cannot be switched off", async () => {
    await using repository = repositoryOf({ "a.md": "" });
    repository.git(
      ["config", "set", "filter.a=b.clean", "touch x"].filter((word) => word !== "set"),
    );
    expect(await rejectionOf(changedFiles(repository.path, env))).toMatchObject({
      class: "refused",
      code: "filter-name",
    });
  });
});

describe("of the tracked files, git lists those at a path, below and above it", () => {
  it.each([
    ["app/.state", ["app/.state/a/b.json", "app/.state/c.json"]],
    ["APP/.State", ["app/.state/a/b.json", "app/.state/c.json"]],
    ["app/.state/a", ["app/.state/a/b.json"]],
    ["app/x.md/y", ["app/x.md"]],
    ["app/none", []],
    [":(top)a*[b]?/\\{c}", [":(top)a*[b]?/\\{c}/d"]],
    ["!no/-v", ["!no/-v/d"]],
    ["Ä/b", ["Ä/B/d"]],
    ["ä/b", ["Ä/B/d"]],
    ["book/e", ["boo\u212a/E/d"]], // the sign of Kelvin is a K
  ])("%s", async (path, expected) => {
    const paths = ["app/.state/a/b.json", "app/.state/c.json", "app/x.md", "app/other/z.md"];
    const strange = [":(top)a*[b]?/\\{c}/d", "!no/-v/d", "Ä/B/d", "boo\u212a/E/d"];
    await using repository = repositoryOf(
      Object.fromEntries([...paths, ...strange].map((each) => [each, ""])),
    );
    const place = { folder: repository.path, env };
    expect(await listTrackedNear(place, path)).toEqual(expected);
  });
});

it("a path is committed if a commit contains it, though it is deleted", async () => {
  await using repository = repositoryOf({ "app/a[1].md": "" });
  repository.commit({ "app/a[1].md": undefined });
  const place = { folder: repository.path, env };
  expect(await isCommitted(place, repository.at("app/a[1].md"))).toBe(true);
  expect(await isCommitted(place, repository.at("app/a1.md"))).toBe(false);
  await using folder = folderOf();
  expect(await isCommitted({ folder: folder.path, env }, folder.at("a.md"))).toBe(false);
});
