// promptctl log: what a user sees of the versions of a definition.
import { describe, expect, it } from "vitest";
import { gitEnv, repositoryOf, runTestGit, type TestRepository } from "../../io/repository.ts";
import { folderOf } from "../../io/folder.ts";
import { runCli } from "../fake-host.ts";
import { printedValue } from "../printed.ts";

const address = "prompt/Support";

function prompt(text: string, more = ""): string {
  return `kind: prompt\nname: Support\nparameters: { provider: OPENAI, name: gpt-test }\nmessages: [{ role: system, content: ${text} }]\n${more}`;
}

function projectOf(text: string): Record<string, string> {
  return { "promptctl.yaml": "definitions: prompts\n", "prompts/p.yaml": prompt(text) };
}

/** The lines of the log, commits as the position on the first-parent line: `@0` is HEAD. */
async function logOf(
  repository: Pick<TestRepository, "path" | "git">,
  { folder = "", args = [] as readonly string[], of = address } = {},
): Promise<string> {
  const cwd = folder === "" ? repository.path : `${repository.path}/${folder}`;
  const { code, out, err } = await runCli(["log", of, ...args], { cwd, env: gitEnv });
  if (code !== 0) return `exit ${code}: ${err.trim()}`;
  const line = repository.git(["rev-list", "--first-parent", "HEAD"], folder).split("\n");
  const versions = out.slice(out.indexOf("\n\n") + 2); // without the heading
  return versions
    .replace(/\b[0-9a-f]{7}\b/g, (hash) => `@${line.findIndex((each) => each.startsWith(hash))}`)
    .replaceAll("  2026-01-01  Test  change", "")
    .trimEnd();
}

const changed = (commit: number): string => `  @${commit}\n           messages[0]`;
const added = (commit: number): string => `  @${commit}\n           added`;

