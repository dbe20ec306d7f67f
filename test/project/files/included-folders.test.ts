// Files in folders of `include`: which can be included, in the working tree and in a commit, and the
// messages for the others.
import { describe, expect, it } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import type { IncludeResult } from "../../../src/engine/model/source-file.ts";
import { commitTree } from "../../../src/project/commits/commit-tree.ts";
import { definitionFiles, definitionFilesIn } from "../../../src/project/files/definitions.ts";
import { openObjects } from "../../../src/io/git/git-objects.ts";
import { openRepository } from "../../../src/io/git/git-repository.ts";
import {
  existingFolderProblem,
  foldersInRepository,
  isIncluded,
} from "../../../src/project/files/included-folders.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";

interface Options {
  readonly include?: readonly string[];
  readonly project?: string;
  readonly env?: EnvironmentVariables;
}

const from = "prompts/p.yaml";

/** What a definition in `prompts` includes from the working tree. */
async function includeNow(
  folder: Pick<TestRepository, "at">,
  files: readonly string[],
  { include = ["../shared"], project = "app", env = gitEnv }: Options = {},
): Promise<IncludeResult[]> {
  const definitions = definitionFiles(folder.at(project), "prompts", { include, env });
  const requests = files.map((file) => ({ from, file, form: "text" as const }));
  await definitions.fetchIncluded?.(requests);
  return requests.map(definitions.readIncluded);
}

/** The same from the last commit. */
async function includeAtHead(
  folder: TestRepository,
  files: readonly string[],
  { include = ["../shared"], project = "app" }: Options = {},
): Promise<IncludeResult[]> {
  const repository = await openRepository(folder.at(project), gitEnv);
  const objects = openObjects(repository);
  try {
    const at = { commit: folder.git(["rev-parse", "HEAD"]), folder: repository.prefix };
    const definitions = definitionFilesIn((await commitTree(objects, at, include))!, "prompts");
    const requests = files.map((file) => ({ from, file, form: "text" as const }));
    await definitions.fetchIncluded!(requests);
    return requests.map(definitions.readIncluded);
  } finally {
    objects.close();
  }
}

const files = {
  "app/promptctl.yaml": "",
  "app/prompts/p.yaml": "",
  "app/inside.md": "inside",
  "shared/a.md": "a\r\n",
  "shared/deep/ü b.md": "deep",
  "shared/.env": "SECRET",
  "shared/.hidden/x.md": "SECRET",
  "shared-other/a.md": "SECRET",
  "other/a.md": "SECRET",
  "top.md": "SECRET",
};

const readable: readonly (readonly [file: string, result: IncludeResult])[] = [
  ["../../shared/deep/ü b.md", { path: "../shared/deep/ü b.md", text: "deep" }],
  ["../inside.md", { path: "inside.md", text: "inside" }],
  [
    "../../shared/a.md",
    {
      path: "../shared/a.md",
      text: "a\n",
      changed: "../shared/a.md has CRLF line endings, which are read as LF.",
    },
  ],
];

const outside = "lies outside the project and outside the folders of include (../shared).";

const unreadable: readonly (readonly [file: string, problem: string])[] = [
  ["../../other/a.md", `../other/a.md ${outside}`],
  ["../../shared-other/a.md", `../shared-other/a.md ${outside}`],
  ["../../top.md", `../top.md ${outside}`],
  ["../../../x/shared/a.md", `../../x/shared/a.md ${outside}`],
  ["../../shared/no.md", "There is no file ../shared/no.md."],
  ["../../shared/deep", "../shared/deep is a folder."],
  [
    "../../shared/.env",
    '"../../shared/.env" has a part that begins with a dot: such files are not included.',
  ],
  [
    "../../shared/.hidden/x.md",
    '"../../shared/.hidden/x.md" has a part that begins with a dot: such files are not included.',
  ],
  [
    "../../shared/../top.md",
    '"../../shared/../top.md" has "." or ".." after a folder: write "../../top.md".',
  ],
];

