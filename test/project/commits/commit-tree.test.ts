// The files of a project in a commit: the same as in a working tree.
import { describe, expect, it } from "vitest";
import type { DefinitionFiles } from "../../../src/engine/model/ports.ts";
import type { IncludeResult } from "../../../src/engine/model/source-file.ts";
import { commitTree } from "../../../src/project/commits/commit-tree.ts";
import { definitionFiles, definitionFilesIn } from "../../../src/project/files/definitions.ts";
import { openObjects } from "../../../src/io/git/git-objects.ts";
import { openRepository, resolveCommit } from "../../../src/io/git/git-repository.ts";
import { folderOf, rejectionOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf, runTestGit, type TestRepository } from "../../io/repository.ts";

interface Read {
  readonly files: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  readonly jsonFiles: readonly string[] | undefined;
  readonly included: readonly IncludeResult[];
}

/** What the definitions in `prompts` contain, and the files that `prompts/p.yaml` includes. */
async function readAll(files: DefinitionFiles, includes: readonly string[]): Promise<Read> {
  const read = await files.read();
  const requests = includes.map((file) => {
    const form = /\.(png|b64)$/.test(file) ? ("base64" as const) : ("text" as const);
    return { from: "prompts/p.yaml", file, form };
  });
  await files.fetchIncluded?.(requests);
  return {
    files: Object.fromEntries(read.files.map(({ path, text }) => [path, text])),
    problems: read.diagnostics.map(({ message }) => message),
    jsonFiles: read.jsonFiles,
    included: requests.map(files.readIncluded),
  };
}

async function readAt(
  folder: string,
  ref = "HEAD",
  { definitions = "prompts", includes = [] as readonly string[] } = {},
): Promise<Read | undefined> {
  const repository = await openRepository(folder, gitEnv);
  const objects = openObjects(repository);
  try {
    const commit = await resolveCommit(repository, ref);
    const tree = await commitTree(objects, { commit, folder: repository.prefix });
    return tree && (await readAll(definitionFilesIn(tree, definitions), includes));
  } finally {
    objects.close();
  }
}

const files = {
  "promptctl.yaml": "",
  "shared/intro.md": "intro\n",
  "shared/more.yaml": "more",
  "prompts/p.yaml": "p: ü\n\n",
  "prompts/bom.yaml": "\uFEFFb: 1\n",
  "prompts/crlf.yaml": "a: 1\r\nb: 2\r\n",
  "prompts/latin.yaml": Buffer.from("caf\xe9", "latin1"),
  "prompts/empty.yaml": "",
  "prompts/deep/er/c.yml": "c",
  "prompts/with space [x]/ü\n.yaml": "odd",
  "prompts/.hidden.yaml": "",
  "prompts/.git2/d.yaml": "",
  "prompts/node_modules/e.yaml": "",
  "prompts/case.json": "{}",
  "prompts/text.md": "\uFEFFtext\r\n",
  "prompts/latin.md": Buffer.from("caf\xe9", "latin1"),
  "prompts/image.png": Buffer.from([0x89, 0x50, 0, 10, 0xff]),
  "prompts/image.b64": "iVBO\r\nRw0K\n",
};

const includes = [
  "../shared/intro.md",
  "../shared",
  "./text.md",
  "text.md/x.md",
  "latin.md",
  "image.png",
  "image.b64",
  "missing.md",
  "/etc/hostname",
  "../.env",
  "link.md",
  "chain.md",
  "loop.md",
  "away.md",
  "folder/intro.md",
  "inner.md",
];

function addLinks(repository: TestRepository, project = ""): void {
  repository.link(`${project}prompts/linked.yaml`, "../shared/more.yaml");
  repository.link(`${project}prompts/folder`, "../shared");
  repository.link(`${project}prompts/again`, ".");
  repository.link(`${project}prompts/gone.yaml`, "missing.yaml");
  repository.link(`${project}prompts/loop.md`, "loop.md");
  repository.link(`${project}prompts/link.md`, "../shared/intro.md");
  repository.link(`${project}prompts/chain.md`, "folder/intro.md");
  repository.link(`${project}prompts/away.md`, "/etc/hostname");
  repository.link(`${project}prompts/away.yaml`, "/etc/hostname");
  repository.link(`${project}prompts/inner.md`, repository.at(`${project}shared/intro.md`));
}

