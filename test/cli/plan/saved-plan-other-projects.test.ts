// Saved plans: what another project of the repository has taken over since the plan was created.
import { describe, expect, it } from "vitest";
import { type CliResult } from "../fake-host.ts";
import { createRepositoryFixture, type RepositoryFixture } from "../repository-fixture.ts";

const tool = (name: string): string =>
  `kind: tool\nname: ${name}\ndescription: Looks.\nparameters: {}\n`;
const prompt = (more: string): string =>
  `kind: prompt\nkey: reply\nname: Reply\nparameters: { provider: OPENAI, name: gpt-test }\nmessages: []\n${more}`;
const evaluations =
  "evaluations: [{ name: e, variables: { a: b }, appendedMessages: [], assertions: [{ type: LATENCY, targetThreshold: 1 }] }]\n";

/** Project a has saved a plan that deletes the tool `look` and the evaluation of `Reply`. */
async function savedDeletes(): Promise<RepositoryFixture> {
  const fixture = await createRepositoryFixture({
    "a/promptctl.yaml": "definitions: prompts\nprune: true\nlimits: { maxDeletePercent: 100 }\n",
    "a/prompts/look.yaml": tool("look"),
    "a/prompts/find.yaml": tool("find"),
    "a/prompts/reply.yaml": prompt(evaluations),
    "b/promptctl.yaml": "definitions: prompts\n",
    "b/prompts/other.yaml": tool("other"),
  });
  const { repository, run } = fixture;
  expect((await run(["apply", "a", "--yes"])).code).toBe(0);
  repository.commit({
    "a/prompts/look.yaml": undefined,
    "a/prompts/reply.yaml": prompt("evaluations: []\n"),
  });
  expect((await run(["plan", "a", "--out", "plan.json"])).code).toBe(0);
  return fixture;
}

async function applied({ service, run }: RepositoryFixture): Promise<CliResult> {
  service.calls.length = 0;
  return run(["apply", "plan.json"]);
}

describe("a saved plan does not delete what another project has taken over", () => {
  it("in a commit, with the name of the project", async () => {
    const fixture = await savedDeletes();
    await using repository = fixture.repository;
    repository.commit({ "b/prompts/look.yaml": tool("look") });
    const { code, err } = await applied(fixture);
    expect([
      code,
      err.replaceAll(/ {2,}/g, "  ").replace(/id:\w+/, "id:@"),
      fixture.service.writes(),
    ]).toEqual([
      4,
      `\
Refused: The saved plan deletes 1 resource that may belong to other projects of the repository now.
  tool/look (id:@)  the project b defines it
  Create a new plan: promptctl plan --out FILE
`,
      [],
    ]);
  });

  it.each([
    ["evaluations", "kind: prompt\nname: Reply\nexternal: true\nevaluations: []\n", "defines it"],
    ["errors", "kind: tool\nname: [\n", "has errors, so that it may define it"],
  ])("in the working tree: %s", async (_name, text, reason) => {
    const fixture = await savedDeletes();
    await using repository = fixture.repository;
    repository.write("b/prompts/reply.yaml", text);
    const { code, err } = await applied(fixture);
    expect([code, fixture.service.writes()]).toEqual([4, []]);
    expect(err).toContain(`the project b ${reason}`);
  });

  it("but everything else", async () => {
    const fixture = await savedDeletes();
    await using repository = fixture.repository;
    repository.commit({ "b/prompts/more.yaml": tool("more") });
    expect((await applied(fixture)).code).toBe(0);
    expect(fixture.service.writes()).not.toEqual([]);
    repository.commit({ "b/prompts/look.yaml": tool("look") });
    expect((await applied(fixture)).err).toContain("This plan was already applied");
  });
});