describe.each([
  ["in the working tree", includeNow],
  ["in a commit", includeAtHead],
] as const)("files outside the project, %s", (_where, include) => {
  it("in a folder of include are read", async () => {
    await using repository = repositoryOf(files);
    const found = await include(
      repository,
      readable.map(([file]) => file),
    );
    expect(found).toEqual(readable.map(([, result]) => result));
  });

  it("elsewhere, hidden and missing ones are errors", async () => {
    await using repository = repositoryOf(files);
    const found = await include(
      repository,
      unreadable.map(([file]) => file),
    );
    expect(found).toMatchObject(unreadable.map(([, problem]) => ({ problem })));
  });

  it("are read from a parent folder too, but not from beyond it", async () => {
    await using repository = repositoryOf({ ...files, "deep/app/prompts/p.yaml": "" });
    const options = { include: [".."], project: "deep/app" };
    const found = await include(
      repository,
      ["../../x.md", "../../../top.md", "../../app/prompts/p.yaml"],
      options,
    );
    expect(found).toMatchObject([
      { problem: "There is no file ../x.md." },
      { problem: "../../top.md lies outside the project and outside the folders of include (..)." },
      { text: "" },
    ]);
  });

  it("are not read through links that lead elsewhere", async () => {
    await using elsewhere = folderOf({ "secret.md": "SECRET" });
    await using repository = repositoryOf(files);
    repository.link("shared/link.md", "../other/a.md");
    repository.link("shared/dir", "../other");
    repository.link("shared/out.md", elsewhere.at("secret.md"));
    repository.link("shared/hidden.md", ".env");
    repository.link("shared/good.md", "deep/ü b.md");
    repository.link("app/prompts/in.md", "../../shared/deep/ü b.md");
    repository.commit();
    const names = ["link.md", "dir/a.md", "out.md", "hidden.md", "good.md"];
    const found = await include(repository, [
      ...names.map((name) => `../../shared/${name}`),
      "in.md",
    ]);
    expect(found.slice(0, 4)).toMatchObject([
      { problem: expect.stringMatching(/^\.\.\/shared\/link\.md l/) },
      { problem: expect.stringMatching(/^\.\.\/shared\/dir\/a\.md l/) },
      { problem: expect.stringMatching(/^\.\.\/shared\/out\.md l/) },
      { problem: expect.stringMatching(/begins with a dot/) },
    ]);
    expect(found.slice(4)).toMatchObject([{ text: "deep" }, { text: "deep" }]);
    expect(JSON.stringify(found)).not.toContain("SECRET");
  });
});

describe("files outside the project that git does not track", () => {
  const untracked = "../shared/new.md is outside the project and not tracked by git.";

  it("are errors until they are added", async () => {
    await using repository = repositoryOf(files);
    repository.write("shared/new.md", "new");
    const hint = "Add it with git add.";
    expect(await includeNow(repository, ["../../shared/new.md"])).toEqual([
      { problem: untracked, hint },
    ]);
    repository.git(["add", "--intent-to-add", "shared/new.md"]); // a commit would not have it
    expect(await includeNow(repository, ["../../shared/new.md"])).toEqual([
      { problem: untracked, hint },
    ]);
    repository.git(["add", "shared/new.md"]);
    expect(await includeNow(repository, ["../../shared/new.md"])).toEqual([
      { path: "../shared/new.md", text: "new" },
    ]);
  });

  it("in a submodule are errors: they are in another repository", async () => {
    await using other = repositoryOf({ "x.md": "SECRET" });
    await using repository = repositoryOf(files);
    repository.git(["submodule", "add", "-q", other.path, "shared/sub"]);
    repository.commit();
    expect(await includeNow(repository, ["../../shared/sub/x.md"])).toMatchObject([
      { problem: "../shared/sub/x.md is outside the project and not tracked by git." },
    ]);
    expect(await includeAtHead(repository, ["../../shared/sub/x.md"])).toMatchObject([
      { problem: expect.stringContaining("is in a submodule") },
    ]);
  });

  it("in a folder outside the repository are errors", async () => {
    await using outer = folderOf({ "shared/a.md": "SECRET" });
    await using repository = repositoryOf({ "prompts/p.yaml": "" });
    const name = outer.path.split("/").at(-1)!;
    const options = { include: [`../${name}`], project: "." };
    const file = `../../${name}/shared/a.md`;
    expect(await includeNow(repository, [file], options)).toEqual([
      {
        problem: `../${name}/shared/a.md lies outside the git repository of the project.`,
        hint: "A commit would not have it: move the file into the repository.",
      },
    ]);
    expect(await includeAtHead(repository, [file], options)).toMatchObject([
      { problem: `../${name}/shared/a.md lies outside the project.` },
    ]);
  });

  it("without git or repository, the message says why git cannot tell", async () => {
    await using folder = folderOf(files);
    const problem =
      "../shared/a.md is outside the project, and git cannot tell whether it is tracked.";
    expect(await includeNow(folder, ["../../shared/a.md"])).toEqual([
      {
        problem,
        hint: `${folder.at("app")} is in no working tree of a git repository. Run the command in a clone of the repository.`,
      },
    ]);
    await using repository = repositoryOf(files);
    const env = { ...gitEnv, PATH: "/nonexistent" };
    expect(await includeNow(repository, ["../../shared/a.md"], { env })).toEqual([
      {
        problem,
        hint: "The command git is not installed. Install git, or add its folder to PATH.",
      },
    ]);
  });
});

