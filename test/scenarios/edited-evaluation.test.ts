// An evaluation is edited in one commit so that nothing of it is equal: its history in git tells which one
// it was, so that apply changes it and leaves nothing behind. engine/match/pair-by-history.test.ts has the rules.
import { describe, expect, it } from "vitest";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../cli/fake-host.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../io/repository.ts";

const prompt = (evaluation: string): string => `kind: prompt
name: Support triage
parameters: { provider: OPENAI, name: gpt-5 }
messages: [{ role: user, content: "{{ticket}}" }]
evaluations:
  - { name: refund, ${evaluation} }
`;

const evaluation = (ticket: string, limit: number, threshold: number): string =>
  `threshold: ${threshold}, variables: { ticket: ${ticket} }, assertions: [{ type: LATENCY, targetThreshold: ${limit} }]`;

interface Story extends AsyncDisposable {
  readonly repository: TestRepository;
  run(...args: readonly string[]): Promise<CliResult>;
  evaluations(): Promise<number>;
}

/** A project with this evaluation, whose first commit is applied. */
async function applied(evaluation: string): Promise<Story> {
  const repository = repositoryOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/triage.yaml": prompt(evaluation),
  });
  const service = await createFakeService();
  const run: Story["run"] = (...args) =>
    runCli(args, {
      cwd: repository.path,
      env: { ...gitEnv, ...serviceEnv },
      fetch: service.fetch,
    });
  expect((await run("apply", "--yes")).code).toBe(0);
  return {
    repository,
    run,
    evaluations: () => service.count("evaluations"),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

const before = evaluation("refund", 1000, 0.8);
const after = evaluation("money", 2000, 0.9);

describe("one variable, one limit and the threshold are edited in one commit", () => {
  it("apply replaces the evaluation, and nothing is left behind", async () => {
    await using story = await applied(before);
    story.repository.commit({ "prompts/triage.yaml": prompt(after) });
    expect((await story.run("plan", "--no-history")).out).toContain("Plan: 2 to create");
    expect((await story.run("plan")).out).toContain("Plan: 1 to replace, 1 unchanged.");
    expect((await story.run("apply", "--yes")).code).toBe(0);
    expect(await story.evaluations()).toBe(1);
    expect((await story.run("plan", "--unmanaged")).out).toMatch(/^No changes\. 3 definitions/m);
  });

  it("in a shallow clone that lacks the version, the old one stays", async () => {
    await using story = await applied(before);
    story.repository.commit({ "prompts/triage.yaml": prompt(after) });
    const hash = story.repository.git(["rev-parse", "HEAD"]);
    story.repository.write(".git/shallow", `${hash}\n`);
    const { out } = await story.run("plan", "--prune", "--unmanaged");
    expect(out).toContain("Plan: 2 to create, 1 unchanged.");
    expect(out).toContain("not known to belong to this project: the clone is shallow");
  });
});
