// Where --allow-commands is refused. Nothing starts there: the program would leave a file.
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  dispatch,
  headSha,
  pullRequest,
  push,
  queueEntry,
  schedule,
  workflowRun,
} from "../../github/events.ts";
import type { GitHubEvent } from "../../github/run-step.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { type CliResult, runCli } from "../fake-host.ts";

/** A program that leaves a file, and answers each line. */
const answering = (answer: string): string =>
  `: > started; exec sed -u 's/.*"id":"\\([^"]*\\)".*/{"id":"\\1",${answer}}/'\n`;

const files = {
  "promptctl.yaml": "definitions: prompts\ntest: { command: [sh, agent.sh] }\n",
  "prompts/shop.yaml": `kind: prompt
name: Shop
parameters: { provider: ANTHROPIC, name: claude-test }
messages: [{ role: user, content: What does it cost? }]
evaluations:
  - name: price
    checks: [{ type: COMMAND, run: [sh, check.sh], name: price }]
`,
  "check.sh": answering('"pass":true'),
  "agent.sh": answering('"text":"$5"'),
  "replies.yaml": '- { evaluation: "*", text: $5 }\n',
};

type Variables = Readonly<Record<string, string | undefined>>;

const flags = "--replies replies.yaml";

/** Runs the tests with allowed commands. */
function runAllowed(folder: TestRepository, env: Variables, more = flags): Promise<CliResult> {
  const words = ["test", "--base", "none", "--allow-commands", ...more.split(" ")];
  return runCli(words, { cwd: folder.path, env: { ...gitEnv, NO_COLOR: "1", ...env } });
}

const hasStarted = (folder: TestRepository): boolean => folder.paths().includes("started");

const headOf = (folder: TestRepository): string => folder.git(["rev-parse", "HEAD"]);

/** The variables of GitHub's runner. */
function gitHub(folder: TestRepository, { name, sha, payload, actor, ref }: GitHubEvent) {
  const path = folder.at(".git/event.json");
  writeFileSync(path, JSON.stringify(payload).replaceAll(headSha, headOf(folder)));
  return {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: path,
    GITHUB_SHA: sha === "HEAD" ? headOf(folder) : sha,
    GITHUB_REF: ref,
    GITHUB_REPOSITORY: "acme/shop",
    GITHUB_ACTOR: actor ?? "octocat",
  };
}

/** For the commit of the checkout. */
const atHead = (event: GitHubEvent): GitHubEvent => ({ ...event, sha: "HEAD" });

/** The message of a refusal. */
const refusalOf = (reason: string): unknown =>
  expect.stringMatching(new RegExp(`^Refused: --allow-commands is not permitted here: ${reason}`));

const comment: GitHubEvent = {
  ...dispatch,
  name: "issue_comment",
  payload: { issue: { number: 7, pull_request: {} } },
};

describe("on GitHub, commands run for", () => {
  it.each<[string, GitHubEvent]>([
    ["a pull request, at its merge commit", atHead(pullRequest())],
    ["a pull request, at its head commit", pullRequest()],
    ["a review of a pull request", atHead(pullRequest({ name: "pull_request_review" }))],
    ["pull_request_target of the repository", pullRequest({ name: "pull_request_target" })],
    ["an entry of the merge queue", atHead(queueEntry("", ""))],
    ["a push", atHead(push)],
    ["a schedule", atHead(schedule)],
    ["a start by hand", atHead(dispatch)],
    ["a workflow_run of the repository", atHead(workflowRun("acme/shop"))],
    ["a comment on an issue", atHead({ ...comment, payload: { issue: { number: 7 } } })],
  ])("%s", async (_what, event) => {
    await using folder = repositoryOf(files);
    const { code, err } = await runAllowed(folder, gitHub(folder, event));
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(hasStarted(folder)).toBe(true);
  });
});

