// The concurrency groups of all workflows: which runs cancel or delay each other. GitHub compares the
// groups of all workflows of a repository.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { allWorkflows } from "./files.ts";
import { type Contexts, holds, interpolate } from "./expressions.ts";

interface Concurrency {
  readonly group: string;
  readonly "cancel-in-progress": boolean;
}

interface Job {
  readonly concurrency?: Concurrency;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly { readonly if?: string; readonly run?: string }[];
}

interface Workflow {
  readonly on: object;
  readonly concurrency?: Concurrency;
  readonly jobs: Readonly<Record<string, Job>>;
}

const parsed = new Map([...allWorkflows].map(([name, text]) => [name, parse(text) as Workflow]));

type Context = Readonly<Record<string, unknown>>;

const commit = (digit: string): string => digit.repeat(40);
const queued = (sha: string): Context => {
  const ref = `refs/heads/gh-readonly-queue/main/pr-7-${sha}`;
  return { sha, ref, event: { merge_group: { head_sha: sha, head_ref: ref } } };
};
const pull = (number: number, sha: string): Context => ({
  sha,
  ref: `refs/pull/${number}/merge`,
  event: { pull_request: { number }, number },
});
const pushed = (sha: string): Context => ({ sha, ref: "refs/heads/main", event: { after: sha } });
const onMain: Context = { sha: commit("9"), ref: "refs/heads/main", event: { inputs: {} } };

/** Two runs of each event that must not share a group, and two of one pull request that must. */
const events: Readonly<Record<string, readonly Context[]>> = {
  pull_request: [pull(7, commit("1")), pull(8, commit("2"))],
  merge_group: [queued(commit("3")), queued(commit("4"))],
  push: [pushed(commit("5")), pushed(commit("6"))],
  schedule: [onMain],
  workflow_dispatch: [onMain],
  pull_request_target: [pull(7, commit("9")), pull(8, commit("9"))],
};
const newerPush: Context = pull(7, commit("a"));

/** The concurrency of a workflow and its jobs, each with the values of its matrix. */
function concurrencies({ concurrency, jobs }: Workflow): [Concurrency, Context][] {
  const own: [Concurrency, Context][] = concurrency ? [[concurrency, {}]] : [];
  const ofJobs = Object.values(jobs).flatMap((job) => {
    const { concurrency: ofJob, strategy } = job;
    const [[name, values] = ["", [""]]] = Object.entries(strategy?.matrix ?? {});
    return ofJob ? values.map((value): [Concurrency, Context] => [ofJob, { [name]: value }]) : [];
  });
  return [...own, ...ofJobs];
}

const groupOf = ({ group }: Concurrency, github: Context, matrix: Context): string =>
  interpolate(group, { github, matrix, inputs: {} });

const isProposed = ({ on }: Workflow): boolean => "pull_request" in on;
const proposed = [...parsed].filter(([, workflow]) => isProposed(workflow));
const others = [...parsed].filter(([, workflow]) => !isProposed(workflow));

describe("a workflow of pull requests", () => {
  it("is each of these", () => {
    expect(proposed.map(([name]) => name).sort()).toEqual([
      ".github/workflows/action.yml",
      ".github/workflows/ci.yml",
      "examples/workflows/environments/pull-request.yml",
      "examples/workflows/pull-request.yml",
      "examples/workflows/test-agent.yml",
      "examples/workflows/test.yml",
      "the workflow plan of promptctl init",
      "the workflow plan of promptctl init with environments",
    ]);
  });

  it.each(proposed)("%s also runs for a merge queue", (_name, { on }) => {
    expect(on).toHaveProperty("merge_group", null);
  });

  it.each(proposed)("%s has one group for each pull request, entry and push", (_name, workflow) => {
    const [concurrency, ...more] = concurrencies(workflow).map(([each]) => each);
    expect([concurrency!["cancel-in-progress"], more]).toEqual([true, []]);
    const runs = Object.keys(workflow.on).flatMap((name) => events[name]!);
    const groups = runs.map((github) => groupOf(concurrency!, github, {}));
    expect(new Set(groups).size).toBe(runs.length);
    expect(groups.filter((group) => /(^|-)$/.test(group))).toEqual([]);
    expect(groupOf(concurrency!, newerPush, {})).toBe(
      groups[runs.indexOf(events["pull_request"]![0]!)],
    );
  });
});

describe("a workflow that applies, approves, compares or releases", () => {
  it("is each of these", () => {
    expect(others.map(([name]) => name).sort()).toEqual([
      ".github/workflows/nightly.yml",
      ".github/workflows/release.yml",
      "docs/action-security.md, workflow 1",
      "examples/workflows/apply-with-alerts.yml",
      "examples/workflows/apply.yml",
      "examples/workflows/drift.yml",
      "examples/workflows/environments/apply.yml",
      "examples/workflows/environments/drift.yml",
      "examples/workflows/test-fork.yml",
      "the workflow apply of promptctl init",
      "the workflow apply of promptctl init with environments",
    ]);
  });

  it.each(others)("%s does not run for a merge queue", (_name, { on }) => {
    expect(on).not.toHaveProperty("merge_group");
  });

  it.each(others)("%s has the same group in all runs", (_name, workflow) => {
    const runs = Object.keys(workflow.on).flatMap((name) => events[name]!);
    for (const [concurrency, matrix] of concurrencies(workflow)) {
      const groups = new Set(runs.map((github) => groupOf(concurrency, github, matrix)));
      expect([...groups]).toEqual([expect.stringMatching(/[a-z]$/)]);
    }
  });

  it("applies in a group of its own for each environment", () => {
    const applying = others.filter(([name]) => /apply/.test(name));
    for (const [, workflow] of applying) {
      const groups = concurrencies(workflow).map(([each, matrix]) => groupOf(each, {}, matrix));
      expect(new Set(groups).size).toBe(groups.length);
      expect(groups.length).toBe(
        Object.values(workflow.jobs).filter((job) => "environment" in job).length,
      );
    }
  });
});

describe("the workflow that tries the Action checks its plan", () => {
  const { steps } = parsed.get(".github/workflows/action.yml")!.jobs["example"]!;
  const conditions = steps.flatMap((step) => step.if ?? []);
  const repository = "acme/shop";
  const of = (name: string): object => ({
    pull_request: { number: 7, head: { repo: { full_name: name } } },
  });

  it.each<[string, Context, boolean]>([
    ["of a pull request", { event_name: "pull_request", event: of(repository) }, true],
    ["of an entry of a merge queue", { event_name: "merge_group", ...queued(commit("3")) }, true],
    ["not of a fork", { event_name: "pull_request", event: of("mallory/shop") }, false],
    [
      "not of Dependabot",
      { event_name: "pull_request", event: of(repository), actor: "dependabot[bot]" },
      false,
    ],
  ])("%s", (_what, context, expected) => {
    const github = { repository, actor: "octocat", ...context };
    expect(conditions.map((each) => holds(each, { github } as Contexts))).toEqual([
      expected,
      expected,
    ]);
  });
});
