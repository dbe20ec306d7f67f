// Commits of others: what has no rights is only validated, and what would have them is refused.
import { describe, expect, it } from "vitest";
import { schedule, pullRequest, push, workflowRun } from "./events.ts";
import type { GitHubEvent } from "./run-step.ts";
import { createFixture } from "./fixture.ts";

const comment: GitHubEvent = {
  ...schedule,
  name: "issue_comment",
  payload: { issue: { number: 7, pull_request: {} }, comment: { body: "/apply" } },
};

const fork = pullRequest({ head: "mallory/shop" });

describe("a pull request without secrets and rights is validated, and nothing fails for it", () => {
  it.each<[string, GitHubEvent]>([
    ["of a fork", fork],
    ["of a fork that was deleted", pullRequest({ head: null })],
    ["of Dependabot", pullRequest({ author: "dependabot[bot]" })],
    ["that Dependabot pushed to", pullRequest({ actor: "dependabot[bot]" })],
    ["under review, of a fork", pullRequest({ head: "mallory/shop", name: "pull_request_review" })],
    ["whose event cannot be read", { ...fork, payload: null }],
  ])("%s", async (_what, event) => {
    for (const command of ["plan", "apply", "drift"]) {
      await using fixture = await createFixture();
      const env = { PROMPTCTL_API_KEY: "" };
      const ran = await fixture.run(command, event, { env, with: { "base-url": "" } });
      expect([ran.code, ran.outputs["exit-code"], ran.outputs["has-changes"]]).toEqual([
        0,
        "0",
        "",
      ]);
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

  it("even where it has the key", async () => {
    await using fixture = await createFixture();
    const { code } = await fixture.run("apply", fork);
    expect([code, fixture.service.calls]).toEqual([0, []]);
  });

  it("and fails for its mistakes", async () => {
    await using fixture = await createFixture({ "prompts/x.yaml": "kind: prompt\n" });
    const { code, commands } = await fixture.run("plan", fork);
    expect(code).toBe(3);
    expect(commands.some(({ name }) => name === "error")).toBe(true);
  });
});

describe("a commit of others in a run with the key is neither planned nor applied", () => {
  it.each<[string, GitHubEvent]>([
    [
      "a fork under pull_request_target",
      pullRequest({ head: "mallory/shop", name: "pull_request_target" }),
    ],
    ["a deleted fork there", pullRequest({ head: null, name: "pull_request_target" })],
    [
      "an event that cannot be read there",
      { ...pullRequest({ name: "pull_request_target" }), payload: {} },
    ],
    ["a run of a fork before this one", workflowRun("mallory/shop")],
    ["a run of a deleted fork before this one", workflowRun(null)],
    ["a comment on a pull request", comment],
    ["a comment on who knows what", { ...comment, payload: { comment: {} } }],
    ["a comment that cannot be read", { ...comment, payload: null }],
    ["a push that cannot be read", { ...push, payload: null }],
    ["a schedule that cannot be read", { ...schedule, payload: [] }],
  ])("%s", async (_what, event) => {
    for (const command of ["plan", "apply", "drift"]) {
      await using fixture = await createFixture();
      const { code, commands, outputs } = await fixture.run(command, event);
      expect([code, outputs["exit-code"]]).toEqual([4, "4"]);
      expect(commands.at(-1)).toMatchObject({
        name: "error",
        data: expect.stringContaining("Not planned: "),
      });
      expect([fixture.github.calls, fixture.service.calls]).toEqual([[], []]);
    }
  });

  it("but may be validated, which needs no key", async () => {
    await using fixture = await createFixture();
    const event = pullRequest({ head: "mallory/shop", name: "pull_request_target" });
    expect((await fixture.run("validate", event)).code).toBe(0);
  });
});

describe("what is the repository's own is planned", () => {
  it.each<[string, GitHubEvent]>([
    ["its pull request", pullRequest()],
    ["its pull request, the name in other letters", pullRequest({ head: "Acme/Shop" })],
    ["its pull request under pull_request_target", pullRequest({ name: "pull_request_target" })],
    ["its own run before this one", workflowRun("acme/shop")],
    ["a comment on an issue", { ...comment, payload: { issue: { number: 7 } } }],
  ])("%s", async (_what, event) => {
    await using fixture = await createFixture();
    const { code, outputs } = await fixture.run("plan", event);
    expect([code, outputs["to-create"]]).toEqual([0, "7"]);
  });
});

it("the key goes to no address of the project or the environment", async () => {
  await using fixture = await createFixture();
  await using other = await createFixture();
  fixture.folder.write("checkout/promptctl.yaml", `baseUrl: ${other.service.url}\n`);
  const env = { PROMPTCTL_BASE_URL: other.service.url, CI: "false" };
  const named = await fixture.run("plan", pullRequest(), { env });
  const unnamed = await fixture.run("plan", pullRequest(), { env, with: { "base-url": "" } });
  expect([named.code, unnamed.code, other.service.calls]).toEqual([0, 64, []]);
  expect(unnamed.commands.at(-1)!.data).toContain("the input base-url is empty");
});
