// promptctl diff: the definitions of two commits, or of a commit and the files.
import { describe, expect, it } from "vitest";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { type CliResult, runCli } from "../fake-host.ts";
import { printedValue } from "../printed.ts";

function prompt(name: string, text: string, more = ""): string {
  return `kind: prompt\nname: ${name}\nparameters: { provider: OPENAI, name: gpt-test }\ntools: [look]\nmessages: [{ role: system, content: ${text} }]\n${more}`;
}

const tool = "kind: tool\nname: look\ndescription: Looks.\nparameters: {}\n";
const evaluation = (value: string): string =>
  `evaluations: [{ name: e, variables: {}, assertions: [{ type: EXACT_MATCH, targetValue: ${value} }] }]\n`;

const files = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/look.yaml": tool,
  "prompts/support.yaml": prompt("Support", "one", evaluation("a")),
  "prompts/old.yaml": prompt("Old", "text"),
};

async function diff(repository: TestRepository, ...args: string[]): Promise<CliResult> {
  return runCli(["diff", ...args], { cwd: repository.path, env: gitEnv });
}

/** A repository in which HEAD differs from v1 in every way. */
function changedRepository(): TestRepository {
  const repository = repositoryOf(files);
  repository.git(["tag", "v1"]);
  repository.commit({
    "prompts/old.yaml": undefined,
    "prompts/look.yaml": tool.replace("look", "find\nrenamedFrom: look"),
    "prompts/deep/support.yaml": prompt("Support", "two", evaluation("b")).replace("look", "find"),
    "prompts/support.yaml": undefined,
    "prompts/new.yaml": "kind: prompt\nname: New\nexternal: true\n",
  });
  return repository;
}

describe("promptctl diff", () => {
  it("compares two commits by address and field", async () => {
    await using repository = changedRepository();
    const commits = ["v1", "HEAD"].map((ref) => repository.git(["rev-parse", "--short=7", ref]));
    expect(await diff(repository, "v1", "HEAD")).toMatchObject({
      code: 0,
      out: `promptctl diff · v1 (${commits[0]}) → HEAD (${commits[1]})

  ~ tool/find (was tool/look)
      name  "look" → "find"
  ~ prompt/Support
      tools        + find  - look
      messages[0]  "one" → "two"
  + prompt/New
  - prompt/Old
  ~ evaluation/Support/e
      assertions[0].targetValue  "a" → "b"

1 added, 3 changed, 1 removed.
`,
    });
  });

  it("compares HEAD with the files by default", async () => {
    await using repository = repositoryOf(files);
    const commit = repository.git(["rev-parse", "--short=7", "HEAD"]);
    const same = await diff(repository, "--detailed-exitcode");
    expect(same).toMatchObject({
      code: 0,
      out: `promptctl diff · HEAD (${commit}) → working tree\n\nNo differences.\n`,
    });
    repository.write("prompts/support.yaml", `# a comment\n${files["prompts/support.yaml"]}`);
    repository.write("prompts/look.yaml", tool.replace("Looks.", "Finds."));
    const { code, out } = await diff(repository, "--detailed-exitcode");
    expect(code).toBe(2);
    expect(out).toContain(`  ~ tool/look\n      description  "Looks." → "Finds."\n\n0 added`);
  });

  it("shows only the targets", async () => {
    await using repository = changedRepository();
    const { out } = await diff(repository, "v1", "HEAD", "--target", "prompt/O*");
    expect(out.split("\n\n").slice(1)).toEqual([
      "  - prompt/Old",
      "0 added, 0 changed, 1 removed.\n",
    ]);
  });

  it("refuses a target that neither side defines", async () => {
    await using repository = changedRepository();
    const targets = (...patterns: string[]): Promise<CliResult> =>
      diff(repository, "v1", "HEAD", ...patterns.flatMap((each) => ["--target", each]));
    for (const wrong of ["prompt/Suport", "assertion/Support/e/1"]) {
      const { code, out, err } = await targets("prompt/*", wrong);
      expect([code, out]).toEqual([64, ""]);
      expect(err).toContain(`No definition matches "${wrong}".`);
    }
    expect((await targets("prompt/Old", "prompt/New")).out).toContain("1 added, 0 changed, 1 r");
  });

  it("prints Markdown with secrets masked, and JSON", async () => {
    await using repository = repositoryOf(files);
    const key = (end: string): string => `sk-${"a1B2".repeat(12)}-${end}`;
    const text = (end: string): string => `"${"A long text. ".repeat(9)} Use ${key(end)}."`;
    repository.commit({ "prompts/old.yaml": prompt("Old", text("x1")) });
    repository.commit({ "prompts/old.yaml": prompt("Old", text("y2")) });
    const hidden = (await diff(repository, "HEAD~1", "HEAD", "--format", "markdown")).out;
    expect(hidden).toContain("changed only in what is masked");
    expect(hidden).not.toContain("a1B2");
    const markdown = (await diff(repository, "HEAD~2", "HEAD", "--format", "markdown")).out;
    expect(markdown).not.toContain("a1B2");
    expect(markdown).toMatch(
      /^### promptctl diff: `HEAD~2 \([0-9a-f]{7}\)` to `HEAD \([0-9a-f]{7}\)`\n/,
    );
    expect(markdown).toContain("- change `prompt/Old`\n\n```diff\nmessages[0]");
    const { out } = await diff(repository, "HEAD~1", "HEAD", "--format", "json");
    expect(printedValue("diff", out)).toMatchObject({
      format: "promptctl.diff/1",
      before: { name: "HEAD~1", commit: repository.git(["rev-parse", "HEAD~1"]) },
      differences: [
        { address: "prompt/Old", action: "change", before: { external: false }, after: {} },
      ],
    });
  });

  it("refuses commits with errors and unknown ones", async () => {
    await using repository = repositoryOf({ ...files, "prompts/bad.yaml": "kind: prompt\n" });
    repository.commit({ "prompts/bad.yaml": undefined });
    const broken = await diff(repository, "HEAD~1");
    expect(broken.code).toBe(3);
    expect(broken.err).toMatch(
      /^Error: prompts\/bad\.yaml:1 in HEAD~1 \([0-9a-f]{7}\): .* And \d more errors?\.\n/,
    );
    expect(await diff(repository, "nope")).toMatchObject({
      code: 64,
      err: expect.stringContaining('git has no commit "nope"'),
    });
    repository.write("prompts/bad.yaml", "kind: prompt\n");
    expect((await diff(repository, "HEAD")).code).toBe(3);
  });
});
