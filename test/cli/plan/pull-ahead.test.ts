// promptctl pull where the files are ahead: a version that git had before is not written back.
import { describe, expect, it } from "vitest";
import { folderOf } from "../../io/folder.ts";
import { runTestGit } from "../../io/repository.ts";
import { type CliResult, serviceUrl } from "../fake-host.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

const evaluation = (name: string, seconds = "1"): string => `  - name: ${name}
    variables: {}
    appendedMessages: [{ role: user, content: Hi ${name} }]
    assertions: [{ type: LATENCY, targetThreshold: ${seconds} }]
`;
const prompt = (text: string, seconds: string): string => `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: system, content: ${text} }]
evaluations:
${evaluation("e", seconds)}`;
const tool = (description: string): string =>
  `kind: tool\nname: look\ndescription: ${description}\nparameters: { type: object }\n`;

const first = {
  "promptctl.yaml": "definitions: prompts\n",
  "prompts/p.yaml": prompt("one", "1"),
  "prompts/t.yaml": tool("One."),
};

/** A repository whose first commit is applied, and the program in it. */
async function appliedRepository(): Promise<RepositoryFixture> {
  const fixture = await createRepositoryFixture(first);
  expect((await fixture.run(["apply", "--auto-approve"])).code).toBe(0);
  return fixture;
}

/** Makes the service hold other files, as a hotfix there would. The files are the same again after it. */
async function editService(
  { repository, run }: RepositoryFixture,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const before = Object.keys(files).map((path) => [path, repository.read(path)] as const);
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  expect((await run(["apply", "--auto-approve"])).code).toBe(0);
  for (const [path, text] of before) repository.write(path, text);
}

const pull = ["pull", "--auto-approve"];

/** The notes of a pull, a line each, with `@` for the hash of a commit. */
function notesOf({ out }: CliResult): string[] {
  const [, ...blocks] = out.split("\n\n");
  const lines = blocks.join("\n").replaceAll(/\n +/g, " ").split("\n");
  return lines
    .filter((line) => line.startsWith("Note: "))
    .map((line) => line.replace(/\b[0-9a-f]{7}\b/, "@").replace("Note: ", ""));
}

const taking = "To take the version of the service: --theirs";