describe("promptctl log", () => {
  it("shows a project in another folder, and names the folder in commands", async () => {
    await using repository = repositoryOf({
      "support/promptctl.yaml": "definitions: prompts\n",
      "support/prompts/p.yaml": prompt("one"),
    });
    repository.commit({ "support/prompts/p.yaml": prompt("two") });
    const run = (...args: string[]): ReturnType<typeof runCli> =>
      runCli(["log", ...args], { cwd: repository.path, env: gitEnv });
    const here = await runCli(["log", address], { cwd: `${repository.path}/support`, env: gitEnv });
    expect(await run(address, "support")).toEqual(here);
    expect(here.out).toContain("messages[0]");
    expect((await run(address, "support", "--local")).out).toContain(
      here.out.trim().split("\n")[0],
    );
    const { err } = await run("assertion/Support/a/1", "support");
    expect(err).toContain("promptctl log evaluation/Support/a support");
  });

  it("prints the commits, their date, author and message, and the fields that changed", async () => {
    await using repository = repositoryOf(projectOf("one"));
    repository.commit({ "other.txt": "x" });
    repository.commit({ "prompts/p.yaml": prompt("two") });
    repository.commit({ "prompts/p.yaml": `# a comment\n${prompt("two")}` });
    const { out } = await runCli(["log", address], { cwd: repository.path, env: gitEnv });
    const [head, first] = ["HEAD~1", "HEAD~3"].map((ref) =>
      repository.git(["rev-parse", "--short=7", ref]),
    );
    expect(out).toBe(`promptctl log · prompt/Support

  ${head}  2026-01-01  Test  change
           messages[0]
  ${first}  2026-01-01  Test  change
           added
`);
  });

  it("prints what is not committed, and what a version changed with --patch", async () => {
    await using repository = repositoryOf(projectOf("one"));
    repository.commit({ "prompts/p.yaml": prompt("two") });
    repository.write("prompts/p.yaml", prompt("three"));
    expect(await logOf(repository, { args: ["--patch", "--limit", "1"] })).toBe(
      `  working tree, not committed
           messages[0]  "two" → "three"

  @0
           messages[0]  "one" → "two"`,
    );
  });

  it("of an evaluation has its assertions", async () => {
    const evaluation = (value: string): string =>
      prompt(
        "one",
        `evaluations: [{ name: e, variables: {}, assertions: [{ type: EXACT_MATCH, targetValue: ${value} }] }]\n`,
      );
    await using repository = repositoryOf({
      ...projectOf("one"),
      "prompts/p.yaml": evaluation("a"),
    });
    repository.commit({ "prompts/p.yaml": evaluation("b") });
    repository.commit({
      "prompts/p.yaml": evaluation("b").replace("content: one", "content: two"),
    });
    expect(await logOf(repository, { of: "evaluation/Support/e" })).toBe(
      `  @1\n           assertions[0].targetValue\n${added(2)}`,
    );
  });

  it("follows renames, other files, other folders and removals", async () => {
    await using repository = repositoryOf(projectOf("one"));
    repository.commit({ "prompts/p.yaml": undefined, "prompts/deep/q.yaml": prompt("one") });
    repository.commit({
      "prompts/deep/q.yaml": prompt("two").replace("Support", "Help\nrenamedFrom: Support"),
    });
    repository.git(["mv", "prompts", "definitions"]);
    repository.commit({ "promptctl.yaml": "definitions: definitions\n" });
    repository.git(["mv", "definitions", "moved"]);
    repository.commit({ "promptctl.yaml": "definitions: moved\n" });
    expect(await logOf(repository, { of: "prompt/Help" })).toBe(
      `  @2\n           name, messages[0]\n${added(4)}`,
    );
    repository.commit({ "moved/deep/q.yaml": undefined, "moved/other.yaml": "# empty\n" });
    expect(await logOf(repository, { of: "prompt/Help" })).toBe(
      `  @0\n           removed\n  @3\n           name, messages[0]\n${added(5)}`,
    );
  });

  it("follows a project that was moved in its repository", async () => {
    await using repository = repositoryOf({
      "old/promptctl.yaml": "definitions: prompts\n",
      "old/prompts/p.yaml": prompt("one"),
      "old/prompts/same.md": "same\n",
    });
    repository.commit({ "old/prompts/p.yaml": prompt("two") });
    repository.git(["mv", "old", "new"]);
    repository.commit();
    expect(await logOf(repository, { folder: "new" })).toBe(`${changed(1)}\n${added(2)}`);
  });

  it("has the merges of the first-parent line only, also with -X theirs and squashes", async () => {
    await using repository = repositoryOf(projectOf("one"));
    repository.git(["checkout", "-q", "-b", "branch"]);
    repository.commit({ "prompts/p.yaml": prompt("draft") });
    repository.commit({ "prompts/p.yaml": prompt("two") });
    repository.git(["checkout", "-q", "main"]);
    repository.commit({ "prompts/p.yaml": prompt("main") });
    repository.git(["merge", "-q", "-X", "theirs", "-m", "change", "branch"]);
    expect(await logOf(repository)).toBe(`${changed(0)}\n${changed(1)}\n${added(2)}`);
    repository.git(["checkout", "-q", "-b", "other"]);
    repository.commit({ "prompts/p.yaml": prompt("draft") });
    repository.commit({ "prompts/p.yaml": prompt("three") });
    repository.git(["checkout", "-q", "main"]);
    repository.git(["merge", "-q", "--squash", "other"]);
    repository.commit();
    expect(await logOf(repository)).toBe(
      `${changed(0)}\n${changed(1)}\n${changed(2)}\n${added(3)}`,
    );
  });

  it("does not know a commit in which the file is broken, and knows the others", async () => {
    await using repository = repositoryOf({
      ...projectOf("one"),
      "prompts/q.yaml": "kind: tool\nname: t\ndescription: d\nparameters: {}\n",
    });
    repository.commit({
      "prompts/p.yaml": "kind: [\n",
      "prompts/q.yaml": "kind: tool\nname: t\ndescription: e\nparameters: {}\n",
    });
    repository.commit({ "prompts/p.yaml": prompt("two") });
    expect(await logOf(repository)).toBe(`  @0\n           at or before this commit\n${added(2)}`);
    expect(await logOf(repository, { of: "tool/t" })).toBe(
      `  @1\n           description\n${added(2)}`,
    );
  });

  it("does not know the files that a checkout converts, and pointers of Git LFS", async () => {
    await using repository = repositoryOf({
      ...projectOf("one"),
      ".gitattributes": "prompts/p.yaml ident\n",
    });
    expect(await logOf(repository)).toBe(added(0)); // the working tree has the text of the commit
    repository.write("prompts/p.yaml", prompt("draft"));
    expect(await logOf(repository)).toContain(
      "working tree, not known whether committed\n\nThe files in HEAD cannot be read exactly.",
    );
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n";
    repository.git(["rm", "-q", ".gitattributes"]);
    repository.commit({ "prompts/p.yaml": pointer });
    repository.commit({ "prompts/p.yaml": prompt("two") });
    expect(await logOf(repository)).toContain("@0\n           at or before this commit");
  });

  it("says that a shallow clone does not have older versions", async () => {
    await using repository = repositoryOf(projectOf("one"));
    repository.commit({ "prompts/p.yaml": prompt("two") });
    repository.commit({ "other.txt": "" });
    await using clone = folderOf();
    runTestGit(["clone", "-q", "--depth", "2", `file://${repository.path}`, clone.at("c")], "/");
    const git: TestRepository["git"] = (words) => runTestGit(words, clone.at("c"));
    expect(await logOf({ path: clone.at("c"), git })).toBe(
      "  @1\n           at or before this commit\n\nThe clone is shallow: older versions are not known. To fetch them: git fetch --unshallow",
    );
  });

  it("does not say that a definition is not committed if a partial clone lacks the folders of commits", async () => {
    await using repository = repositoryOf(projectOf("one"));
    repository.commit({ "prompts/p.yaml": prompt("two") });
    repository.git(["config", "uploadpack.allowFilter", "true"]);
    await using clone = folderOf();
    const words = ["clone", "-q", "--filter=tree:0", `file://${repository.path}`, clone.at("c")];
    runTestGit(words, "/");
    const git: TestRepository["git"] = (each) => runTestGit(each, clone.at("c"));
    const partial = { path: clone.at("c"), git };
    expect(await logOf(partial)).toBe(
      "  working tree, not known whether committed\n\nThe clone is partial and lacks files of commits: older versions are not known. Clone without --filter to see them.",
    );
    expect(await logOf(partial, { of: "prompt/Other" })).toContain(
      "The files do not define prompt/Other, and git cannot read the commits of this clone.",
    );
    const { out } = await runCli(["log", address, "--format", "json"], {
      cwd: clone.at("c"),
      env: gitEnv,
    });
    expect(printedValue("log", out)).toMatchObject({
      workingTree: { status: "defined", isHeadKnown: false },
      versions: [],
      end: "partial",
    });
  });

  it("works in worktrees, sparse checkouts and on the merge commit of a pull request", async () => {
    await using repository = repositoryOf(projectOf("one"));
    repository.commit({ "prompts/p.yaml": prompt("two") });
    await using other = folderOf();
    repository.git(["worktree", "add", "-q", "--detach", other.at("w")]);
    const inWorktree = { path: other.at("w"), git: repository.git };
    expect(await logOf(inWorktree)).toBe(`${changed(0)}\n${added(1)}`);
    repository.git(["checkout", "-q", "-b", "pull"]);
    repository.commit({ "prompts/p.yaml": prompt("three") });
    repository.git(["checkout", "-q", "--detach", "main"]);
    repository.git(["merge", "-q", "--no-ff", "-m", "change", "pull"]);
    repository.git(["sparse-checkout", "set", "prompts"]);
    expect(await logOf(repository)).toBe(`${changed(0)}\n${changed(1)}\n${added(2)}`);
  });

  it("shows the deletion that a service reports, with its commit, after it was pruned there", async () => {
    const others = ["A", "B", "C", "D"].map((name) => [
      `prompts/${name}.yaml`,
      prompt("one").replace("Support", name),
    ]);
    await using repository = repositoryOf({
      ...projectOf("one"),
      ...Object.fromEntries(others),
      ".gitignore": ".promptctl\n",
    });
    const run = (...args: string[]): ReturnType<typeof runCli> =>
      runCli(args, { cwd: repository.path, env: gitEnv });
    const apply = ["apply", "--local", "--auto-approve", "--prune"];
    expect((await run(...apply)).code).toBe(0);
    expect(await logOf(repository, { args: ["--local"] })).not.toContain("deleted");
    repository.commit({ "prompts/p.yaml": undefined });
    expect((await run(...apply)).code).toBe(0);
    expect(await logOf(repository, { args: ["--local"] })).toMatch(
      /\nlocal: does not have it\.\nlocal: id [\da-f]+ was deleted 20\d\d-\d\d-\d\d \d\d:\d\d UTC from @0, as reported\.$/,
    );
    const { out } = await run("log", address, "--local", "--format", "json");
    expect(printedValue("log", out)).toMatchObject({
      services: [{ name: "local", deleted: { content: { name: "Support" } } }],
    });
  });

  it.each([
    ["prompt/Other", "Neither the files nor the commits define prompt/Other."],
    [
      "assertion/Support/e/1",
      "The history of assertion/Support/e/1 is part of that of its evaluation.\n  Name the evaluation: promptctl log evaluation/Support/e",
    ],
    [
      "Suport",
      'Neither the files nor the commits define prompt/Suport.\n  Did you mean "prompt/Support"?',
    ],
    [
      "prompt/S*",
      "Neither the files nor the commits define prompt/S*.\n  log shows one definition. The pattern matches prompt/Support.",
    ],
  ])("refuses %s", async (of, message) => {
    await using repository = repositoryOf(projectOf("one"));
    expect(await logOf(repository, { of })).toContain(`exit 64: Error: ${message}`);
  });

  it("needs a repository with a commit", async () => {
    await using folder = folderOf(projectOf("one"));
    const git = (): string => "";
    expect(await logOf({ path: folder.path, git })).toContain(
      "is in no working tree of a git repository",
    );
    runTestGit(["init", "-q"], folder.path);
    expect(await logOf({ path: folder.path, git })).toContain("has no commits yet");
  });

  it("prints JSON without authors and messages", async () => {
    await using repository = repositoryOf(projectOf("one"));
    const { out } = await runCli(["log", address, "--format", "json"], {
      cwd: repository.path,
      env: gitEnv,
    });
    expect(printedValue("log", out)).toEqual({
      format: "promptctl.log/1",
      address,
      versions: [
        {
          commit: repository.git(["rev-parse", "HEAD"]),
          date: expect.stringMatching(/^2026-01-01T00:00:00(?:Z|\+00:00)$/),
          orOlder: false,
          status: "defined",
          content: expect.objectContaining({ name: "Support" }),
        },
      ],
      end: "first",
    });
  });
});

