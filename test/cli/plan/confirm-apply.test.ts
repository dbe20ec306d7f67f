// apply to a protected environment asks for its name; a saved plan belongs to its environment.
import { describe, expect, it } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import type { CliResult } from "../fake-host.ts";
import { callService, createProjectFixture } from "../project-fixture.ts";

const configuration = (temperature = 0.5): string => `environments:
  staging:
    baseUrl: https://staging.example
    set: { "prompt/Greeter": { parameters.temperature: ${temperature} } }
  production:
    baseUrl: https://prompts.example.com
    protected: true
`;
const env: EnvironmentVariables = {
  PROMPTCTL_BASE_URL_STAGING: "https://staging.example",
  PROMPTCTL_API_KEY_STAGING: "good ", // another text than that of production
  PROMPTCTL_BASE_URL_PRODUCTION: "https://prompts.example.com",
  PROMPTCTL_API_KEY_PRODUCTION: "good",
};
const onlyProduction: EnvironmentVariables = { ...env, PROMPTCTL_API_KEY_STAGING: undefined };
const onlyStaging: EnvironmentVariables = { ...env, PROMPTCTL_API_KEY_PRODUCTION: undefined };
const ci = { ...onlyProduction, CI: "true" };

const question =
  "\nApply these 7 changes to production (https://prompts.example.com)? This deploys 2 prompts. production is protected. Type its name to confirm: ";
const refused = (reason: string, hint: string): string =>
  `Refused: The environment production is protected. ${reason}. Nothing was applied.\n  ${hint}\n`;
const onTerminal = "Run the command in a terminal without --auto-approve, and type the name.";
const inCi = "To apply in CI: --env production --auto-approve";
const onlyInCi = "--auto-approve confirms it only in CI, together with --env production";

interface Given {
  readonly flags?: readonly string[];
  readonly env?: EnvironmentVariables;
  readonly answer?: string;
}

const named = ["--env", "production"];
const approved = [...named, "--yes"];
const asksInSpite = question.replace(
  "is protected.",
  "is protected, and --auto-approve confirms it only in CI.",
);

const rows: readonly [string, Given, code: number, Partial<CliResult>?][] = [
  ["its name, typed", { answer: "production" }, 0, { questions: [question] }],
  [
    "y",
    { answer: "y" },
    4,
    {
      questions: [question],
      err: 'Not confirmed: the answer is not "production". Nothing was applied.\n',
    },
  ],
  ["another name", { answer: "staging" }, 4, { questions: [question] }],
  [
    "--auto-approve on a terminal: it asks",
    { flags: approved, answer: "production" },
    0,
    { questions: [asksInSpite] },
  ],
  [
    "--auto-approve without a terminal",
    { flags: approved },
    4,
    { err: refused(onlyInCi, onTerminal) },
  ],
  [
    "no terminal",
    {},
    4,
    { err: refused("No interactive terminal", onTerminal.replace(" without --auto-approve", "")) },
  ],
  ["in CI, --auto-approve with --env", { flags: approved, env: ci }, 0],
  [
    "in CI, without --auto-approve",
    { env: ci, answer: "production" },
    4,
    { err: refused("No interactive terminal", inCi) },
  ],
  [
    "in CI, --auto-approve with PROMPTCTL_ENV",
    { flags: ["--yes"], env: { ...ci, PROMPTCTL_ENV: "production" } },
    4,
    { err: refused(onlyInCi, inCi) },
  ],
];

describe.each([[["apply"]], [["apply", "plan.json"]]])(
  "%j to a protected environment, confirmed by",
  (command) => {
    it.each(rows)(
      "%s",
      async (_, { flags = named, env = onlyProduction, answer }, code, more = {}) => {
        await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
        const [, saved] = command;
        if (saved) await fixture.run(["plan", ...named, "--out", saved], { env: onlyProduction });
        const given = { env, ...(answer !== undefined && { answer }) };
        const result = await fixture.run([...command, ...flags], given);
        const { err: _err, ...seen } = more; // that of a saved plan names it
        expect(result).toMatchObject({ code, ...(saved ? seen : more) });
        expect(fixture.service.writes().length > 0).toBe(code === 0);
      },
    );
  },
);

describe("the question of a protected environment", () => {
  it("breaks between words on a terminal of 80 columns", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    const { questions } = await fixture.run(["apply", "--env", "production"], {
      env: onlyProduction,
      answer: "production",
      process: { terminal: { out: true, err: true, columns: 80 } },
    });
    expect(questions).toEqual([
      `
Apply these 7 changes to production (https://prompts.example.com)? This deploys
    2 prompts. production is protected. Type its name to confirm: `,
    ]);
  });

  it("a saved plan is not applied if the service changed before its name was typed", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    await fixture.run(["plan", "--env", "production", "--out", "plan.json"], {
      env: onlyProduction,
    });
    const answer = async (): Promise<boolean> => {
      const tool = { name: "lookup_order", description: "Other.", parameters: { type: "object" } };
      await callService(fixture, "POST", "tools", tool);
      return true;
    };
    const args = ["apply", "plan.json", "--env", "production"];
    const { code, err } = await fixture.run(args, { env: onlyProduction, answer });
    expect([code, fixture.service.writes()]).toEqual([4, ["POST /sdk/v1/tools"]]);
    expect(err).toContain(
      "plan.json does not contain the changes shown above, which are needed now.",
    );
  });
});