describe("pull leaves definitions that are ahead of the service", () => {
  it("in newer commits, each with the version of the service; --theirs takes that", async () => {
    const project = await appliedRepository();
    await using repository = project.repository;
    repository.commit({ "prompts/p.yaml": prompt("two", "1") });
    repository.commit({ "prompts/p.yaml": prompt("three", "2") });
    const left = await project.run([...pull, "--prune"]);
    expect([left.code, left.err, notesOf(left)]).toEqual([
      0,
      "",
      [
        `prompt/Support: the service holds @, 2 versions back. The files are ahead; they stay as they are. ${taking}`,
        `evaluation/Support/e: the service holds @, 1 version back. The files are ahead; they stay as they are. ${taking}`,
      ],
    ]);
    expect(left.out).toContain(repository.git(["rev-parse", "--short=7", "HEAD~2"]));
    expect(left.out).toContain("Nothing to write.");
    expect(repository.read("prompts/p.yaml")).toBe(prompt("three", "2"));

    const one = await project.run([...pull, "--theirs", "--target", "prompt/Support"]);
    expect([one.code, notesOf(one)]).toEqual([0, []]);
    expect(repository.read("prompts/p.yaml")).toBe(prompt("one", "2"));
    const all = await project.run([...pull, "--theirs", "--force"]);
    expect([all.code, notesOf(all)]).toEqual([0, []]);
    expect(repository.read("prompts/p.yaml")).toBe(prompt("one", "1"));
  });

  it("in the working tree, while a hotfix of another definition is written", async () => {
    const project = await appliedRepository();
    await using repository = project.repository;
    await editService(project, { "prompts/t.yaml": tool("Hotfix.") });
    repository.write("prompts/p.yaml", prompt("two", "2"));
    const outcome = await project.run([...pull, "--force"]);
    expect([outcome.code, notesOf(outcome)]).toEqual([
      0,
      [
        `prompt/Support: the service holds @, the committed version. The files are ahead; they stay as they are. ${taking}`,
        `evaluation/Support/e: the service holds @, the committed version. The files are ahead; they stay as they are. ${taking}`,
      ],
    ]);
    expect(outcome.out).toContain("Written. promptctl plan shows the remaining differences.");
    expect(repository.read("prompts/p.yaml")).toBe(prompt("two", "2"));
    expect(repository.read("prompts/t.yaml")).toBe(tool("Hotfix."));
  });

  it("that were removed, which it does not add again", async () => {
    const project = await appliedRepository();
    await using repository = project.repository;
    const [withoutEvaluation] = prompt("one", "1").split("evaluations:");
    repository.commit({
      "prompts/p.yaml": `${withoutEvaluation}evaluations: []\n`,
      "prompts/t.yaml": undefined,
    });
    const since =
      "the service holds @, and the files have removed this definition since. It is not added again.";
    const left = await project.run(pull);
    expect([left.code, left.err, notesOf(left)]).toEqual([
      0,
      "",
      [
        `tool/look: ${since} ${taking}`,
        expect.stringMatching(
          /^evaluation id:[-0-9a-f]+ of prompt\/Support: the service holds @, and /,
        ),
      ],
    ]);
    expect(left.out).toContain("Nothing to write.");
    const tools = await project.run([...pull, "--target", "tool/look", "--theirs"]);
    expect([tools.code, notesOf(tools)]).toEqual([0, []]);
    expect(repository.git(["status", "--porcelain", "-uall"])).toBe(
      "?? prompts/tools/look.tool.yaml",
    );
  });

  it("that were removed, with an edit on the service; plan --prune names what it leaves", async () => {
    const project = await appliedRepository();
    await using repository = project.repository;
    const edited = prompt("one", "1") + evaluation("added");
    await editService(project, { "prompts/p.yaml": edited, "prompts/t.yaml": tool("Edited.") });
    repository.commit({ "prompts/p.yaml": undefined, "prompts/t.yaml": undefined });
    repository.commit({ "prompts/u.yaml": prompt("one", "1").replace("Support", "Other") });
    const left = await project.run(pull);
    const since =
      "the service holds an edit since @, and the files have removed this definition since. It is not added again.";
    expect([left.code, notesOf(left)]).toEqual([
      0,
      [
        `tool/look: ${since} ${taking}`,
        `prompt/Support: ${since} ${taking}`,
        expect.stringMatching(/^Missing on the service: prompt\/Other, /),
      ],
    ]);
    expect(repository.git(["status", "--porcelain", "-uall"])).toBe("");
    const plan = await project.run(["plan", "--prune"]);
    expect(plan.out.replaceAll(/\s+/g, " ")).toContain(
      "Note: --prune leaves what was changed on the service: tool/look, prompt/Support. To define one again: promptctl pull --theirs --target ADDRESS.",
    );
    expect((await project.run(["plan"])).out).not.toContain("--prune leaves");
  });

  it("through a merge, whose first-parent line does not have the version", async () => {
    const project = await appliedRepository();
    await using repository = project.repository;
    repository.git(["switch", "-q", "-c", "hotfix"]);
    repository.commit({ "prompts/p.yaml": prompt("hotfix", "1") });
    expect((await project.run(["apply", "--auto-approve"])).code).toBe(0);
    repository.git(["switch", "-q", "main"]);
    repository.git(["merge", "-q", "--no-ff", "--no-commit", "hotfix"]);
    repository.commit({ "prompts/p.yaml": prompt("hotfix and more", "1") });
    const outcome = await project.run(pull);
    expect([outcome.code, notesOf(outcome)]).toEqual([
      0,
      [
        `prompt/Support: the service holds @, merged into HEAD. The files are ahead; they stay as they are. ${taking}`,
      ],
    ]);
    const { out } = await project.run(["log", "prompt/Support", "--base-url", serviceUrl]);
    expect(out).toMatch(/prompts\.example\.com: holds .{7}, merged into HEAD\.\n$/);
  });

  it("if it cannot tell, in a shallow clone; not with --theirs", async () => {
    const project = await appliedRepository();
    await using repository = project.repository;
    repository.commit({ "prompts/p.yaml": prompt("two", "1") });
    await using clone = folderOf();
    runTestGit(
      ["clone", "-q", "--depth", "1", `file://${repository.path}`, clone.at("c")],
      clone.path,
    );
    const cwd = clone.at("c");
    const note =
      "It is not known whether the files are ahead of the service, so these stay as they are: prompt/Support. Reason: the clone is shallow: fetch-depth: 0 of actions/checkout, or git fetch --unshallow. To take the version of the service: --theirs";
    expect(notesOf(await project.run(["pull", "--dry-run"], { cwd }))).toEqual([note]);
    expect(notesOf(await project.run(["pull", "--dry-run", "--theirs"], { cwd }))).toEqual([]);
    const outcome = await project.run(pull, { cwd });
    expect([outcome.code, notesOf(outcome)]).toEqual([4, [note]]);
    expect(outcome.out).toContain(
      `   ! prompt/Support (prompts/p.yaml:1)  conflict (files → service)
        messages[0]  "two" → "one"\n`,
    );
  });
});
