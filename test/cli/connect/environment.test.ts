import { describe, expect, it } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { createProjectFixture } from "../project-fixture.ts";

const configuration = `environments:
  staging:
    baseUrl: https://staging.example
    set:
      "prompt/Support *":
        parameters.name: claude-haiku-4-5
        parameters.temperature: 0.3
  production:
    baseUrl: https://prompts.example.com
    prune: true
    scope: ["prompt/Support triage"]
`;

const toProduction: EnvironmentVariables = {
  PROMPTCTL_BASE_URL: "https://prompts.example.com",
  PROMPTCTL_API_KEY: "good",
};
const toStaging: EnvironmentVariables = {
  PROMPTCTL_BASE_URL_STAGING: "https://staging.example",
  PROMPTCTL_API_KEY_STAGING: "good",
};

describe("the environment that a command uses", () => {
  const commands: readonly (readonly string[])[] = [
    ["plan"],
    ["apply"],
    ["pull"],
    ["render", "Greeter"],
    ["render", "Greeter", "--from", "files"],
    ["run", "Greeter"],
    ["test"],
  ];
  it.each(commands.map((words) => [words.join(" ")]))(
    "%s stops without one and lists them",
    async (command) => {
      await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
      const { code, err } = await fixture.run(command.split(" "), { env: toProduction });
      expect({ code, err }).toEqual({
        code: 64,
        err: `Error: Name an environment: --env staging or production
  To use the embedded service: --env local
`,
      });
      expect(fixture.service.calls).toEqual([]);
    },
  );

  const rows: readonly [string, string, readonly string[], EnvironmentVariables, string][] = [
    [
      "an unknown name, with the nearest one",
      configuration,
      ["--env", "stagin"],
      {},
      'Error: promptctl.yaml has no environment "stagin".\n  Did you mean "staging"?\n',
    ],
    [
      "an unknown name that is like no other",
      configuration,
      ["--env", "constructor"],
      {},
      'Error: promptctl.yaml has no environment "constructor".\n  Its environments are staging, production.\n',
    ],
    [
      "a project without environments",
      "definitions: prompts\n",
      ["--env", "staging"],
      toProduction,
      'Error: promptctl.yaml has no environments, so "staging" cannot be used.\n  Add environments to promptctl.yaml, or remove --env and PROMPTCTL_ENV.\n',
    ],
    [
      "PROMPTCTL_ENV outside of CI",
      configuration,
      [],
      { ...toProduction, PROMPTCTL_ENV: "production" },
      `Error: Name an environment: --env staging or production
  PROMPTCTL_ENV is only used in CI.
  To use the embedded service: --env local
`,
    ],
    [
      "PROMPTCTL_ENV=local in CI",
      configuration,
      [],
      { CI: "1", PROMPTCTL_ENV: "local" },
      "Error: PROMPTCTL_ENV=local is ignored in CI.\n  To use the embedded service: --env local\n",
    ],
    [
      "--local beside an environment",
      configuration,
      ["--local", "--env", "staging"],
      {},
      "Error: --local and --env cannot be used together.\n  Use one of them. --env local is the embedded service.\n",
    ],
    [
      "--base-url beside the embedded service",
      configuration,
      ["--env", "local", "--base-url", "https://a.example"],
      {},
      "Error: --env local and --base-url cannot be used together.\n  Use one of them.\n",
    ],
  ];
  it.each(rows)("is refused: %s", async (_, text, flags, env, err) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": text });
    expect(await fixture.run(["plan", ...flags], { env })).toMatchObject({ code: 64, err });
    expect(fixture.service.calls).toEqual([]);
  });

  it.each([
    [["--env", "production"], toProduction],
    [[], { ...toProduction, CI: "true", PROMPTCTL_ENV: "production" }],
    [["--env", "production"], { ...toProduction, CI: "true", PROMPTCTL_ENV: "staging" }],
  ] satisfies [string[], EnvironmentVariables][])("is production with %s", async (flags, env) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const { code, out } = await fixture.run(["plan", ...flags], { env });
    expect(out.split("\n")[0]).toBe(
      "promptctl plan · 7 definitions in prompts/ · production · https://prompts.example.com",
    );
    expect(code).toBe(0);
  });

  it.each([["--local"], ["--env", "local"]])("is none with %s %s", async (...flags) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const { code, out } = await fixture.run(["plan", ...flags.filter(Boolean)], {
      env: { CI: "true", PROMPTCTL_ENV: "production" },
    });
    expect([code, out.split("\n")[0]]).toEqual([
      0,
      "promptctl plan · 7 definitions in prompts/ · local",
    ]);
    expect(out).not.toContain("overridden");
  });
});

describe("the settings of an environment", () => {
  it("replace those of the project: prune and scope", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": "definitions: prompts" });
    await fixture.run(["apply", "--yes"]);
    fixture.folder.write("promptctl.yaml", configuration);
    fixture.folder.write("prompts/greeter.yaml", "");
    fixture.folder.write("prompts/triage.yaml", "");
    const { out } = await fixture.run(["plan", "--env", "production"]);
    expect(out).toContain("- prompt/Support triage");
    expect(out).not.toContain("- prompt/Greeter");
  });
});

describe("overridden values have their place", () => {
  it("in the plan of a new prompt, in the plan of a change, and in Markdown", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const staging = (args: readonly string[]): ReturnType<typeof fixture.run> =>
      fixture.run([...args, "--env", "staging"], { env: toStaging });
    expect((await staging(["plan"])).out)
      .toContain(`   + prompt/Support triage  deploys · with 1 evaluation, 2 assertions
      model: "claude-haiku-4-5" · tools: "lookup_order" · messages: 1
      overridden: parameters.name (promptctl.yaml:6), parameters.temperature (promptctl.yaml:7)
`);
    expect((await staging(["apply", "--yes"])).code).toBe(0);
    expect((await staging(["plan"])).out).toContain("No changes.");
    fixture.folder.write(
      "promptctl.yaml",
      `# one line more\n${configuration.replace("0.3", "0.4")}`,
    );
    expect((await staging(["plan"])).out).toContain(
      "   parameters.temperature  0.3 → 0.4  promptctl.yaml:8\n",
    );
    expect((await staging(["plan", "--format", "markdown"])).out).toContain(
      "· `parameters.temperature`: `0.3` → `0.4` (`promptctl.yaml:8`)",
    );
    const { environment, changes } = JSON.parse((await staging(["plan", "--json"])).out);
    expect([environment, changes[0].overridden]).toEqual([
      "staging",
      { "parameters.name": "promptctl.yaml:7", "parameters.temperature": "promptctl.yaml:8" },
    ]);
  });
});
