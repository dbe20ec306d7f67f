// docs/teams.md, step by step: two teams with repositories of their own share one service, and one hands
// a prompt over to the other.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliResult, createFakeService, runCli, serviceEnv } from "../cli/fake-host.ts";
import { createRepositoryFixture } from "../cli/repository-fixture.ts";
import { gitEnv, repositoryOf, runTestGit, type TestRepository } from "../io/repository.ts";
import { commandsOf, fences } from "./workflows/files.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/teams.md"), "utf8");

/** The YAML of the page that has a text. */
function yamlWith(text: string): string {
  return fences(page, "yaml").find((fence) => fence.includes(text))!;
}

const prompt = (name: string, text = "Hello"): string => `kind: prompt
name: ${name}
parameters: { provider: OPENAI, name: gpt-5 }
messages: [{ role: user, content: ${text} }]
evaluations:
  - { name: short, variables: { question: ${text} } }
`;

interface Teams extends AsyncDisposable {
  readonly support: TestRepository;
  readonly billing: TestRepository;
  run(team: TestRepository, words: readonly string[], env?: object): Promise<CliResult>;
  prompts(): Promise<string[]>;
}

/** Two teams with the configurations of the page; both are applied. */
async function createTeams(): Promise<Teams> {
  const service = await createFakeService();
  const run: Teams["run"] = (team, words, env) =>
    runCli(words, {
      cwd: team.path,
      env: { ...gitEnv, ...serviceEnv, ...env },
      fetch: service.fetch,
    });
  const support = repositoryOf({
    "promptctl.yaml": yamlWith("support/promptctl.yaml"),
    "prompts/triage.yaml": prompt("Support triage"),
    "prompts/refunds.yaml": prompt("Support refunds"),
  });
  const billing = repositoryOf({
    "promptctl.yaml": yamlWith("billing/promptctl.yaml"),
    "prompts/invoice.yaml": prompt("Billing invoice"),
    "prompts/archive.yaml": prompt("Billing archive 2025"),
  });
  for (const team of [support, billing]) expect((await run(team, ["apply", "--yes"])).code).toBe(0);
  return {
    support,
    billing,
    run,
    prompts: () => service.names("prompts"),
    [Symbol.asyncDispose]: async () => {
      await support[Symbol.asyncDispose]();
      await billing[Symbol.asyncDispose]();
    },
  };
}

/** The commands of the page, in their order. */
const commands = commandsOf(page);

it("a prompt that is handed over as the page says stays on the service", async () => {
  await using teams = await createTeams();
  const { support, billing, run, prompts } = teams;
  const [, commitExternal, applyExternal, remove, commitRemoval, applyRemoval] = commands;
  const git = (words: readonly string[]): string => runTestGit(words.slice(1), support.path);
  const apply = async (team: TestRepository, words: readonly string[]): Promise<string> => {
    const { code, out } = await run(team, words.slice(1));
    expect([code, out]).toEqual([0, expect.any(String)]);
    return out;
  };
  support.write("prompts/refunds.yaml", yamlWith("name: Support refunds"));
  git(commitExternal!);
  expect(await apply(support, applyExternal!)).toContain("No changes.");
  billing.commit({ "prompts/refunds.yaml": prompt("Support refunds") });
  expect(await apply(billing, ["promptctl", "apply", "--yes"])).toContain("No changes.");
  git(remove!);
  git(commitRemoval!);
  const { out } = await run(support, commands[0]!.slice(1));
  expect(out).toMatch(/the newest commit that defines it \([0-9a-f]{7}\) declares it external/);
  expect(await apply(support, applyRemoval!)).toContain("No changes.");
  expect(await prompts()).toContain("Support refunds");
});

it("prune deletes what is only removed, and the plan says why the rest stays", async () => {
  await using teams = await createTeams();
  const { support, billing, run, prompts } = teams;
  const planned = async (team: TestRepository, env?: object): Promise<string> =>
    (await run(team, commands[0]!.slice(1), env)).out;
  support.write("prompts/refunds.yaml", "");
  expect(await planned(support)).toContain("HEAD still defines it: commit its removal");
  support.commit({ "prompts/refunds.yaml": "" });
  expect(await planned(support)).toMatch(/- prompt\/Support refunds .*with 1 evaluation/);
  expect(await planned(support)).toContain("outside the scope of promptctl.yaml");
  billing.commit({ "prompts/archive.yaml": "" });
  expect(await planned(billing)).toContain("listed under keep in promptctl.yaml");
  expect((await run(support, ["apply", "--yes", "--prune", "--allow-mass-delete"])).code).toBe(0);
  expect(await prompts()).toEqual(["Billing archive 2025", "Billing invoice", "Support triage"]);
});

it("in CI, prune deletes nothing without a scope", async () => {
  await using teams = await createTeams();
  const { support, run, prompts } = teams;
  support.commit({ "promptctl.yaml": "definitions: prompts\n", "prompts/refunds.yaml": "" });
  const { out } = await run(support, commands[0]!.slice(1), { CI: "true" });
  expect(out).toContain("promptctl.yaml has no scope, and in CI prune needs one");
  expect(await prompts()).toContain("Support refunds");
});

it("in a repository without commits, prune deletes only what the scope names", async () => {
  await using fixture = await createRepositoryFixture({});
  const { repository, service, run } = fixture;
  repository.write("promptctl.yaml", "definitions: prompts\nscope: ['*', prompt/Named]\n");
  for (const name of ["Kept", "Named", "Other"])
    repository.write(`prompts/${name}.yaml`, prompt(name));
  await run(["apply", "--yes"]);
  repository.write("prompts/Named.yaml", "");
  repository.write("prompts/Other.yaml", "");
  const { code, out } = await run(["apply", "--yes", "--prune"]);
  expect([code, out]).toEqual([0, expect.stringContaining("1 to delete")]);
  expect(await service.names("prompts")).toEqual(["Kept", "Other"]);
  expect((await run(["plan", "--prune", "--unmanaged"])).out).toContain(
    "not known to belong to this project: the git repository has no commits",
  );
});