describe("on GitHub, commands are refused for", () => {
  const fork = { head: "mallory/shop" };
  const deleted = { head: null };
  const other = String.raw`the checkout is the commit [0-9a-f]{7,12}, and this run is for [0-9a-f]{7,12}\.`;

  it.each<[string, GitHubEvent, string]>([
    ["a pull request of a fork", pullRequest(fork), "the pull request is from a fork"],
    ["one of a deleted fork", pullRequest(deleted), "the pull request is from a fork"],
    [
      "a review of one of a fork",
      pullRequest({ ...fork, name: "pull_request_review" }),
      "the pull request is from a fork",
    ],
    [
      "a pull request of Dependabot",
      pullRequest({ author: "dependabot[bot]" }),
      "the pull request is from Dependabot",
    ],
    [
      "a pull request that cannot be read",
      { ...pullRequest(), payload: null },
      "the pull request is from an unknown repository",
    ],
    [
      "pull_request_target of a fork",
      pullRequest({ ...fork, name: "pull_request_target" }),
      String.raw`the pull request \(pull_request_target\) is from a fork`,
    ],
    [
      "a workflow_run of a fork",
      workflowRun("mallory/shop"),
      String.raw`the run that triggered this one \(workflow_run\) is from a fork`,
    ],
    ["a comment on a pull request", comment, "the event issue_comment does not identify"],
    ["a push that cannot be read", { ...push, payload: null }, "the event file"],
  ])("%s", async (_what, event, reason) => {
    await using folder = repositoryOf(files);
    for (const line of [flags, "--on command"]) {
      const { code, out, err } = await runAllowed(folder, gitHub(folder, atHead(event)), line);
      expect([code, out, err]).toEqual([4, "", refusalOf(reason)]);
      expect(hasStarted(folder)).toBe(false);
    }
  });

  it.each<[string, GitHubEvent]>([
    ["a start by hand", dispatch],
    ["a push", push],
    ["an entry of the merge queue", queueEntry("a".repeat(40), "b".repeat(40))],
    ["a pull request", pullRequest()],
  ])("another commit than that of %s", async (_what, event) => {
    await using folder = repositoryOf(files);
    const env = gitHub(folder, event);
    folder.commit({ "of-a-fork.txt": "" });
    const { code, out, err } = await runAllowed(folder, env);
    expect([code, out, err]).toEqual([4, "", refusalOf(other)]);
    expect(hasStarted(folder)).toBe(false);
  });

  it("a checkout without a commit, and a run without one", async () => {
    await using folder = repositoryOf(files);
    const env = gitHub(folder, push);
    const without = await runAllowed(folder, { ...env, GITHUB_SHA: undefined });
    expect([without.code, without.err]).toEqual([
      4,
      refusalOf("the checkout is the commit .*, and this run is for an unknown commit"),
    ]);
    await using plain = folderOf(files);
    const { code, err } = await runAllowed(
      { ...folder, ...plain },
      { ...env, GITHUB_EVENT_PATH: folder.at(".git/event.json") },
    );
    expect([code, err]).toEqual([4, refusalOf("the commit of the checkout is unknown")]);
    expect(plain.paths()).not.toContain("started");
  });

  it("an event although CI is false", async () => {
    await using folder = repositoryOf(files);
    const env = gitHub(folder, atHead(pullRequest(fork)));
    expect((await runAllowed(folder, { ...env, CI: "false" })).code).toBe(4);
  });
});

describe("on GitLab", () => {
  const pipeline = { CI: "true", GITLAB_CI: "true", CI_PROJECT_ID: "3" };
  const mergeRequest = {
    ...pipeline,
    CI_PIPELINE_SOURCE: "merge_request_event",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "3",
  };

  it.each<[string, Variables]>([
    ["a merge request", mergeRequest],
    ["a push", { ...pipeline, CI_PIPELINE_SOURCE: "push" }],
  ])("commands run for %s", async (_what, env) => {
    await using folder = repositoryOf(files);
    const { code } = await runAllowed(folder, { ...env, CI_COMMIT_SHA: headOf(folder) });
    expect([code, hasStarted(folder)]).toEqual([0, true]);
  });

  const fork = "the merge request is from a fork";

  it.each<[string, Variables, string]>([
    ["of a fork", { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" }, fork],
    ["of a deleted fork", { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: undefined }, fork],
    [
      "of a fork, in a child pipeline",
      { CI_PIPELINE_SOURCE: "parent_pipeline", CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" },
      fork,
    ],
    ["at another commit", { CI_COMMIT_SHA: "a".repeat(40) }, "the checkout is the commit"],
    ["without a commit", { CI_COMMIT_SHA: undefined }, "the checkout is the commit"],
  ])("they are refused for a merge request %s", async (_what, more, reason) => {
    await using folder = repositoryOf(files);
    const env = { ...mergeRequest, CI_COMMIT_SHA: headOf(folder), ...more };
    const { code, out, err } = await runAllowed(folder, env);
    expect([code, out, err]).toEqual([4, "", refusalOf(reason)]);
    expect(hasStarted(folder)).toBe(false);
  });
});

describe("beside a key of the service", () => {
  const key = "key-SECRET-42-of-the-service";
  const gitLab = { GITLAB_CI: "true", CI_PROJECT_ID: "3", CI_PIPELINE_SOURCE: "push" };

  it.each<[string, (folder: TestRepository) => Variables]>([
    ["on GitHub", (folder) => gitHub(folder, atHead(push))],
    ["on GitLab", (folder) => ({ ...gitLab, CI_COMMIT_SHA: headOf(folder) })],
    ["in another CI system", () => ({ CI: "1" })],
  ])("commands are refused %s", async (_where, variables) => {
    await using folder = repositoryOf(files);
    for (const name of ["PROMPTCTL_API_KEY", "PROMPTCTL_API_KEY_STAGING"]) {
      const ran = await runAllowed(folder, { ...variables(folder), [name]: key });
      expect([ran.code, ran.out, hasStarted(folder)]).toEqual([4, "", false]);
      expect(ran.err).toBe(
        `Refused: --allow-commands is not permitted here: ${name} is set, and programs could read the key of the service.\n  Make this test a job of its own, without that key.\n`,
      );
    }
    const ran = await runAllowed(folder, { ...variables(folder), PROMPTCTL_API_KEY: " " });
    expect([ran.code, hasStarted(folder)]).toEqual([0, true]);
  });

  it("they run outside of CI", async () => {
    await using folder = repositoryOf(files);
    const ran = await runAllowed(folder, { PROMPTCTL_API_KEY: key });
    expect([ran.code, hasStarted(folder)]).toEqual([0, true]);
  });
});

it("without the flag nothing starts, and nothing is refused", async () => {
  await using folder = repositoryOf(files);
  const env = { ...gitEnv, ...gitHub(folder, pullRequest({ head: "mallory/shop" })) };
  const { code, err } = await runCli(["test", "--base", "none", ...flags.split(" ")], {
    cwd: folder.path,
    env,
  });
  expect([code, hasStarted(folder)]).toEqual([1, false]);
  expect(err).toContain("needs --allow-commands");
});
