// What the GitLab component does for a merge request and on the default branch, and where it refuses the
// programs of tests, in CI. component.test.ts has the other cases, each night.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createFakeGitLab, serveGitLab } from "../../fixtures/fake-gitlab.ts";
import { serveEmbedded } from "../../fixtures/served.ts";
import {
  answeringProgram,
  commitAll,
  git,
  gitLab,
  hello,
  jobsOf,
  makeRelease,
  mergeRequest,
  readJsonValue,
  repository,
  type Variables,
} from "./fixture.ts";

beforeAll(() => void makeRelease());

describe("the jobs of a pipeline", () => {
  it.each<[string, Variables, Variables, string[]]>([
    ["merge request", mergeRequest, {}, ["validate on_success", "plan on_success"]],
    [
      "merge request, test: true",
      mergeRequest,
      { test: "true" },
      ["validate on_success", "plan on_success", "test on_success"],
    ],
    [
      "merge request from a fork, started in this project, test: true",
      { ...mergeRequest, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9" },
      { test: "true" },
      ["validate on_success"],
    ],
  ])("%s", async (_what, variables, inputs, expected) => {
    expect(await jobsOf(variables, inputs)).toEqual(expected);
  });

  it("the jobs that test and validate get no ID token", async () => {
    const cwd = repository({
      api_key: "oidc",
      test: "true",
      base_url: "https://prompts.example.com",
    });
    const { output } = await gitLab(cwd, ["--preview"], mergeRequest);
    const jobs = parse(output.split("\n---\n")[1]!) as Record<string, { id_tokens?: object }>;
    const having = Object.keys(jobs).filter((name) => jobs[name]!.id_tokens !== undefined);
    expect(having.filter((name) => name.startsWith("promptctl-")).sort()).toEqual([
      "promptctl-apply",
      "promptctl-drift",
      "promptctl-plan",
      "promptctl-plan-apply",
    ]);
  });
});

describe("a merge request", () => {
  it("gets reports, counts and one note; each server gets its own key only", async () => {
    await using service = await serveEmbedded();
    const fake = createFakeGitLab();
    await using server = await serveGitLab(fake);
    const cwd = repository({ directory: "shop", base_url: service.baseUrl }, "shop");
    const variables = {
      ...mergeRequest,
      PROMPTCTL_API_KEY: "good",
      GITLAB_TOKEN: "glpat-right",
      CI_API_V4_URL: server.apiUrl,
    };
    const jobs = ["promptctl-validate", "promptctl-plan"];
    expect(await gitLab(cwd, jobs, variables)).toMatchObject({ code: 0 });
    expect(await gitLab(cwd, jobs, variables)).toMatchObject({ code: 0 });
    expect(readJsonValue(join(cwd, "promptctl-codequality.json"))).toBeInstanceOf(Array);
    expect(readFileSync(join(cwd, "promptctl-junit.xml"), "utf8")).toContain(
      'name="shop/prompts/triage.yaml"',
    );
    expect(readJsonValue(join(cwd, "promptctl-counts.json"))).toEqual({
      create: 7,
      update: 0,
      delete: 0,
    });
    expect(fake.notes.map(({ body }) => body)).toEqual([
      expect.stringContaining("### promptctl plan · `shop`\n\n**Plan: 7 to create.**"),
    ]);
    for (const { token, keys } of fake.requests) expect([token, keys]).toEqual(["glpat-right", ""]);
  });

  it.each<[string, Variables, Variables, number, string]>([
    ["run with allow_commands", { allow_commands: "true" }, {}, 0, "Running with your rights:"],
    [
      "run beside plan jobs with ID tokens, which this job does not get",
      { allow_commands: "true", api_key: "oidc", base_url: "https://prompts.example.com" },
      {},
      0,
      "Running with your rights:",
    ],
    [
      "are refused beside a key of the service",
      { allow_commands: "true" },
      { PROMPTCTL_API_KEY: "good" },
      4,
      "PROMPTCTL_API_KEY is set",
    ],
    [
      "are refused beside a key that jobs with ID tokens do not use",
      { allow_commands: "true", api_key: "oidc", base_url: "https://prompts.example.com" },
      { PROMPTCTL_API_KEY: "good" },
      4,
      "PROMPTCTL_API_KEY is set",
    ],
    ["do not run without it", {}, {}, 1, "needs --allow-commands"],
  ])("programs of tests %s", async (_what, inputs, more, code, expected) => {
    const cwd = repository({
      test: "true",
      test_on: code === 1 ? "provider" : "command",
      ...inputs,
    });
    writeFileSync(join(cwd, "promptctl.yaml"), "test: { command: [node, agent.mjs] }\n");
    git(cwd, "update-ref", "refs/remotes/origin/main", commitAll(cwd));
    const check = "    checks: [{ type: COMMAND, run: [node, check.mjs], name: price }]\n";
    writeFileSync(join(cwd, "prompts/hello.yaml"), `${hello("Say hello.")}${check}`);
    writeFileSync(join(cwd, "check.mjs"), answeringProgram("pass: true"));
    writeFileSync(join(cwd, "agent.mjs"), answeringProgram('text: "Hello", cost: 0'));
    commitAll(cwd);
    const variables = { ...mergeRequest, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", ...more };
    const { output } = await gitLab(cwd, ["promptctl-test"], variables);
    expect(output).toContain(expected);
    expect(output).toMatch(
      code === 0 ? /promptctl-test +finished in [^F]*$/m : new RegExp(`FAIL ${code}`),
    );
  });
});

it("the default branch applies the saved plan, or nothing if the service has changed since", async () => {
  await using service = await serveEmbedded();
  const cwd = repository();
  const variables = { PROMPTCTL_BASE_URL: service.baseUrl, PROMPTCTL_API_KEY: "good" };
  const other = repository();
  writeFileSync(join(other, "prompts/triage.md"), "Another text.\n");
  commitAll(other);
  for (const each of [cwd, other])
    expect(await gitLab(each, ["promptctl-plan-apply"], variables)).toMatchObject({ code: 0 });
  const applied = await gitLab(cwd, ["promptctl-apply"], variables);
  expect([applied.code, applied.output]).toEqual([
    0,
    expect.stringContaining("Applied. 7 requests"),
  ]);
  const { output } = await gitLab(other, ["promptctl-apply"], variables);
  expect(output).toMatch(/promptctl-apply +finished in .* FAIL 4/);
});
