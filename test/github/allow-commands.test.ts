// The inputs allow-commands and base-checkout of command test: what programs get and print, and where they
// are refused. A program that runs leaves a file with its environment.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { promptFile } from "../fixtures/support-project.ts";
import { runTestGit } from "../io/repository.ts";
import { withoutColors } from "../laws/hostile/oracle.ts";
import { dispatch, pullRequest, workflowRun } from "./events.ts";
import { key } from "./fixture.ts";
import { type GitHubEvent, type StepResult, token } from "./run-step.ts";
import {
  createTestsFixture,
  headText,
  scriptedReplies,
  type TestsFixture,
} from "./tests-fixture.ts";

/** What a runner would run, if it were a line of the log. */
const forged = ["::set-output name=passed::true", "::error::forged", "##[error]forged"];

/** Gives as reason its environment (`tells`) or commands of a runner (`fails`); or prints these, and ends. */
const check = `import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
const forged = ${JSON.stringify(forged)};
writeFileSync("seen.json", JSON.stringify(process.env));
for (const line of forged) console.log(line), console.error(line);
for await (const line of createInterface({ input: process.stdin })) {
  if (process.argv[2] === "ends") process.exit(3);
  const reason = process.argv[2] === "tells" ? JSON.stringify(process.env) : forged.join("\\n");
  console.log(JSON.stringify({ id: JSON.parse(line).id, pass: false, reason }));
}
`;

const canaries = {
  GITHUB_TOKEN: "ghs_Canary0123456789abcdefghijklmnopqrst",
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: "canary-of-the-id-token-0123456789",
  ANTHROPIC_API_KEY: "sk-ant-canary-0123456789-0123456789",
};

/** A pull request that adds a check. */
function createCommandsFixture(how = "fails"): Promise<TestsFixture> {
  const checks = `    checks: [{ type: COMMAND, run: [node, check.mjs, ${how}], name: price }]\n`;
  const prompt = `${promptFile(headText)}${checks}`;
  return createTestsFixture({ "prompts/support.yaml": prompt, "check.mjs": check });
}

/** An application that says in which folder it was asked. */
const agent = `import { readFileSync, writeFileSync } from "node:fs";
writeFileSync("asked", "");
const { id } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({ id, text: "Hello! Tell me your order number.", cost: 0 }));
`;

interface Run {
  readonly on?: GitHubEvent;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly built?: boolean;
}

/** Runs the tests with allowed commands, without a key of the service. */
function runAllowed(
  fixture: TestsFixture,
  { built = false, ...run }: Run = {},
): Promise<StepResult> {
  return fixture.test({
    ...run,
    with: { "allow-commands": "true", "base-url": "", ...run.with },
    env: { PROMPTCTL_API_KEY: "", ...canaries, ...run.env },
    step: { built },
  });
}

/** The environment that a program had; undefined if none started. */
function seenBy({ folder }: TestsFixture): string | undefined {
  const path = "checkout/support/seen.json";
  return folder.paths().includes(path) ? folder.read(path) : undefined;
}

const errorIn = ({ commands }: StepResult): string =>
  commands.find(({ name }) => name === "error")?.data ?? "";