describe("the files of a commit are those of its working tree", () => {
  it.each([
    ["in the top folder", ""],
    ["in a folder", "services/my bot/"],
  ])("of a project %s", async (_, project) => {
    await using repository = repositoryOf(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [project + name, text])),
    );
    addLinks(repository, project);
    repository.commit();
    const root = repository.at(project);
    const expected = await readAll(definitionFiles(root, "prompts"), includes);
    expect(Object.keys(expected.files)).toHaveLength(8);
    expect(expected.problems).toHaveLength(3);
    expect(await readAt(root, "HEAD", { includes })).toEqual(expected);
  });

  it("whatever the working tree and the index have", async () => {
    await using repository = repositoryOf({ "prompts/p.yaml": "old" });
    repository.commit({ "prompts/p.yaml": "new", "prompts/q.yaml": "q" });
    repository.write("prompts/p.yaml", "changed");
    repository.git(["rm", "-q", "--cached", "prompts/q.yaml"]);
    expect((await readAt(repository.path))?.files).toEqual({
      "prompts/p.yaml": "new",
      "prompts/q.yaml": "q",
    });
    expect((await readAt(repository.path, "HEAD~1"))?.files).toEqual({ "prompts/p.yaml": "old" });
  });

  it("with line endings converted by attributes", async () => {
    await using repository = repositoryOf({
      ".gitattributes": "* text=auto eol=crlf",
      "prompts/p.yaml": "a: 1\nb: 2\n",
    });
    repository.git(["rm", "-q", "--cached", "prompts/p.yaml"]);
    repository.git(["reset", "-q", "--hard"]);
    expect((await readAt(repository.path))?.files).toEqual({ "prompts/p.yaml": "a: 1\nb: 2\n" });
  });
});

it("a commit without the project has no files", async () => {
  await using repository = repositoryOf({ "a.md": "" });
  repository.commit({ "app/prompts/p.yaml": "" });
  expect(await readAt(repository.at("app"), "HEAD~1")).toBeUndefined();
});

it("a definitions folder that the commit does not have is named", async () => {
  await using repository = repositoryOf({ "promptctl.yaml": "", prompts: "file" });
  const commit = repository.git(["rev-parse", "--short=7", "HEAD"]);
  const failures = ["definitions", "prompts", "../prompts"].map((definitions) =>
    rejectionOf(readAt(repository.path, "HEAD", { definitions })),
  );
  expect((await Promise.all(failures)).map(({ message }) => message)).toEqual([
    `There is no folder "definitions" in commit ${commit}.`,
    '"prompts" is a file, not a folder of definitions.',
    `The definitions folder "../prompts" lies outside the project (commit ${commit}).`,
  ]);
});

describe("files whose text is not in the commit are errors", () => {
  it.each([
    [
      "filter=crypt",
      "has the git attribute filter=crypt, so its text cannot be read from a commit",
    ],
    ["ident", "has the git attribute ident, so its text cannot be read from a commit"],
    [
      "working-tree-encoding=UTF-8",
      "has the git attribute working-tree-encoding=UTF-8, so its text cannot be read from a commit",
    ],
  ])("with the attribute %s", async (attribute, reason) => {
    await using repository = repositoryOf({
      "app/.gitattributes": `prompts/p.* ${attribute}`,
      "app/prompts/p.yaml": "p",
      "app/prompts/p.md": "p",
      "app/prompts/q.yaml": "q",
    });
    const read = await readAt(repository.at("app"), "HEAD", { includes: ["p.md"] });
    expect(read?.files).toEqual({ "prompts/q.yaml": "q" });
    expect(read?.problems).toEqual([`prompts/p.yaml ${reason}.`]);
    expect(read?.included).toEqual([{ problem: `prompts/p.md ${reason}.` }]);
  });

  it("as pointers of Git LFS, without attributes too", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n";
    await using repository = repositoryOf({ "prompts/p.yaml": "p", "prompts/a.png": pointer });
    const read = await readAt(repository.path, "HEAD", { includes: ["a.png"] });
    const problem = "prompts/a.png is stored in Git LFS: the commit has only a pointer to it.";
    expect(read?.included).toEqual([{ problem }]);
  });

  it("in submodules", async () => {
    await using other = repositoryOf({ "a.yaml": "a", "a.md": "text" });
    await using repository = repositoryOf({ "prompts/p.yaml": "p" });
    repository.git(["submodule", "add", "-q", other.path, "prompts/other"]);
    repository.commit();
    const read = await readAt(repository.path, "HEAD", { includes: ["other/a.md"] });
    const reason = "is in a submodule: the commit does not contain its files.";
    expect(read?.problems).toEqual([`prompts/other ${reason}`]);
    expect(read?.included).toEqual([{ problem: `prompts/other/a.md ${reason}` }]);
    const folder = await rejectionOf(
      readAt(repository.path, "HEAD", { definitions: "prompts/other" }),
    );
    expect(folder.code).toBe("definitions-outside");
  });
});

