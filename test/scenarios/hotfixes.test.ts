// docs/hotfixes.md, step by step, with git and the embedded service: one person edits a prompt on the
// service, another one in git, and both edits survive.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { project, triage } from "../cli/project.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../cli/repository-fixture.ts";
import { folderOf } from "../io/folder.ts";
import { runTestGit } from "../io/repository.ts";
import { commandsOf } from "./workflows/files.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/hotfixes.md"), "utf8");

const withHotfix = triage.replace("name: claude-test }", "name: claude-test, temperature: 0.2 }");
const newText = "You triage tickets. Ask for the order number first.\n";

/** The first commit is live, with a hotfix on it; `main` has a newer edit of the same prompt. */
async function hotfixStory(configuration: string): Promise<RepositoryFixture> {
  const files = { ...project, "promptctl.yaml": `definitions: prompts\n${configuration}` };
  const fixture = await createRepositoryFixture(files);
  const { repository, run } = fixture;
  expect((await run(["apply", "--yes"])).code).toBe(0);
  await using editor = folderOf({ ...project, "prompts/triage.yaml": withHotfix });
  expect((await run(["apply", "--yes"], { cwd: editor.path })).code).toBe(0);
  repository.commit({ "prompts/triage.md": newText });
  return fixture;
}

describe("the page about hotfixes", () => {
  it.each([
    ["conflicts: warn", 0],
    ["conflicts: refuse", 4],
  ])("keeps both edits when it is followed, with %s", async (setting, planned) => {
    const story = await hotfixStory(`${setting}\n`);
    await using repository = story.repository;
    const commands = commandsOf(page);
    expect(commands.map(([program, command]) => `${program} ${command}`)).toEqual([
      "promptctl plan",
      "promptctl pull",
      "git merge",
      "promptctl plan",
      "promptctl apply",
    ]);
    const outputs: string[] = [];
    for (const [index, [program, ...words]] of commands.entries()) {
      if (program === "git") {
        outputs.push(runTestGit(words, repository.path));
        continue;
      }
      const { code, out, err } = await story.run(words);
      expect({ words, code, err }).toEqual({
        words,
        code: index === 0 ? planned : 0, // after the merge, HEAD contains the hotfix
        err: expect.any(String),
      });
      outputs.push(out);
    }
    expect(outputs[0]).toContain("order number");
    expect(outputs[0]).toContain("parameters.temperature");
    expect(outputs[1]).toContain("prompts/triage.yaml");
    expect(outputs[3]).toContain("merged into HEAD");
    expect(outputs[3]).not.toContain("parameters.temperature");
    expect(readFileSync(repository.at("prompts/triage.yaml"), "utf8")).toBe(withHotfix);
    expect(readFileSync(repository.at("prompts/triage.md"), "utf8")).toBe(newText);
    expect(repository.git(["status", "--porcelain"])).toBe("");
    expect(await story.run(["status"])).toMatchObject({ code: 0 });
  });

  it("says right that pull on main keeps both edits too", async () => {
    const story = await hotfixStory("");
    await using repository = story.repository;
    const { out } = await story.run(["status"]);
    expect(out).toContain("1 changed on the service");
    expect(await story.run(["pull", "--yes"])).toMatchObject({ code: 0 });
    expect(readFileSync(repository.at("prompts/triage.yaml"), "utf8")).toBe(withHotfix);
    expect(readFileSync(repository.at("prompts/triage.md"), "utf8")).toBe(newText);
  });
});
