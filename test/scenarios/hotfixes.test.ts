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

/** The commands of the page, in their order, with the commit that is live in place of the example. */
function pageCommands(live: string): string[][] {
  return commandsOf(page).map((words) => words.map((word) => word.replace("3f2a91c", live)));
}

const withHotfix = triage.replace("name: claude-test }", "name: claude-test, temperature: 0.2 }");
const newText = "You triage tickets. Ask for the order number first.\n";

interface Story extends RepositoryFixture {
  /** The commit that was applied. */
  readonly live: string;
}

/** The first commit is live, with a hotfix on it; `main` has a newer edit of the same prompt. */
async function hotfixStory(configuration: string): Promise<Story> {
  const files = { ...project, "promptctl.yaml": `definitions: prompts\n${configuration}` };
  const fixture = await createRepositoryFixture(files);
  const { repository, run } = fixture;
  expect((await run(["apply", "--yes"])).code).toBe(0);
  await using editor = folderOf({ ...project, "prompts/triage.yaml": withHotfix });
  expect((await run(["apply", "--yes"], { cwd: editor.path })).code).toBe(0);
  const live = repository.git(["rev-parse", "HEAD"]);
  repository.commit({ "prompts/triage.md": newText });
  return { ...fixture, live };
}

describe("the page about hotfixes", () => {
  it.each([
    ["conflicts: warn", 0],
    ["conflicts: refuse", 4],
  ])("keeps both edits when it is followed, with %s", async (setting, planned) => {
    const story = await hotfixStory(`${setting}\n`);
    await using repository = story.repository;
    const commands = pageCommands(story.live);
    expect(commands.map(([program, command]) => `${program} ${command}`)).toEqual([
      "promptctl plan",
      "promptctl plan",
      "git switch",
      "promptctl pull",
      "git commit",
      "git switch",
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
        code: index < 2 ? planned : 0, // after the merge, HEAD contains the hotfix
        err: expect.any(String),
      });
      outputs.push(out);
    }
    const [both, onlyHotfix] = outputs;
    expect(both).toContain("order number");
    expect(both).toContain("parameters.temperature");
    expect(onlyHotfix).not.toContain("order number");
    expect(onlyHotfix).toContain("parameters.temperature");
    expect(outputs[3]).toContain("prompts/triage.yaml");
    expect(outputs[7]).not.toContain("parameters.temperature");
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
