// What diff, test, render, validate and init do with environments.
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { folderOf } from "../../io/folder.ts";
import { runTestGit } from "../../io/repository.ts";
import { installedProgram } from "../definitions/installed-program.ts";
import { runCli } from "../fake-host.ts";
import { createProjectFixture, type ProjectFixture } from "../project-fixture.ts";

const configuration = `environments:
  staging:
    set:
      prompt/Greeter: { parameters.temperature: 0.3 }
  production:
    set:
      prompt/Greeter: { parameters.temperature: 0.7 }
`;

async function committedProject(text = configuration): Promise<ProjectFixture> {
  const fixture = await createProjectFixture({ "promptctl.yaml": text });
  for (const words of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-qm", "One"],
  ])
    runTestGit(words, fixture.folder.path);
  return fixture;
}

describe("diff", () => {
  it("--env A --against B shows both values with their places", async () => {
    await using fixture = await committedProject();
    const args = ["diff", "--env", "staging", "--against", "production"];
    const { code, out } = await fixture.run(args, { env: {} });
    expect([code, out]).toEqual([
      0,
      `promptctl diff · working tree, production → working tree, staging

  ~ prompt/Greeter
      parameters.temperature  0.7 → 0.3  promptctl.yaml:7 → promptctl.yaml:4

0 added, 1 changed, 0 removed.
`,
    ]);
    const { differences, before } = JSON.parse(
      (await fixture.run([...args, "HEAD", "--format", "json"], { env: {} })).out,
    );
    expect([before.environment, differences[0].overridden]).toEqual([
      "production",
      {
        before: { "parameters.temperature": "promptctl.yaml:7" },
        after: { "parameters.temperature": "promptctl.yaml:4" },
      },
    ]);
  });

  it("--env compares what the commits have for an environment; without it, the definitions", async () => {
    await using fixture = await committedProject();
    fixture.folder.write("promptctl.yaml", `# one\n${configuration.replace("0.3", "0.4")}`);
    const own = await fixture.run(["diff", "--env", "staging"], { env: {} });
    expect(own.out).toContain(
      "      parameters.temperature  0.3 → 0.4  promptctl.yaml:4 → promptctl.yaml:5\n",
    );
    const other = await fixture.run(["diff", "--env", "production"], { env: {} });
    expect(other.out).toContain("No differences.");
    expect((await fixture.run(["diff"], { env: {} })).out).toContain("No differences.");
  });

  it.each([
    [["--against", "staging"], "--against needs --env."],
    [
      ["--env", "staging", "--against", "production", "HEAD", "HEAD"],
      "--against compares within one commit.",
    ],
    [["--env", "staging", "--against", "prod"], 'promptctl.yaml has no environment "prod".'],
  ])("%j is wrong usage", async (flags, message) => {
    await using fixture = await committedProject();
    const { code, err } = await fixture.run(["diff", ...flags], { env: {} });
    expect([code, err.split("\n")[0]]).toEqual([64, `Error: ${message}`]);
  });
});

it("plan --ref has the values of the commit", async () => {
  await using fixture = await committedProject();
  fixture.folder.write("promptctl.yaml", configuration.replace("0.3", "0.4"));
  const env = {
    PROMPTCTL_BASE_URL_STAGING: "https://prompts.example.com",
    PROMPTCTL_API_KEY_STAGING: "good",
  };
  const { out } = await fixture.run(
    ["plan", "--env", "staging", "--ref", "HEAD", "--full", "--target", "prompt/Greeter"],
    { env },
  );
  expect(out).toContain("temperature: 0.3");
});

