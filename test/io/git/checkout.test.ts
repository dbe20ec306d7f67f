// Which local state may have come with a checkout, so that it is not believed.
import { mkdirSync, renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkoutReason } from "../../../src/io/git/checkout.ts";
import { type Folder, folderOf } from "../folder.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../repository.ts";

/** What promptctl keeps in `.promptctl/`. */
const state = ["replies/a.json", "unfinished.json", "last-test.json", "store.sqlite"];
const names = ["replies", ...state.slice(1)];

function writeState(folder: Pick<Folder, "write">, prefix: string): void {
  for (const name of state) folder.write(`${prefix}${name}`, "[]");
}

/** Whether each of the names in `.promptctl/` of a project may come from a repository. */
async function reasonsIn(project: string, path = gitEnv.PATH): Promise<(string | undefined)[]> {
  const place = { folder: project, env: { ...gitEnv, PATH: path } };
  const reasons = names.map((name) => checkoutReason(place, `${project}/.promptctl/${name}`));
  return [...new Set(await Promise.all(reasons))];
}

const tracked = "git tracks it";
const ownRepository = "it is in a git repository of its own";
const behindLink = "it is behind a symbolic link";

/** Arranges the state of the project in `app`. */
type Arrange = (repository: TestRepository, outside: TestRepository) => void;

const foreign: readonly (readonly [string, string, Arrange])[] = [
  [
    "files that git tracks",
    tracked,
    (it) => {
      writeState(it, "app/.promptctl/");
      it.commit();
    },
  ],
  [
    "files that git tracks under a name in upper case",
    tracked,
    (it) => {
      writeState(it, "app/.Promptctl/");
      it.commit();
      renameSync(it.at("app/.Promptctl"), it.at("app/.promptctl"));
    },
  ],
  [
    "a submodule",
    ownRepository,
    (it, { path }) => {
      it.git(["submodule", "add", "-q", path, "app/.promptctl"]);
      it.commit();
    },
  ],
  [
    "a submodule whose .git was removed",
    tracked,
    (it, outside) => {
      const hash = outside.git(["rev-parse", "HEAD"]);
      it.git(["update-index", "--add", "--cacheinfo", `160000,${hash},app/.promptctl`]);
      writeState(it, "app/.promptctl/");
    },
  ],
  [
    "a nested repository",
    ownRepository,
    (it) => {
      writeState(it, "app/.promptctl/");
      it.git(["init", "-q"], "app/.promptctl");
    },
  ],
  [
    "a link to a folder that git tracks",
    behindLink,
    (it) => {
      writeState(it, "app/state/");
      it.link("app/.promptctl", "state");
      it.commit();
    },
  ],
  [
    "a link to a folder outside the repository",
    behindLink,
    (it, outside) => it.link("app/.promptctl", outside.path),
  ],
  [
    "the project is a submodule without .git",
    tracked,
    (it, outside) => {
      const hash = outside.git(["rev-parse", "HEAD"]);
      it.git(["update-index", "--add", "--cacheinfo", `160000,${hash},app`]);
      writeState(it, "app/.promptctl/");
    },
  ],
  [
    "the project is a link to a folder that git tracks",
    tracked,
    (it) => {
      writeState(it, "real/.promptctl/");
      it.link("app", "real");
      it.commit();
    },
  ],
];

describe("may come from a repository", () => {
  it.each(foreign)("%s: %s", async (_, reason, arrange) => {
    await using outside = repositoryOf(Object.fromEntries(state.map((name) => [name, "[]"])));
    await using repository = repositoryOf({ "a.md": "" });
    arrange(repository, outside);
    expect(await reasonsIn(repository.at("app"))).toEqual([reason]);
  });

  it("what git cannot tell, because it is not installed", async () => {
    await using repository = repositoryOf({ "a.md": "" });
    writeState(repository, ".promptctl/");
    expect(await reasonsIn(repository.path, "/nonexistent")).toEqual([
      "git cannot tell whether the repository contains it",
    ]);
  });

  it("one folder in it that is a repository, but not what is beside it", async () => {
    await using repository = repositoryOf({ "a.md": "" });
    writeState(repository, ".promptctl/");
    repository.git(["init", "-q"], ".promptctl/replies");
    expect(await reasonsIn(repository.path)).toEqual([ownRepository, undefined]);
  });
});

describe("does not come from a repository", () => {
  it.each<readonly [string, Arrange]>([
    ["files that git does not track", (it) => writeState(it, "app/.promptctl/")],
    ["no files, though git tracks others", (it) => mkdirSync(it.at("app"))],
    [
      "files that git does not track, in a project that is a submodule",
      (it, { path }) => {
        it.git(["submodule", "add", "-q", path, "app"]);
        writeState(it, "app/.promptctl/");
      },
    ],
  ])("%s", async (_, arrange) => {
    await using outside = repositoryOf({ "b.md": "" });
    await using repository = repositoryOf({ "a.md": "" });
    arrange(repository, outside);
    expect(await reasonsIn(repository.at("app"))).toEqual([undefined]);
  });

  it("files in a folder without repository", async () => {
    await using folder = folderOf();
    writeState(folder, ".promptctl/");
    expect(await reasonsIn(folder.path)).toEqual([undefined]);
  });
});
