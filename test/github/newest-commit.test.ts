// Apply of a merge after which main got a newer commit.
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer } from "./fake-github.ts";
import { merged } from "./events.ts";
import type { RunOptions } from "./fixture.ts";
import { createMergeFixture, type MergeFixture, type newerFiles } from "./merge-fixture.ts";
import type { StepResult } from "./run-step.ts";

const apply = (fixture: MergeFixture, options: RunOptions = {}): Promise<StepResult> =>
  fixture.run("apply", fixture.push, options);

/** The exit code and whether the service was changed. */
const outcome = ({ code }: StepResult, { service }: MergeFixture): [number, boolean] => [
  code,
  service.writes().length > 0,
];

const errorOf = ({ commands }: StepResult): string =>
  commands.find(({ name }) => name === "error")?.data ?? "";

const run = { event: "push", status: "completed", conclusion: "success" };
const byHand = { ...run, event: "workflow_dispatch" };

describe("a merge with a newer commit on main", () => {
  it.each<[string, object]>([
    ["is running", { ...run, status: "in_progress", conclusion: null }],
    ["waits for an approval", { ...run, status: "waiting", conclusion: null }],
    ["has applied it", run],
  ])("is not applied if the run of that commit %s", async (_state, state) => {
    await using fixture = await createMergeFixture("a definition");
    fixture.github.pulls.set(fixture.merge, [merged]);
    fixture.github.runs = [{ ...state, head_sha: fixture.newest }];
    const ran = await apply(fixture);
    expect(outcome(ran, fixture)).toEqual([0, false]);
    expect(ran.commands.at(-1)).toMatchObject({
      name: "notice",
      data: "Not applied: main has a newer commit, and its run applies it.",
    });
    for (const text of [ran.summary, fixture.github.comments[0]!.body])
      expect(text).toContain("**Nothing was applied:** the branch has a newer commit");
  });

  it.each<[string, object | undefined]>([
    ["has no run", undefined],
    ["has a run that was cancelled", { ...run, conclusion: "cancelled" }],
    ["has a run that failed", { ...run, conclusion: "failure" }],
    ["has only a run of a pull request", { ...run, event: "pull_request" }],
    ["has only a run started by hand, which can apply an earlier commit", byHand],
  ])("fails if that commit has other definitions and %s", async (_state, state) => {
    await using fixture = await createMergeFixture("a definition");
    fixture.github.runs = state ? [{ ...state, head_sha: fixture.newest }] : [];
    const ran = await apply(fixture);
    expect(outcome(ran, fixture)).toEqual([4, false]);
    expect(errorOf(ran)).toBe(
      `Not applied: main has the newer commit ${fixture.newest.slice(0, 7)}, and no run of this workflow for its push applies it.
The newer commit changes files of the project.
Run this workflow for the newest commit: re-run its run, start the workflow on main, or push a commit.`,
    );
  });

  it.each<[keyof typeof newerFiles, number, directory?: string]>([
    ["another file", 0],
    ["a definition", 4],
    ["a new definition", 4],
    ["the configuration", 4],
    ["an included file", 4],
    ["the target of a link", 4],
    ["a definition in a folder", 4, "app"],
    ["a file beside a project in a folder", 0, "app"],
  ])("without a run, that changes %s: exit code %i", async (files, code, directory = ".") => {
    await using fixture = await createMergeFixture(files);
    fixture.github.runs = [];
    const ran = await apply(fixture, { with: { directory } });
    expect(outcome(ran, fixture)).toEqual([code, code === 0]);
  });

  it("fails without the permission to list runs, and names it", async () => {
    await using fixture = await createMergeFixture("a definition");
    const ran = await apply(fixture);
    expect(outcome(ran, fixture)).toEqual([4, false]);
    expect(errorOf(ran)).toContain("it is not known whether a run of this workflow applies it");
    expect(errorOf(ran)).toContain("Give the job the permission actions: read.");
  });

  it("is applied without that permission if the files of the project are the same: built", async () => {
    await using fixture = await createMergeFixture("another file");
    expect(outcome(await apply(fixture, { step: { built: true } }), fixture)).toEqual([0, true]);
  });

  it("fails if the clone does not have the newer commit", async () => {
    await using fixture = await createMergeFixture("another file", "without");
    fixture.github.runs = [];
    const ran = await apply(fixture);
    expect(outcome(ran, fixture)).toEqual([4, false]);
    expect(errorOf(ran)).toContain("The clone does not have it: use fetch-depth: 0");
  });
});

