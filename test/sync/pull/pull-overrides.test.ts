// pull --env: values that the environment overrides go into its `set`, all others into the definitions.
import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { createProjectFixture, type ProjectFixture } from "../../cli/project-fixture.ts";
import type { CliResult } from "../../cli/fake-host.ts";

const env: EnvironmentVariables = {
  PROMPTCTL_BASE_URL_STAGING: "https://prompts.example.com",
  PROMPTCTL_API_KEY_STAGING: "good",
};

const environments = (set: string): string => `# the environments
environments:
  staging:
${set}  production:
    baseUrl: https://production.example
`;
const overrides = `    set:
      "prompt/*": # for all
        parameters.temperature: 0.3
`;

/** Applies the project to staging, where the prompt Greeter then gets other parameters. */
async function changedOnStaging(
  configuration: string,
  parameters: string,
): Promise<ProjectFixture> {
  const fixture = await createProjectFixture({ "promptctl.yaml": configuration });
  expect((await fixture.run(["apply", "--env", "staging", "--yes"], { env })).code).toBe(0);
  await applyOther(fixture, "Greeter", { "prompts/greeter.yaml": greeterWith(parameters) });
  fixture.folder.write("promptctl.yaml", configuration);
  fixture.folder.write("prompts/greeter.yaml", greeterWith(""));
  return fixture;
}

const greeterWith = (parameters: string): string => `kind: prompt
name: Greeter
tools: []
parameters: { provider: OPENAI, name: gpt-test${parameters} }
messages: [{ role: user, content: Hello }]
`;

/** Applies one prompt of other files, without environments. */
async function applyOther(
  { folder, run }: ProjectFixture,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  folder.write("promptctl.yaml", "definitions: prompts\n");
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  expect((await run(["apply", "--yes", "--target", `prompt/${name}`])).code).toBe(0);
}

const pull = (fixture: ProjectFixture, ...flags: string[]): Promise<CliResult> =>
  fixture.run(["pull", "--env", "staging", "--yes", ...flags], { env });
const greeterText = "parameters: { provider: OPENAI, name: gpt-test }";

describe("pull --env", () => {
  it("writes a value that an override sets as an entry for that very prompt", async () => {
    await using fixture = await changedOnStaging(environments(overrides), ", temperature: 0.9");
    const { code, out, err } = await pull(fixture);
    expect([code, err]).toEqual([0, ""]);
    expect(fixture.folder.read("promptctl.yaml")).toBe(
      environments(`${overrides}      "prompt/Greeter":\n        parameters.temperature: 0.9\n`),
    );
    expect(fixture.folder.read("prompts/greeter.yaml")).toContain(greeterText);
    expect(out).not.toContain("other environments");
    const plan = await fixture.run(["plan", "--env", "staging"], { env });
    expect(plan.out).toContain("No changes.");
  });

  it("changes the value of a pattern that counts for no other prompt, so that it does not become unused", async () => {
    const pattern = (value: number): string =>
      environments(overrides.replace("prompt/*", "prompt/Gr*").replace("0.3", String(value)));
    await using fixture = await changedOnStaging(pattern(0.3), ", temperature: 0.9");
    expect((await pull(fixture)).code).toBe(0);
    expect(fixture.folder.read("promptctl.yaml")).toBe(pattern(0.9));
    const validation = await fixture.run(["validate"], { env: {} });
    expect(validation.out).not.toContain("unused-override");
  });

  it("writes other values into the definition, and names the other environments", async () => {
    await using fixture = await changedOnStaging(
      environments(overrides),
      ", temperature: 0.9, topP: 0.5",
    );
    const { code, out } = await pull(fixture);
    expect(code).toBe(0);
    expect(fixture.folder.read("prompts/greeter.yaml")).toContain(
      "{ provider: OPENAI, name: gpt-test, topP: 0.5 }",
    );
    expect(fixture.folder.read("promptctl.yaml")).toContain("parameters.temperature: 0.9");
    expect(out).toContain(
      "The changes of definitions (prompt/Greeter) are for the other environments too: production.",
    );
    const plan = await fixture.run(["plan", "--env", "staging"], { env });
    expect(plan.out).toContain("No changes.");
  });

  it("writes entries for new prompts that a pattern matches", async () => {
    await using fixture = await changedOnStaging(environments(overrides), ", temperature: 0.3");
    const path = "prompts/new.yaml";
    await applyOther(fixture, "New", { [path]: greeterWith("").replace("Greeter", "New") });
    fixture.folder.write("promptctl.yaml", environments(overrides));
    await rm(fixture.folder.at(path));
    const { code, out } = await pull(fixture);
    expect(code).toBe(0);
    expect(fixture.folder.read("promptctl.yaml")).toContain(
      '      "prompt/New":\n        parameters.temperature: 1\n',
    );
    expect(out).toContain(
      "The changes of definitions are for the other environments too: production.",
    );
  });

  it("--prune is refused", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": environments(overrides) });
    const { code, err } = await pull(fixture, "--prune");
    expect([code, err, fixture.service.calls]).toEqual([
      64,
      "Error: --prune cannot be used with --env: the environment staging may lack what others have.\n  Remove definitions by hand. To compare with all environments: promptctl status\n",
      [],
    ]);
  });
});