describe("test", () => {
  const warning =
    "Warning: The environment production has other parameters than these tests: parameters.temperature of prompt/Greeter is 0.7, not ";
  it.each([
    ["staging", `${warning}0.3.`],
    ["local", `${warning}1.`],
    ["production", undefined],
  ])("--env %s warns where those of production differ", async (name, expected) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const args = ["test", "--env", name, "--base", "none", "--on", "echo"];
    const { out, err } = await fixture.run(args, { env: {} });
    const found = `${out}${err}`.replace(/\n +/g, " ");
    if (expected === undefined) expect(found).not.toContain("other parameters");
    else expect(found).toContain(expected);
  });

  it.each([
    ["is protected", "live: { protected: true, SET }", true],
    ["is no longer protected", "live: { SET }", true],
    ["is removed", "other: { protected: false }", true],
    ["was not protected", "live: { SET }", false],
  ])("warns of the parameters of an environment that %s", async (what, head, isExpected) => {
    const withLive = (live: string): string =>
      `environments:\n  ${live.replace("SET", 'set: { "prompt/Greeter": { parameters.temperature: 0.7 } }')}\n`;
    const base = `live: { protected: ${what !== "was not protected"}, SET }`;
    await using fixture = await committedProject(withLive(base));
    fixture.folder.write("promptctl.yaml", withLive(head));
    const args = ["test", "--env", "local", "--base", "HEAD", "--all", "--on", "echo"];
    const { out, err } = await fixture.run(args, { env: {} });
    const found = `${out}${err}`.replace(/\n +/g, " ");
    expect(found.includes("The environment live has other parameters")).toBe(isExpected);
  });
});

describe("render --from files", () => {
  it("has the values of the environment, and names their places", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const args = ["render", "Greeter", "--from", "files", "--env", "staging"];
    const { out, err } = await fixture.run([...args, "--json"], { env: {} });
    expect(JSON.parse(out).temperature).toBe(0.3);
    expect(err).toBe("Overridden: parameters.temperature (promptctl.yaml:4).\n");
    expect((await fixture.run([...args, "--quiet"], { env: {} })).err).toBe("");
  });
});

describe("init --env", () => {
  it("prepares the environments, which are valid, with a job for each in the workflow of apply", async () => {
    await using folder = folderOf();
    await using program = installedProgram();
    const { programFile } = program;
    const run = (...args: string[]): ReturnType<typeof runCli> =>
      runCli(args, { cwd: folder.path, env: {}, process: { programFile } });
    const made = await run("init", "--env", "staging", "--env", "production", "--yes");
    expect(made.code).toBe(0);
    const text = folder.read("promptctl.yaml");
    expect(text).toContain(`environments: # --env NAME selects one
  staging:
    # baseUrl: https://staging.prompts.example.com # its key comes from PROMPTCTL_API_KEY_STAGING
`);
    expect(text).toContain("  production:\n    protected: true # apply asks for its name\n");
    const apply = folder.read(".github/workflows/promptctl-apply.yml");
    for (const name of ["staging", "production"])
      expect(apply).toContain(`          command: apply\n          env: ${name}`);
    expect((await run("validate")).code).toBe(0);
    expect((await run("plan")).err).toContain("Name an environment: --env staging or production\n");
    expect((await run("plan", "--env", "staging")).err).toContain(
      "The environment staging has no base URL.",
    );
    expect((await run("init", "--env", "other", "--yes")).code).toBe(64);
  });

  it.each(["Prod", "local", "a_b"])("%s is no name", async (name) => {
    await using folder = folderOf();
    const { code } = await runCli(["init", "--env", name, "--yes"], { cwd: folder.path, env: {} });
    expect([code, existsSync(folder.at("promptctl.yaml"))]).toEqual([64, false]);
  });
});

it.each([["plan"], ["apply"], ["pull"], ["status"], ["diff"], ["validate"], ["test"]])(
  "%s refuses --env twice",
  async (command) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const args = [command, "--env", "production", "--env", "staging"];
    const { code, err } = await fixture.run(args, { env: {} });
    expect([code, err]).toEqual([64, expect.stringContaining("The flag can be used once.")]);
  },
);