describe("a project", () => {
  it("in a submodule is read from its own repository", async () => {
    await using other = repositoryOf({ "prompts/p.yaml": "in the submodule" });
    await using repository = repositoryOf({ "a.md": "" });
    repository.git(["submodule", "add", "-q", other.path, "lib/bot"]);
    const read = await readAt(repository.at("lib/bot"));
    expect(read?.files).toEqual({ "prompts/p.yaml": "in the submodule" });
  });

  it("in a linked worktree is read", async () => {
    await using repository = repositoryOf({ "app/prompts/p.yaml": "first" });
    await using folder = folderOf();
    repository.git(["worktree", "add", "-q", folder.at("tree"), "-b", "topic"]);
    repository.commit({ "app/prompts/p.yaml": "second" });
    const root = folder.at("tree/app");
    expect((await readAt(root))?.files).toEqual({ "prompts/p.yaml": "first" });
    expect((await readAt(root, "main"))?.files).toEqual({ "prompts/p.yaml": "second" });
  });

  it("in a sparse checkout is read with the files that are not checked out", async () => {
    await using repository = repositoryOf({
      "app/prompts/p.yaml": "p",
      "app/prompts/team/q.yaml": "q",
    });
    repository.git(["sparse-checkout", "set", "--no-cone", "/app/prompts/p.yaml"]);
    const read = await readAt(repository.at("app"));
    expect(read?.files).toEqual({ "prompts/p.yaml": "p", "prompts/team/q.yaml": "q" });
  });
});

describe("a partial clone", () => {
  it.each(["blob:none", "tree:0"])(
    "of %s says what it lacks, and fetches nothing",
    async (filter) => {
      await using origin = repositoryOf({ "prompts/p.yaml": "first" });
      origin.git(["config", "uploadpack.allowFilter", "true"]);
      origin.git(["config", "uploadpack.allowAnySHA1InWant", "true"]);
      origin.commit({ "prompts/p.yaml": "second" });
      await using folder = folderOf();
      const words = ["clone", "-q", `--filter=${filter}`, `file://${origin.path}`, "clone"];
      runTestGit(words, folder.path);
      const objects = (): string => runTestGit(["count-objects", "-v"], folder.at("clone"));
      const before = objects();
      expect((await readAt(folder.at("clone")))?.files).toEqual({ "prompts/p.yaml": "second" });
      expect(await rejectionOf(readAt(folder.at("clone"), "HEAD~1"))).toMatchObject({
        class: "usage",
        code: "partial-clone",
        message: expect.stringMatching(/^The partial clone lacks files of commit [0-9a-f]{7}\.$/),
      });
      expect(objects()).toBe(before);
    },
  );
});

it("a damaged repository is a Failure", async () => {
  await using repository = repositoryOf({ "prompts/p.yaml": "p" });
  const hash = repository.git(["rev-parse", "HEAD:prompts/p.yaml"]);
  const { rmSync } = await import("node:fs");
  rmSync(repository.at(`.git/objects/${hash.slice(0, 2)}/${hash.slice(2)}`));
  expect(await rejectionOf(readAt(repository.path))).toMatchObject({
    class: "failed",
    message: `git failed: the repository lacks the object ${hash}.`,
  });
});
