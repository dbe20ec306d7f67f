// An evaluation is edited in one commit so that nothing of it is equal: its history in git tells which one
// it was, so that apply changes it and leaves nothing behind.
import { describe, expect, it } from "vitest";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../cli/fake-host.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../io/repository.ts";

const prompt = (evaluations: readonly string[]): string => `kind: prompt
name: Support triage
parameters: { provider: OPENAI, name: gpt-5 }
messages: [{ role: user, content: "{{ticket}}" }]
evaluations:
${evaluations.map((each) => `  - ${each}\n`).join("")}`;

const evaluation = (name: string, ticket: string, limit: number, threshold = 1): string =>
  `{ name: ${name}, threshold: ${threshold}, variables: { ticket: ${ticket} }, assertions: [{ type: LATENCY, targetThreshold: ${limit} }] }`;

interface Story extends AsyncDisposable {
  readonly repository: TestRepository;
  run(...args: readonly string[]): Promise<CliResult>;
  evaluations(): Promise<number>;
}

/** A project whose first commit is applied. */
async function applied(
  evaluations: readonly string[],
  { evaluationUpdate = false } = {},
): Promise<Story> {
  const repository = repositoryOf({
    "promptctl.yaml": `definitions: prompts\nservice: { evaluationUpdate: ${evaluationUpdate} }\n`,
    "prompts/triage.yaml": prompt(evaluations),
  });
  const service = await createFakeService({ evaluationUpdate });
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

const before = evaluation("refund", "refund", 1000, 0.8);
const after = evaluation("refund", "money", 2000, 0.9);

describe("one variable, one limit and the threshold are edited in one commit", () => {
  it("apply replaces the evaluation, and nothing is left behind", async () => {
    await using story = await applied([before]);
    story.repository.commit({ "prompts/triage.yaml": prompt([after]) });
    expect((await story.run("plan", "--no-history")).out).toContain("Plan: 2 to create");
    expect((await story.run("plan")).out).toContain("Plan: 1 to replace, 1 unchanged.");
    expect((await story.run("apply", "--yes")).code).toBe(0);
    expect(await story.evaluations()).toBe(1);
    expect((await story.run("plan", "--unmanaged")).out).toMatch(/^No changes\. 3 definitions/m);
  });

  it("apply updates it on a service that can", async () => {
    await using story = await applied([before], { evaluationUpdate: true });
    story.repository.commit({ "prompts/triage.yaml": prompt([after]) });
    expect((await story.run("plan")).out).toContain("Plan: 2 to update, 1 unchanged.");
    expect((await story.run("apply", "--yes")).code).toBe(0);
    expect(await story.evaluations()).toBe(1);
  });

  it("also before it is committed, and with several commits since the last apply", async () => {
    await using story = await applied([before]);
    story.repository.commit({ "prompts/triage.yaml": prompt([evaluation("refund", "cash", 3)]) });
    story.repository.write("prompts/triage.yaml", prompt([after]));
    expect((await story.run("plan")).out).toContain("Plan: 1 to replace, 1 unchanged.");
  });

  it("in a shallow clone that lacks the version, the old one stays", async () => {
    await using story = await applied([before]);
    story.repository.commit({ "prompts/triage.yaml": prompt([after]) });
    const hash = story.repository.git(["rev-parse", "HEAD"]);
    story.repository.write(".git/shallow", `${hash}\n`);
    const { out } = await story.run("plan", "--prune", "--unmanaged");
    expect(out).toContain("Plan: 2 to create, 1 unchanged.");
    expect(out).toContain("not known to belong to this project: the clone is shallow");
  });
});

describe("of several evaluations that are edited at once", () => {
  it("each keeps its identity, whatever looks similar now", async () => {
    const one = evaluation("one", "a", 1000);
    const two = evaluation("two", "b", 2000);
    await using story = await applied([one, two]);
    // By similarity, each would be the other one: its variable and its limit moved.
    const swapped = [evaluation("one", "b", 2000, 0.5), evaluation("two", "a", 1000, 0.5)];
    story.repository.commit({ "prompts/triage.yaml": prompt(swapped) });
    const { out } = await story.run("plan");
    expect(out).toContain("Plan: 2 to replace, 1 unchanged.");
    expect(out).toMatch(/triage\/one [^]*"a" → "b"[^]*triage\/two [^]*"b" → "a"/);
    expect((await story.run("apply", "--yes")).code).toBe(0);
    expect(await story.evaluations()).toBe(2);
  });

  it("two that had one content are not told apart: the old ones stay, and prune deletes them", async () => {
    await using story = await applied([before, evaluation("copy", "refund", 1000, 0.8)]);
    const edited = [after, evaluation("copy", "other", 3000)];
    story.repository.commit({ "prompts/triage.yaml": prompt(edited) });
    const { out } = await story.run("plan", "--prune");
    expect(out).toContain("Plan: 4 to create, 2 to delete, 1 unchanged.");
    expect((await story.run("apply", "--yes", "--prune", "--allow-mass-delete")).code).toBe(0);
    expect(await story.evaluations()).toBe(2);
  });
});