describe("texts in folders of include", () => {
  const configured = "definitions: prompts\ninclude: [../shared]\n";
  const shared = (file: string): string => `[{ file: ../../shared/${file} }, You help.]`;

  it("count as changes of the definitions that include them, also before they were in one", async () => {
    await using repository = repositoryOf({
      "app/promptctl.yaml": "definitions: prompts\n",
      "app/prompts/p.yaml": prompt("You help."),
      "shared/tone.md": "kind\n",
      "shared/old.md": "old\n",
    });
    repository.commit({ "shared/tone.md": "kinder\n" }); // not included yet
    repository.commit({
      "app/promptctl.yaml": configured,
      "app/prompts/p.yaml": prompt(shared("old.md")),
    });
    repository.commit({ "shared/old.md": "older\n" });
    repository.commit({ "shared/tone.md": "kindest\n" }); // another file is included
    repository.commit({
      "app/prompts/p.yaml": prompt(shared("tone.md")),
      "shared/old.md": undefined,
    });
    repository.commit({ "other/x.md": "x" });
    repository.commit({ "shared/tone.md": "the kindest\n" });
    expect(await logOf(repository, { folder: "app" })).toBe(
      [changed(0), changed(2), changed(4), changed(5), added(7)].join("\n"),
    );
    expect(await logOf(repository, { folder: "app", args: ["--patch", "--limit", "1"] })).toContain(
      "- kindest",
    );
  });

  it("are read before the project moved", async () => {
    await using repository = repositoryOf({
      "a/promptctl.yaml": configured,
      "a/prompts/p.yaml": prompt(shared("tone.md")),
      "shared/tone.md": "kind\n",
    });
    repository.commit({ "shared/tone.md": "kinder\n" });
    repository.git(["mv", "a", "b"]);
    repository.commit();
    expect(await logOf(repository, { folder: "b" })).toBe([changed(1), added(2)].join("\n"));
  });

  it("are followed through links in a folder of include", async () => {
    await using repository = repositoryOf({
      "app/promptctl.yaml": configured,
      "app/prompts/p.yaml": prompt(shared("link.md")),
      "shared/deep/tone.md": "kind\n",
    });
    repository.link("shared/link.md", "deep/tone.md");
    repository.commit();
    repository.commit({ "shared/deep/tone.md": "kinder\n" });
    expect(await logOf(repository, { folder: "app" })).toContain(changed(0));
  });
});
