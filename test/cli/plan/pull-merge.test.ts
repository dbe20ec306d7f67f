// promptctl pull where the files and the service changed a definition since the version that was applied.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CliResult } from "../fake-host.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

interface Content {
  readonly lines?: readonly string[];
  readonly temperature?: number;
  readonly seconds?: readonly number[];
}

const path = "prompts/p.yaml";

function prompt({
  lines = ["One.", "Two.", "Three.", "Four."],
  temperature = 0.25,
  seconds = [1],
}: Content): string {
  return `kind: prompt
name: Support
parameters:
  provider: OPENAI
  name: gpt-test
  temperature: ${temperature} # chosen by the team
messages:
  - role: system
    content: |
${lines.map((line) => `      ${line}\n`).join("")}evaluations:
  - name: e
    variables: {}
    appendedMessages:
      - role: user
        content: Hi
    assertions:
${seconds.map((each) => `      - type: LATENCY\n        targetThreshold: ${each}\n`).join("")}`;
}

interface Merge {
  readonly outcome: CliResult;
  /** The file afterwards. */
  readonly text: string;
}

/** Applies the first content, changes the service, commits others, and pulls. */
async function pullOf(
  commits: readonly Content[],
  service: Content,
  ...flags: readonly string[]
): Promise<Merge> {
  const project = await createRepositoryFixture({
    "promptctl.yaml": "definitions: prompts\n",
    [path]: prompt({}),
  });
  await using repository = project.repository;
  await apply(project, service);
  for (const commit of commits) repository.commit({ [path]: prompt(commit) });
  const outcome = await project.run(["pull", "--auto-approve", ...flags]);
  return { outcome, text: readFileSync(repository.at(path), "utf8") };
}

async function apply({ repository, run }: RepositoryFixture, service: Content): Promise<void> {
  for (const content of [{}, service]) {
    repository.write(path, prompt(content));
    expect((await run(["apply", "--auto-approve"])).code).toBe(0);
  }
  repository.write(path, prompt({}));
}

const hotfix: Content = { lines: ["One.", "Two.", "Three.", "Hotfix."] };
const committed: Content = { lines: ["New.", "Two.", "Three.", "Four."], temperature: 0.5 };

describe("pull merges", () => {
  it("an edit on the service with another edit of the same message that was committed", async () => {
    const { outcome, text } = await pullOf([committed], hotfix);
    expect(text).toBe(prompt({ ...committed, lines: ["New.", "Two.", "Three.", "Hotfix."] }));
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
    expect(outcome.out.replaceAll(/\s+/g, " ")).toContain(
      "Note: prompt/Support: joined line by line in messages[0]. Both sides changed the text, so it is new and was never tested: read it.",
    );
    expect(outcome.out).toContain("Written. promptctl plan shows the remaining differences.");
  });

  it("a hotfix of the first of three versions", async () => {
    const third = { ...committed, lines: ["New.", "Also new.", "Three.", "Four."] };
    const { outcome, text } = await pullOf([committed, third], hotfix);
    expect(text).toBe(prompt({ ...third, lines: ["New.", "Also new.", "Three.", "Hotfix."] }));
    expect(outcome.code).toBe(0);
  });

  it("what was applied from another branch with what was committed", async () => {
    const project = await createRepositoryFixture({
      "promptctl.yaml": "definitions: prompts\n",
      [path]: prompt({}),
    });
    await using repository = project.repository;
    repository.git(["switch", "-q", "-c", "release"]);
    repository.commit({ [path]: prompt(hotfix) });
    expect((await project.run(["apply", "--auto-approve"])).code).toBe(0);
    repository.git(["switch", "-q", "main"]);
    repository.commit({ [path]: prompt(committed) });
    expect((await project.run(["pull", "--auto-approve"])).code).toBe(0);
    const lines = ["New.", "Two.", "Three.", "Hotfix."];
    expect(readFileSync(repository.at(path), "utf8")).toBe(prompt({ ...committed, lines }));
  });

  it("leaves a definition in which both changed the same, and shows both", async () => {
    const service = { ...hotfix, temperature: 0.75 };
    const { outcome, text } = await pullOf([committed], service);
    expect(text).toBe(prompt(committed));
    expect(outcome).toMatchObject({
      code: 4,
      err: "\n1 definition stayed as it is: the files and the service changed the same.\nTo take what the service has: --theirs. To keep what the files have there: --ours\n",
    });
    expect(outcome.out).toContain(
      `   ! prompt/Support (${path}:1)  conflict (files → service)
        parameters.temperature  0.5 → 0.75
`,
    );
  });

  it("with --ours, keeps the files there and takes the rest", async () => {
    const { outcome, text } = await pullOf([committed], { ...hotfix, temperature: 0.75 }, "--ours");
    expect(text).toBe(prompt({ ...committed, lines: ["New.", "Two.", "Three.", "Hotfix."] }));
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
  });

  it("with --theirs, takes what the service has", async () => {
    const { outcome, text } = await pullOf([committed], hotfix, "--theirs");
    expect(text).toBe(prompt(hotfix));
    expect([outcome.code, outcome.err]).toEqual([0, ""]);
  });

  it("assertions, of which each side changed, added or removed some", async () => {
    const { outcome, text } = await pullOf([{ seconds: [1, 2] }], { seconds: [9] });
    expect(text).toBe(prompt({ seconds: [9, 2] }));
    expect(outcome.code).toBe(0);
  });

  it("and does not add an assertion again that a commit removed", async () => {
    const commits = [{ seconds: [1, 2] }, { seconds: [2] }];
    const { outcome, text } = await pullOf(commits, { seconds: [1, 2, 9] });
    expect(text).toBe(prompt({ seconds: [2, 9] }));
    expect(outcome.code).toBe(0);
  });

  it("leaves an assertion that both changed", async () => {
    const { outcome, text } = await pullOf([{ seconds: [2] }], { seconds: [9] });
    expect(text).toBe(prompt({ seconds: [2] }));
    expect(outcome.code).toBe(4);
    expect(outcome.out).toContain(
      `   ! assertion/Support/e/1 (${path}:21)  conflict (files → service)
        targetThreshold  2 → 9
`,
    );
  });
});

it("--ours with --theirs is wrong usage", async () => {
  const { outcome } = await pullOf([], {}, "--ours", "--theirs");
  expect(outcome).toMatchObject({ code: 64 });
});
