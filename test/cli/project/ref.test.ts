// --ref: commands use the definitions of a commit, with the settings of the working tree.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { type CliResult, runCli } from "../fake-host.ts";

function prompt(text: string): string {
  return `kind: prompt\nname: Support\nparameters: { provider: OPENAI, name: gpt-test }\nmessages: [{ role: user, content: { file: text.md } }]\nevaluations: [{ name: e, variables: {}, assertions: [{ type: CONTAINS_ANY, targetValues: [${text}] }] }]\n`;
}

const configuration = "definitions: prompts\nbaseUrl: local\n";
const newTool = "kind: tool\nname: look\ndescription: Looks.\nparameters: {}\n";
let repository: TestRepository;
let first: string;

beforeAll(() => {
  repository = repositoryOf({
    "promptctl.yaml": configuration,
    "prompts/p.yaml": prompt("one"),
    "prompts/text.md": "one\n",
    ".gitignore": ".promptctl\n",
  });
  first = repository.git(["rev-parse", "HEAD"]);
  repository.git(["tag", "v1"]);
  repository.commit({
    "prompts/p.yaml": prompt("two"),
    "prompts/text.md": "two\n",
    "prompts/look.yaml": newTool,
    "prompts/bad.yaml": "kind: prompt\n",
  });
  repository.commit({ "prompts/bad.yaml": undefined });
});
afterAll(() => repository[Symbol.asyncDispose]());

async function run(...args: string[]): Promise<CliResult> {
  return runCli(args, { cwd: repository.path, env: gitEnv });
}

const title = (): string => `v1 (${first.slice(0, 7)})`;

describe("--ref", () => {
  it("of apply is a rollback, and says that the next apply undoes it", async () => {
    await run("apply", "--local", "--yes");
    const { code, out } = await run("apply", "--local", "--yes", "--ref", "v1");
    expect(code).toBe(0);
    expect(out).toContain("        - two\n        + one\n");
    expect(out).toContain(
      `Note: The definitions are those of ${title()}. The next apply without --ref undoes these changes, unless the files have them then.`,
    );
    expect(out).toContain("Unmanaged: 1 tool");
    const again = await run("plan", "--local", "--ref", "v1");
    expect(again.out).toContain(`The definitions are those of ${title()}.\n`);
    expect(again.out).not.toContain("The next apply");
    const undone = await run("apply", "--local", "--yes");
    expect(undone.out).toContain("        - one\n        + two\n");
    expect((await run("plan", "--local", "--ref", "HEAD")).out).not.toContain("The next apply");
  });

  it("of a saved plan is its commit: changed files do not make it stale", async () => {
    await run("apply", "--local", "--yes");
    await run("plan", "--local", "--ref", "v1", "--out", "plan.json");
    const saved = JSON.parse(repository.read("plan.json")) as object;
    expect(saved).toMatchObject({ commit: first });
    repository.write("prompts/text.md", "three\n");
    const applied = await run("apply", "plan.json", "--local");
    repository.git(["checkout", "-q", "."]);
    expect(applied).toMatchObject({ code: 0 });
    expect((await run("plan", "--local", "--ref", "v1", "--detailed-exitcode")).code).toBe(0);
    const { out } = await run("plan", "--local", "--ref", "v1", "--json");
    expect(JSON.parse(out)).toMatchObject({ commit: first });
  });

  it("of validate, test, render and run reads the commit", async () => {
    expect((await run("validate", "--ref", "v1")).out).toContain("3 definitions");
    const broken = await run("validate", "--ref", "HEAD~1");
    expect(broken).toMatchObject({ code: 3 });
    expect(broken.out).toContain("prompts/bad.yaml");
    const result = await run(
      "test",
      "--on",
      "echo",
      "--base",
      "none",
      "--ref",
      "v1",
      "--format",
      "json",
    );
    expect(result.out).toContain('CONTAINS_ANY [\\"one\\"]');
    const rendered = await run("render", "Support", "--from", "files", "--ref", "v1");
    expect(rendered.out).toContain("one");
    const reply = await run("run", "Support", "--from", "files", "--ref", "v1", "--echo");
    expect(reply.out).toContain("one");
  });

  it.each([
    [["plan", "--local", "--ref", "v1", "--prune"], "--prune cannot be used with --ref."],
    [["validate", "prompts/p.yaml", "--ref", "v1"], "--ref cannot be used with paths."],
    [["render", "Support", "--ref", "v1"], "--ref needs --from files."],
    [["apply", "plan.json", "--ref", "v1"], "--ref cannot be used with a saved plan"],
    [["plan", "--local", "--ref", "v2"], 'git has no commit "v2".'],
  ])("%j is wrong usage", async (args, message) => {
    await run("plan", "--local", "--out", "plan.json");
    const { code, err } = await run(...args);
    expect(code).toBe(64);
    expect(err).toContain(`Error: ${message}`);
  });

  it("refuses a commit whose definitions have errors, or that lacks the project", async () => {
    const broken = await run("plan", "--local", "--ref", "HEAD~1");
    expect(broken.code).toBe(3);
    expect(broken.err).toMatch(/^Error: prompts\/bad\.yaml:1 in HEAD~1 \([0-9a-f]{7}\): /);
    await using other = repositoryOf({ "a.txt": "" });
    other.commit({ "promptctl.yaml": configuration, "prompts/look.yaml": newTool });
    const { code, err } = await runCli(["plan", "--local", "--ref", "HEAD~1"], {
      cwd: other.path,
      env: gitEnv,
    });
    expect(code).toBe(64);
    expect(err).toContain("does not have the project.");
  });

  it("ignores prune: true of promptctl.yaml, with a note", async () => {
    await using other = repositoryOf({
      "promptctl.yaml": `${configuration}prune: true\n`,
      "prompts/look.yaml": newTool,
    });
    const { out } = await runCli(["plan", "--local", "--ref", "HEAD"], {
      cwd: other.path,
      env: gitEnv,
    });
    expect(out).toContain("Note: prune: true in promptctl.yaml is ignored with --ref.");
  });
});