it("render of the files has the values of an environment, and needs one", async () => {
  await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
  const args = ["render", "Greeter", "--from", "files", "--as", "curl"];
  const unnamed = await fixture.run(args, { env: {} });
  expect([unnamed.code, unnamed.err]).toEqual([
    64,
    expect.stringContaining("Name an environment: --env "),
  ]);
  const named = await fixture.run([...args, "--env", "staging"], { env: {} });
  expect(named.out).toContain('"temperature": 0.3');
  const inCi = await fixture.run(args, { env: { CI: "true", PROMPTCTL_ENV: "production" } });
  expect(inCi.out).toContain('"temperature": 0.7');
});

describe("in CI, PROMPTCTL_ENV names the environment where --env does not", () => {
  const env = { CI: "true", PROMPTCTL_ENV: "staging" };

  it("of diff, of both sides and with --against", async () => {
    await using fixture = await committedProject();
    fixture.folder.write("promptctl.yaml", configuration.replace("0.3", "0.4"));
    const first = async (...args: string[]): Promise<string | undefined> =>
      (await fixture.run(["diff", ...args], { env })).out.split("\n")[0];
    expect(await first()).toMatch(
      /^promptctl diff · HEAD \(\w+\), staging → working tree, staging$/,
    );
    expect(await first("--against", "production")).toBe(
      "promptctl diff · working tree, production → working tree, staging",
    );
    expect(await first("--env", "production")).toMatch(/, production → working tree, production$/);
    expect((await fixture.run(["diff"], { env: { PROMPTCTL_ENV: "staging" } })).out).toContain(
      "No differences.",
    );
  });

  it("of validate", async () => {
    const wrong = configuration.replace(/prompt\/Greeter/g, "prompt/Gretter");
    await using fixture = await createProjectFixture({ "promptctl.yaml": wrong });
    const lines = async (variables: EnvironmentVariables): Promise<string[] | null> =>
      (await fixture.run(["validate"], { env: variables })).out.match(/^promptctl\.yaml:\d/gm);
    expect(await lines(env)).toEqual(["promptctl.yaml:4"]);
    expect(await lines({ PROMPTCTL_ENV: "staging" })).toEqual([
      "promptctl.yaml:4",
      "promptctl.yaml:7",
    ]);
  });
});

describe("the commands in messages name the environment", () => {
  const env = {
    PROMPTCTL_BASE_URL_STAGING: "https://prompts.example.com",
    PROMPTCTL_API_KEY_STAGING: "good",
  };
  it.each([
    [
      "codegen",
      ["codegen", "--out", "a.json", "--ids"],
      "yet, create with promptctl apply --env staging: ",
    ],
    [
      "render of a prompt that is not on the service",
      ["render", "Greeter"],
      "To create defined prompts: promptctl apply --env staging. To use the text of the files: --from files. To list the others: promptctl plan --unmanaged --env staging",
    ],
    [
      "apply without a terminal",
      ["apply"],
      "To review the changes first: promptctl plan --env staging",
    ],
    ["pull --prune", ["pull", "--prune"], "To compare with all environments: promptctl status"],
  ] as const)("%s", async (_, args, expected) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const { err } = await fixture.run([...args, "--env", "staging"], { env });
    expect(err).toContain(expected);
  });

  it("render of a prompt that differs from the files, and pull, which names it in its first line too", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    const run = (...args: string[]): ReturnType<typeof fixture.run> =>
      fixture.run([...args, "--env", "staging"], { env });
    await run("apply", "--yes");
    fixture.folder.write("promptctl.yaml", configuration.replace("0.3", "0.4"));
    expect((await run("render", "Greeter")).err).toContain(
      "To see the changes: promptctl plan --env staging\n",
    );
    expect((await run("pull", "--dry-run")).out.split("\n")[0]).toBe(
      "promptctl pull · staging · https://prompts.example.com",
    );
  });

  it.each([
    [["diff", "--against", "production"], "promptctl diff --env NAME --against production\n"],
    [
      ["diff", "HEAD", "HEAD~1", "--env", "staging", "--against", "production"],
      "promptctl diff --env staging --against production HEAD\n",
    ],
  ])("%j", async (args, expected) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration });
    expect((await fixture.run(args, { env: {} })).err).toContain(expected);
  });
});
