// promptctl pull --branch: a branch with what the service has, merged with HEAD.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CliResult } from "../fake-host.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

interface Content {
  readonly lines?: readonly string[];
  readonly temperature?: number;
}

const path = "prompts/p.yaml";
const configuration = "definitions: prompts\nconflicts: refuse\n";

const prompt = ({
  lines = ["One.", "Two.", "Three."],
  temperature = 0.25,
}: Content = {}) => `kind: prompt
name: Support
parameters:
  provider: OPENAI
  name: gpt-test
  temperature: ${temperature} # chosen by the team
messages:
  - role: system
    content: |
${lines.map((line) => `      ${line}\n`).join("")}`;

const hotfix: Content = { lines: ["One.", "Two.", "Hotfix."] };
const committed: Content = { lines: ["New.", "Two.", "Three."], temperature: 0.5 };
const merged: Content = { lines: ["New.", "Two.", "Hotfix."], temperature: 0.5 };

/** The first commit is applied, then the service has another content. The working tree is clean. */
async function withHotfix(service: string = prompt(hotfix)): Promise<RepositoryFixture> {
  const project = await createRepositoryFixture({
    "promptctl.yaml": configuration,
    [path]: prompt(),
  });
  const { repository, run } = project;
  repository.git(["config", "user.name", "Test"]);
  repository.git(["config", "user.email", "test@example.com"]);
  expect((await run(["apply", "--auto-approve"])).code).toBe(0);
  repository.write(path, service);
  expect((await run(["apply", "--auto-approve", "--overwrite", "*"])).code).toBe(4); // uncommitted
  await editService(project, service);
  return project;
}

/** Applies other files than the committed ones. */
async function editService({ repository, run }: RepositoryFixture, text: string): Promise<void> {
  repository.write("promptctl.yaml", "definitions: prompts\n");
  repository.write(path, text);
  expect((await run(["apply", "--auto-approve"])).code).toBe(0);
  repository.git(["checkout", "-q", "."]);
}

const pullBranch = (project: RepositoryFixture, ...flags: string[]): Promise<CliResult> =>
  project.run(["pull", "--branch", "hotfix", ...flags]);

describe("pull --branch", () => {
  it("merges the hotfix with HEAD; after git merge, plan knows the version of the service", async () => {
    const project = await withHotfix();
    await using repository = project.repository;
    repository.commit({ [path]: prompt(committed) });
    repository.write(path, "a draft");
    const before = repository.git(["rev-parse", "HEAD"]);
    const index = readFileSync(repository.at(".git/index"));
    const outcome = await pullBranch(project);
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
    expect(outcome.out).toContain("The branch hotfix is new: ");
    expect(outcome.out).toContain("To merge it: git merge hotfix");
    expect(repository.git(["rev-parse", "HEAD"])).toBe(before);
    expect(readFileSync(repository.at(".git/index"))).toEqual(index);
    expect(readFileSync(repository.at(path), "utf8")).toBe("a draft");
    expect(repository.git(["show", `hotfix:${path}`])).toBe(prompt(merged).trimEnd());
    expect(repository.git(["show", `hotfix^2:${path}`])).toBe(prompt(hotfix).trimEnd());
    expect(repository.git(["rev-parse", "hotfix^2^"])).toBe(
      repository.git(["rev-parse", "HEAD~1"]),
    );
    const message = repository.git(["log", "-1", "--format=%B", "hotfix"]);
    expect(message).toMatch(
      /^Take over changes made on prompts\.example\.com\n\n- prompt\/Support\n/,
    );
    expect(message).toContain("was never tested");
    expect(message).toContain("which is a guess");
    expect(message).toMatch(/\nPromptctl-Tree: [0-9a-f]{40}$/);

    repository.git(["checkout", "-q", "."]);
    repository.git(["merge", "-q", "--no-ff", "hotfix"]);
    const plan = await project.run(["plan"]);
    expect([plan.code, plan.err]).toEqual([2, ""]);
    expect(plan.out).not.toContain("changed on the service");
    expect((await project.run(["apply", "--auto-approve"])).code).toBe(0);
    expect((await project.run(["plan"])).code).toBe(0);
  });
});