describe("an environment that is not protected", () => {
  it("is named in the question", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    const { questions } = await fixture.run(["apply", "--env", "staging"], {
      env: onlyStaging,
      answer: false,
    });
    expect(questions).toEqual([
      "\nApply these 7 changes to staging (https://staging.example)? This deploys 2 prompts. (y/N) ",
    ]);
  });
});

describe("a saved plan belongs to its environment", () => {
  it("it is refused if promptctl.yaml does not have the environment any more", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    await fixture.run(["plan", "--env", "staging", "--out", "plan.json"], { env: onlyStaging });
    fixture.folder.write("promptctl.yaml", configuration().replace("staging:", "stage:"));
    const { code, err } = await fixture.run(["apply", "plan.json", "--env", "stage"], {
      env: onlyStaging,
    });
    expect([code, err]).toEqual([
      4,
      `Refused: plan.json was created for the environment staging, which promptctl.yaml does not have any more.
  Create a new plan for an environment that it has.
`,
    ]);
  });

  it.each([
    [
      "another one",
      ["--env", "production"],
      onlyProduction,
      `Refused: plan.json was created for the environment staging, but the command uses the environment production.
  To apply it there: promptctl apply plan.json --env staging
`,
    ],
    [
      "none",
      ["--env", "local"],
      onlyStaging,
      `Refused: plan.json was created for the environment staging, but the command uses no environment.
  To apply it there: promptctl apply plan.json --env staging
`,
    ],
  ] satisfies [string, string[], EnvironmentVariables, string][])(
    "it is refused for %s",
    async (_, flags, variables, err) => {
      await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
      const saved = await fixture.run(["plan", "--env", "staging", "--out", "plan.json"], {
        env: onlyStaging,
      });
      expect(saved.err).toContain("promptctl apply plan.json --env staging");
      const before = fixture.service.calls.length;
      const result = await fixture.run(["apply", "plan.json", ...flags], { env: variables });
      expect([result.code, result.err, fixture.service.calls.length]).toEqual([4, err, before]);
    },
  );

  it("without --env, the message names it", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    await fixture.run(["plan", "--env", "staging", "--out", "plan.json"], { env: onlyStaging });
    const { code, err } = await fixture.run(["apply", "plan.json"], { env: onlyStaging });
    expect([code, err]).toEqual([
      64,
      `Error: Name the environment of plan.json: --env staging
  To apply it there: promptctl apply plan.json --env staging
`,
    ]);
  });

  it.each([
    [
      "a plan without an environment, in one",
      ["plan", "--local"],
      ["--env", "staging"],
      "apply plan.json --local",
    ],
  ])("the hint names the command for %s", async (_, plan, flags, command) => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    await fixture.run([...plan, "--out", "plan.json"], { env: {} });
    const { code, err } = await fixture.run(["apply", "plan.json", ...flags], { env: onlyStaging });
    expect([code, err]).toEqual([4, expect.stringContaining(`promptctl ${command}\n`)]);
  });

  it("it shows overridden values with their place, and is refused when they changed", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    await fixture.run(["plan", "--env", "staging", "--out", "plan.json"], { env: onlyStaging });
    fixture.folder.write("promptctl.yaml", configuration(0.6));
    const args = ["apply", "plan.json", "--env", "staging"];
    const stale = await fixture.run(args, { env: onlyStaging });
    expect([stale.code, stale.err]).toEqual([
      4,
      expect.stringMatching(
        /The definitions or settings in this folder are not those[^]*Create a new plan: promptctl plan --out FILE --env staging/,
      ),
    ]);
    fixture.folder.write("promptctl.yaml", `# a comment\n${configuration()}`);
    const { code, out } = await fixture.run(args, { env: onlyStaging });
    expect(code).toBe(0);
    expect(out).toContain("· staging · https://staging.example");
    expect(out).toContain("overridden: parameters.temperature (promptctl.yaml:5)");
  });

  it("its environment is part of its digest", async () => {
    await using fixture = await createProjectFixture({ "promptctl.yaml": configuration() });
    await fixture.run(["plan", "--env", "staging", "--out", "plan.json"], { env: onlyStaging });
    const text = fixture.folder.read("plan.json");
    fixture.folder.write(
      "plan.json",
      text.replace('"environment": "staging"', '"environment": "production"'),
    );
    const { code, err } = await fixture.run(["apply", "plan.json", "--env", "production"], {
      env: onlyProduction,
    });
    expect([code, err]).toEqual([4, expect.stringContaining("plan.json is damaged")]);
  });
});