describe("a merge that a forced push has removed from main", () => {
  /** The newest commit of main does not contain that of the run. */
  async function createPushedAway(newer: keyof typeof newerFiles): Promise<MergeFixture> {
    const fixture = await createMergeFixture(newer);
    const newest = fixture.git("commit-tree", `${fixture.newest}^{tree}`, "-m", "again");
    fixture.git("update-ref", "refs/remotes/origin/main", newest);
    fixture.github.heads.set("main", newest);
    fixture.github.pulls.set(fixture.merge, [merged]);
    return { ...fixture, newest, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
  }

  it("is not applied if the run of the newest commit applies it", async () => {
    await using fixture = await createPushedAway("a definition");
    fixture.github.runs = [{ ...run, head_sha: fixture.newest }];
    const ran = await apply(fixture);
    expect(outcome(ran, fixture)).toEqual([0, false]);
    expect(ran.commands.at(-1)!.data).toBe(
      "Not applied: this commit is no longer on main, and the run of the newest one applies it.",
    );
    for (const text of [ran.summary, fixture.github.comments[0]!.body])
      expect(text).toContain("**Nothing was applied:** this commit is no longer on the branch");
  });

  it("fails if the newest commit has other definitions and no run", async () => {
    await using fixture = await createPushedAway("a definition");
    fixture.github.runs = [];
    const ran = await apply(fixture);
    expect(outcome(ran, fixture)).toEqual([4, false]);
    expect(errorOf(ran)).toBe(
      `Not applied: the commit ${fixture.merge.slice(0, 7)} is no longer on main. The newest one is ${fixture.newest.slice(0, 7)}, and no run of this workflow for its push applies it.
The newest commit changes files of the project.
Run this workflow for the newest commit: re-run its run, start the workflow on main, or push a commit.`,
    );
  });

  it("is applied if the newest commit has the same files of the project", async () => {
    await using fixture = await createPushedAway("another file");
    fixture.github.runs = [];
    const ran = await apply(fixture);
    expect(outcome(ran, fixture)).toEqual([0, true]);
    expect(ran.summary).toContain("This commit is no longer on the branch.");
  });

  it("is not called so in a shallow clone, which cannot tell", async () => {
    await using fixture = await createPushedAway("a definition");
    writeFileSync(fixture.folder.at("checkout/.git/shallow"), `${fixture.newest}\n`);
    fixture.github.runs = [];
    expect(errorOf(await apply(fixture))).toContain("Not applied: main has the newer commit");
  });
});

describe("if GitHub does not return the newest commit", () => {
  const rateLimit: Answer = {
    status: 403,
    headers: { "retry-after": "3600" },
    body: { message: "API rate limit exceeded" },
  };
  const noToken: RunOptions = { with: { "github-token": "" } };
  const reasons: readonly [string, Answer | undefined, RunOptions, string][] = [
    ["a rate limit", rateLimit, {}, "rate limit exceeded, try again in 60 minutes"],
    ["an empty token", undefined, noToken, "The input github-token is empty."],
    ["a missing permission", { status: 403, body: {} }, {}, "contents: read"],
    ["a missing branch", { status: 404, body: {} }, {}, "contents: read"],
  ];

  it.each(reasons)("%s: a newer commit of the clone counts", async (_what, no, options) => {
    for (const [files, expected] of [
      ["a definition", [4, false]],
      ["another file", [0, true]],
    ] as const) {
      await using fixture = await createMergeFixture(files);
      fixture.github.instead = () => no;
      const ran = await apply(fixture, options);
      expect(outcome(ran, fixture)).toEqual(expected);
      if (files === "a definition")
        expect(errorOf(ran)).toContain(`the newer commit ${fixture.newest.slice(0, 7)}`);
    }
  });

  it.each(reasons)("%s: without one, the run fails", async (_what, no, options, reason) => {
    await using fixture = await createMergeFixture("a definition", "reset");
    fixture.github.instead = () => no;
    const ran = await apply(fixture, options);
    expect(outcome(ran, fixture)).toEqual([4, false]);
    expect(errorOf(ran)).toContain("Not applied: cannot check whether main has a newer commit.");
    expect(errorOf(ran)).toContain(reason);
  });
});
