// Untrusted commits: only validated without secrets, refused with secrets.
import { describe, expect, it } from "vitest";
import { dispatch, schedule, pullRequest, push, workflowRun } from "./events.ts";
import type { GitHubEvent } from "./run-step.ts";
import { createFixture } from "./fixture.ts";

const comment: GitHubEvent = {
  ...schedule,
  name: "issue_comment",
  payload: { issue: { number: 7, pull_request: {} }, comment: { body: "/apply" } },
};

const fork = pullRequest({ head: "mallory/shop" });

describe("a pull request without secrets is only validated", () => {
  it.each<[string, GitHubEvent]>([
    ["from a fork", fork],
    ["from a deleted fork", pullRequest({ head: null })],
    ["from Dependabot", pullRequest({ author: "dependabot[bot]" })],
    ["with a push of Dependabot", pullRequest({ actor: "dependabot[bot]" })],
    [
      "from a fork, under review",
      pullRequest({ head: "mallory/shop", name: "pull_request_review" }),
    ],
    ["with an unreadable event", { ...fork, payload: null }],
  ])("%s", async (_what, event) => {
    for (const command of ["plan", "apply", "drift"]) {
      await using fixture = await createFixture();
      const env = { PROMPTCTL_API_KEY: "" };
      const ran = await fixture.run(command, event, { env, with: { "base-url": "" } });
      expect([ran.code, ran.outputs["has-changes"]]).toEqual([0, ""]);
      const notices = ran.commands.filter(({ name }) => name === "notice").map(({ data }) => data);
      expect(notices).toEqual([
        expect.stringMatching(
          /^Validated only: a pull request from (a fork|Dependabot|an unknown repository) has no access to secrets/,
        ),
      ]);
      expect(ran.summary).toContain("**Valid:** 7 definitions (4 files).");
      expect([fixture.github.calls, fixture.service.calls]).toEqual([[], []]);
    }
  });

  it("from a fork with the API key is only validated", async () => {
    await using fixture = await createFixture();
    const { code } = await fixture.run("apply", fork);
    expect([code, fixture.service.calls]).toEqual([0, []]);
  });

  it("fails if the definitions are invalid", async () => {
    await using fixture = await createFixture({ "prompts/x.yaml": "kind: prompt\n" });
    const { code, commands } = await fixture.run("plan", fork);
    expect(code).toBe(3);
    expect(commands.some(({ name }) => name === "error")).toBe(true);
  });
});

describe("an untrusted commit in a run with the API key is not planned", () => {
  it.each<[string, GitHubEvent]>([
    [
      "a fork with pull_request_target",
      pullRequest({ head: "mallory/shop", name: "pull_request_target" }),
    ],
    [
      "a deleted fork with pull_request_target",
      pullRequest({ head: null, name: "pull_request_target" }),
    ],
    [
      "an unreadable pull_request_target",
      { ...pullRequest({ name: "pull_request_target" }), payload: {} },
    ],
    ["a workflow_run of a fork", workflowRun("mallory/shop")],
    ["a workflow_run of a deleted fork", workflowRun(null)],
    ["a comment on a pull request", comment],
    ["a comment without an issue", { ...comment, payload: { comment: {} } }],
    ["an unreadable comment", { ...comment, payload: null }],
    ["an unreadable push", { ...push, payload: null }],
    ["an unreadable schedule", { ...schedule, payload: [] }],
  ])("%s", async (_what, event) => {
    for (const command of ["plan", "apply", "drift"]) {
      await using fixture = await createFixture();
      const { code, commands } = await fixture.run(command, event);
      expect(code).toBe(4);
      expect(commands.at(-1)).toMatchObject({
        name: "error",
        data: expect.stringContaining("Not planned: "),
      });
      expect([fixture.github.calls, fixture.service.calls]).toEqual([[], []]);
    }
  });

  it("but is validated with command: validate", async () => {
    await using fixture = await createFixture();
    const event = pullRequest({ head: "mallory/shop", name: "pull_request_target" });
    expect((await fixture.run("validate", event)).code).toBe(0);
  });
});

describe("a commit of the repository is planned", () => {
  it.each<[string, GitHubEvent]>([
    ["a pull request", pullRequest()],
    [
      "a pull request of Dependabot with a push of a person",
      pullRequest({ author: "dependabot[bot]", actor: "octocat" }),
    ],
    ["a pull request with the repository name in another case", pullRequest({ head: "Acme/Shop" })],
    ["a pull request with pull_request_target", pullRequest({ name: "pull_request_target" })],
    ["a workflow_run of the repository", workflowRun("acme/shop")],
    ["a comment on an issue", { ...comment, payload: { issue: { number: 7 } } }],
  ])("%s", async (_what, event) => {
    await using fixture = await createFixture();
    const { code, counts } = await fixture.run("plan", event);
    expect([code, counts?.create]).toEqual([0, 7]);
  });
});

describe("a missing key", () => {
  const dependabot = "dependabot[bot]";
  const hint =
    /Dependabot started this run.* get no secrets of Actions.*\nStart the workflow by hand, or set the key as a secret of Dependabot/;
  const standard = /\nSet the environment variable PROMPTCTL_API_KEY/;

  it.each<[string, string, GitHubEvent, RegExp]>([
    ["apply of a merge by Dependabot", "apply", { ...push, actor: dependabot }, hint],
    ["plan of a merge by Dependabot", "plan", { ...push, actor: dependabot }, hint],
    ["drift that Dependabot started", "drift", { ...dispatch, actor: dependabot }, hint],
    ["apply of a merge by a person", "apply", push, standard],
  ])("in %s says why, and what to do", async (_what, command, event, expected) => {
    await using fixture = await createFixture();
    const { code, commands, summary } = await fixture.run(command, event, {
      env: { PROMPTCTL_API_KEY: "" },
      with: { "base-url": "https://prompts.example.com" },
    });
    expect(code).toBe(64);
    const { name, data } = commands.at(-1)!;
    expect([name, data]).toEqual(["error", expect.stringMatching(expected)]);
    expect(expected === hint).toBe(!standard.test(data));
    expect(summary).toContain("No API key for https://prompts.example.com");
  });
});

it("the API key is not sent to a base URL of the project or the environment", async () => {
  await using fixture = await createFixture();
  await using other = await createFixture();
  fixture.folder.write("checkout/promptctl.yaml", `baseUrl: ${other.service.url}\n`);
  const env = { PROMPTCTL_BASE_URL: other.service.url, CI: "false" };
  const named = await fixture.run("plan", pullRequest(), { env });
  const unnamed = await fixture.run("plan", pullRequest(), { env, with: { "base-url": "" } });
  expect([named.code, unnamed.code, other.service.calls]).toEqual([0, 64, []]);
  expect(unnamed.commands.at(-1)!.data).toContain("the input base-url is empty");
});