it("git is not asked if only files of the project are included", async () => {
  await using folder = folderOf(files);
  const env = { PATH: "/nonexistent" };
  expect(await includeNow(folder, ["../inside.md"], { env })).toEqual([
    { path: "inside.md", text: "inside" },
  ]);
  expect(definitionFiles(folder.at("app"), "prompts", { include: [], env }).fetchIncluded).toBe(
    undefined,
  );
});

it("definitions are not read from a folder of include, even through a link", async () => {
  await using repository = repositoryOf({ ...files, "shared/p.yaml": "SECRET" });
  repository.link("app/prompts/link.yaml", "../../shared/p.yaml");
  repository.link("app/prompts/dir", "../../shared");
  const include = ["../shared"];
  const { diagnostics } = await definitionFiles(repository.at("app"), "prompts", {
    include,
    env: gitEnv,
  }).read();
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "prompts/dir lies outside the project.",
    "prompts/link.yaml lies outside the project.",
  ]);
});

it.each<[string[], string, boolean]>([
  [["../shared"], "../shared/a", true],
  [["../shared"], "../shared", true],
  [["../shared"], "../shared2/a", false],
  [[".."], "../a/b", true],
  [[".."], "../../a", false],
  [["../.."], "../../a", true],
  [["../.."], "../../../a", false],
])("%j includes %s: %s", (include, path, expected) => {
  expect(isIncluded(include, path)).toBe(expected);
});

it.each<[string, string[], string[]]>([
  ["app/", ["../shared"], ["shared/"]],
  ["a/b/", ["../shared", "../../x/y"], ["a/shared/", "x/y/"]],
  ["app/", [".."], [""]],
  ["app/", ["../../x", "../.."], []],
  ["", ["../x"], []],
])("from %s in a repository, %j are %j", (folder, include, expected) => {
  expect(foldersInRepository(folder, include)).toEqual(expected);
});

describe("a folder of include from which nothing can be included", () => {
  const isLink = (name: string, target: string): readonly [string, string] => [
    `The folder "../${name}" is a symbolic link to "${target}".`,
    "Name that folder in place of the link.",
  ];
  const isOutside = (name: string): readonly [string, string] => [
    `The folder "${name}" is outside the git repository of the project.`,
    "A commit would not have its files: move them into the repository, or remove the entry.",
  ];
  it.each([
    ["../shared", undefined],
    ["..", undefined],
    [
      "../sha*",
      [
        'There is no folder "../sha*".',
        "Name folders without patterns: all files in them can be included.",
      ],
    ],
    [
      "../no",
      [
        'There is no folder "../no".',
        "Name a folder relative to promptctl.yaml, or remove the entry.",
      ],
    ],
    ["../top.md", ['"../top.md" is a file.', "Name the folder that contains it."]],
    ["../..", isOutside("../..")],
    ["../link", isLink("link", "../other")],
  ] as const)("%s", async (folder, problem) => {
    await using repository = repositoryOf(files);
    repository.link("etc", "/etc");
    repository.link("link", "other");
    expect(existingFolderProblem(repository.at("app"), folder, ["../shared", folder])).toEqual(
      problem,
    );
  });

  it("a link to a folder that is listed too is none", async () => {
    await using repository = repositoryOf(files);
    repository.link("link", "shared");
    expect(existingFolderProblem(repository.at("app"), "../link", ["../shared"])).toBeUndefined();
  });
});
