// The inputs allow-commands and base-checkout of command test: what programs get and print, and where they
// are refused. A program that runs leaves a file with its environment.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runTestGit } from "../io/repository.ts";
import { withoutColors } from "../laws/hostile/oracle.ts";
import {
  canaries,
  createCommandsFixture,
  errorIn,
  type Run,
  runAllowed,
  seenBy,
} from "./commands-fixture.ts";
import { dispatch, pullRequest, workflowRun } from "./events.ts";
import { key } from "./fixture.ts";
import { type GitHubEvent, token } from "./run-step.ts";
import { createTestsFixture, scriptedReplies } from "./tests-fixture.ts";

/** An application that says in which folder it was asked. */
const agent = `import { readFileSync, writeFileSync } from "node:fs";
writeFileSync("asked", "");
const { id } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({ id, text: "Hello! Tell me your order number.", cost: 0 }));
`;

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
