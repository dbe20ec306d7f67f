// The bundle dist/action.js, in a folder as the runner installs it, on all events that start
// workflows: once, again, twice at once, for two services, and for two projects.
import { describe, expect, it } from "vitest";
import { greeter, project } from "../cli/project.ts";
import type { Call } from "./fake-github.ts";
import {
  closedByMerge,
  dispatch,
  merged,
  mergeSha,
  pullRequest,
  push,
  schedule,
} from "./events.ts";
import { type ActionFixture, createFixture, type RunOptions } from "./fixture.ts";
import type { GitHubEvent, StepResult } from "./run-step.ts";
import { createTestsFixture } from "./tests-fixture.ts";

const runBuilt = (
  fixture: ActionFixture,
  command: string,
  event: GitHubEvent,
  options: RunOptions = {},
): Promise<StepResult> => fixture.run(command, event, { ...options, step: { built: true } });

const opened = pullRequest();
const queued: GitHubEvent = {
  ...push,
  name: "merge_group",
  ref: "refs/heads/gh-readonly-queue/main/pr-7-a1b2",
};

describe("dist/action.js on", () => {
  it.each<[string, string, GitHubEvent, [code: number, comments: number, writes: number], RegExp]>([
    ["an opened pull request", "plan", opened, [0, 1, 0], /Plan: 7 to create/],
    [
      "a pull request of a fork",
      "plan",
      pullRequest({ head: "mallory/shop" }),
      [0, 0, 0],
      /Valid:/,
    ],
    ["one of Dependabot", "plan", pullRequest({ author: "dependabot[bot]" }), [0, 0, 0], /Valid:/],
    ["a merge queue, to plan", "plan", queued, [0, 0, 0], /Plan: 7 to create/],
    ["a merge queue, to apply", "apply", queued, [4, 0, 0], /Not applied/],
    ["a manual run, to plan", "plan", dispatch, [0, 0, 0], /Plan: 7 to create/],
    ["a manual run, to apply", "apply", dispatch, [0, 1, 7], /Applied/],
    ["a schedule", "drift", schedule, [0, 0, 0], /Drift/],
    ["a push", "apply", push, [0, 1, 7], /Applied/],
    ["a merged pull request", "apply", closedByMerge, [0, 1, 7], /Applied/],
    [
      "one that was closed",
      "apply",
      pullRequest({ state: "closed" }),
      [0, 0, 0],
      /Nothing was app/,
    ],
  ])("%s", async (_event, command, event, [code, comments, writes], report) => {
    await using fixture = await createFixture();
    fixture.github.pulls.set(mergeSha, [merged]);
    const ran = await runBuilt(fixture, command, event);
    expect([ran.code, fixture.github.comments.length, fixture.service.writes().length]).toEqual([
      code,
      comments,
      writes,
    ]);
    expect(ran.summary).toMatch(report);
    for (const { body } of fixture.github.comments) expect(body).toMatch(report);
  });

  it("a new push and a re-run: one comment is kept up to date", async () => {
    await using fixture = await createFixture();
    await runBuilt(fixture, "plan", opened);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Greeter", "Welcome"));
    await runBuilt(fixture, "plan", opened);
    await runBuilt(fixture, "plan", opened, { env: { GITHUB_RUN_ATTEMPT: "2" } });
    expect(fixture.github.comments).toHaveLength(1);
    expect(fixture.github.comments[0]!.body).toContain("`prompt/Welcome`");
  });

  it("a pull request with a regression, tested beside the plan and in a merge queue", async () => {
    await using fixture = await createTestsFixture();
    const input = { directory: "support", replies: "support/replies.yaml" };
    const planned = await runBuilt(fixture, "plan", fixture.event, {
      with: { ...input, test: "true" },
    });
    expect([planned.code, planned.outputs["regressed"]]).toEqual([5, "1"]);
    expect(fixture.github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/### promptctl plan[^]*### promptctl test[^]*\*\*regressed\*\*/),
    ]);
    const queue = await runBuilt(fixture, "test", fixture.queued, { with: input });
    expect([queue.code, queue.outputs["passed"]]).toEqual([5, "false"]);
    expect(fixture.github.comments).toHaveLength(1);
  });

  it("two pushes at once: one comment stays", async () => {
    await using fixture = await createFixture();
    const runs = await Promise.all([1, 2].map(() => runBuilt(fixture, "plan", opened)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(fixture.github.comments).toHaveLength(1);
  });

  it("a matrix with two services: each has a comment", async () => {
    await using fixture = await createFixture();
    const labels = ["staging", "production"];
    const runs = await Promise.all(
      labels.map((label) => runBuilt(fixture, "plan", opened, { with: { label } })),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    const headings = fixture.github.comments.map(({ body }) => body.split("\n")[1]);
    expect(headings.sort()).toEqual(
      labels.map((label) => `### promptctl plan · \`${label}\``).sort(),
    );
  });

  it("a repository with two projects: each has a comment", async () => {
    const shop = Object.entries(project).map(([path, text]) => [`shop/${path}`, text]);
    await using fixture = await createFixture(Object.fromEntries(shop));
    for (const directory of [".", "shop", "./shop/"])
      expect((await runBuilt(fixture, "plan", opened, { with: { directory } })).code).toBe(0);
    const headings = fixture.github.comments.map(({ body }) => body.split("\n")[1]);
    expect(headings).toEqual(["### promptctl plan", "### promptctl plan · `shop`"]);
  });

  it.each([
    [
      "a primary limit",
      {
        status: 403,
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" },
        body: { message: "API rate limit exceeded" },
      },
    ],
    [
      "a secondary limit",
      {
        status: 429,
        headers: { "retry-after": "0" },
        body: { message: "You have exceeded a secondary rate limit." },
      },
    ],
    ["a server error", { status: 502, text: "Bad gateway" }],
  ])("%s of GitHub, which it waits for", async (_limit, answer) => {
    await using fixture = await createFixture();
    let comments = 0;
    fixture.github.instead = ({ path }: Call) =>
      path.includes("/comments") && ++comments === 1 ? answer : undefined;
    const { code, outputs } = await runBuilt(fixture, "plan", opened);
    expect([code, outputs["comment-url"]]).toEqual([0, fixture.github.comments[0]!.html_url]);
  });
});