describe("a program that runs", () => {
  it("gets no keys, and no report and no cache has them", async () => {
    await using fixture = await createCommandsFixture("tells");
    const ran = await runAllowed(fixture);
    expect(ran.code).toBe(5);
    const cached = fixture.folder.paths().filter((path) => path.includes("/.promptctl/"));
    const texts = [
      seenBy(fixture)!,
      ran.log.replace(/^::add-mask::.*$/gm, ""),
      ran.summary,
      ...fixture.github.comments.map(({ body }) => body),
      ...["test.json", "test.html", "test.xml"].map(ran.report),
      ...cached.map(fixture.folder.read),
    ];
    expect(texts[0]).toContain("PATH");
    const secrets = [...Object.values(canaries), token];
    for (const text of texts) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it.each(["fails", "ends"])("prints no command of the runner if it %s", async (how) => {
    await using fixture = await createCommandsFixture(how);
    const { commands, log, report } = await runAllowed(fixture);
    expect(report("test.json")).toContain("set-output name=passed");
    expect(withoutColors(log)).toContain("set-output name=passed");
    expect(commands.map(({ name }) => name)).not.toContain("set-output");
    expect(commands.map(({ data }) => data)).not.toContain("forged");
  });

  it("on the base is that of base-checkout", async () => {
    await using fixture = await createTestsFixture(
      { "agent.mjs": agent.replace("order number", "e-mail address") },
      {
        "promptctl.yaml": "definitions: prompts\ntest: { command: [node, agent.mjs] }\n",
        "agent.mjs": agent,
      },
    );
    const checkout = fixture.folder.at("checkout");
    runTestGit(["worktree", "add", "-q", "--detach", "base", fixture.baseCommit], checkout);
    const run = { on: "command", "base-checkout": "./base/", arguments: "" };
    const { code, outputs } = await runAllowed(fixture, { with: run });
    expect([code, outputs["regressed"]]).toEqual([5, "1"]);
    expect(fixture.folder.paths()).toEqual(
      expect.arrayContaining(["checkout/support/asked", "checkout/base/support/asked"]),
    );
  });
});

describe("programs do not run", () => {
  const fork = { head: "mallory/shop" };

  it.each<[string, GitHubEvent]>([
    ["a fork", pullRequest(fork)],
    ["Dependabot", pullRequest({ actor: "dependabot[bot]" })],
  ])("for a pull request of %s, which is only validated", async (author, event) => {
    await using fixture = await createCommandsFixture();
    const on = { ...event, sha: fixture.mergeCommit };
    const { code, commands } = await runAllowed(fixture, { on });
    expect([code, seenBy(fixture)]).toEqual([0, undefined]);
    expect(commands.at(-1)).toMatchObject({
      name: "notice",
      data: `Not measured: a pull request from ${author} has no access to secrets, so no test ran.`,
    });
  });

  it.each<[string, GitHubEvent, string]>([
    ["pull_request_target", pullRequest({ ...fork, name: "pull_request_target" }), "Not tested: "],
    ["workflow_run", workflowRun("mallory/shop"), "Not tested: "],
    ["another commit", { ...dispatch, sha: "a".repeat(40) }, "--allow-commands is not permitted"],
  ])("for %s, which is refused", async (_what, event, message) => {
    await using fixture = await createCommandsFixture();
    const ran = await runAllowed(fixture, { on: event });
    expect([ran.code, errorIn(ran)]).toEqual([4, expect.stringContaining(message)]);
    expect(seenBy(fixture)).toBeUndefined();
  });

  it.each<[string, Run, string]>([
    ["PROMPTCTL_API_KEY", { env: { PROMPTCTL_API_KEY: key } }, "PROMPTCTL_API_KEY is set"],
    [
      "a key of an environment",
      { env: { PROMPTCTL_API_KEY_STAGING: key } },
      "PROMPTCTL_API_KEY_STAGING is set",
    ],
    ["api-key: oidc", { with: { "api-key": "oidc" } }, "api-key is oidc"],
  ])("beside %s", async (_what, run, reason) => {
    await using fixture = await createCommandsFixture();
    const ran = await runAllowed(fixture, run);
    expect([ran.code, seenBy(fixture)]).toEqual([4, undefined]);
    expect(errorIn(ran)).toContain(`--allow-commands is not permitted here: ${reason}`);
    expect(ran.summary).toContain("Make this test a job of its own, without that key.");
  });

  it("in test-fork.yml, which tests another commit than that of its event", async () => {
    await using fixture = await createCommandsFixture();
    const path = join(import.meta.dirname, "../../examples/workflows/test-fork.yml");
    const { jobs } = parse(readFileSync(path, "utf8")) as TestForkWorkflow;
    const [checkout, test] = jobs.test.steps;
    expect(checkout!.with).toMatchObject({ ref: "${{ inputs.commit }}" });
    const inputs = { ...test!.with, directory: "support", arguments: scriptedReplies };
    const on = {
      ...dispatch,
      sha: fixture.baseCommit,
      payload: { ...(dispatch.payload as object), inputs: { commit: fixture.mergeCommit } },
    };
    const without = await fixture.test({ on, with: inputs, env: { PROMPTCTL_API_KEY: "" } });
    expect([without.code, without.outputs["regressed"]]).toEqual([5, "1"]);
    const allowed = await runAllowed(fixture, { on, with: inputs });
    expect([allowed.code, errorIn(allowed), seenBy(fixture)]).toEqual([
      4,
      expect.stringContaining("the checkout is the commit"),
      undefined,
    ]);
  });
});

interface TestForkWorkflow {
  readonly jobs: {
    readonly test: {
      readonly steps: readonly { readonly with: Readonly<Record<string, string>> }[];
    };
  };
}
