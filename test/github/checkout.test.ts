// Apply on checkouts of other commits than that of the event, and with the input
// ref.
import { mkdirSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { closedByMerge, dispatch } from "./events.ts";
import { createMergeFixture, type MergeFixture } from "./merge-fixture.ts";
import type { GitHubEvent, StepResult } from "./run-step.ts";

type Inputs = Readonly<Record<string, string>>;

const apply = (
  fixture: MergeFixture,
  event: GitHubEvent,
  inputs: Inputs = {},
): Promise<StepResult> => fixture.run("apply", event, { with: inputs });

const errorOf = ({ commands }: StepResult): string =>
  commands.find(({ name }) => name === "error")?.data ?? "";

/** A branch with a commit that is not merged, and the merge of it into main. */
function branch(fixture: MergeFixture): { readonly change: string; readonly testMerge: string } {
  const { git, merge } = fixture;
  git("checkout", "-q", "-b", "change");
  fixture.folder.write(
    "checkout/prompts/more.yaml",
    "kind: tool\nname: more\ndescription: More.\nparameters: {}\n",
  );
  git("add", "-A");
  git("commit", "-q", "-m", "change");
  const change = git("rev-parse", "HEAD");
  git("checkout", "-q", "--detach", merge);
  git("merge", "-q", "--no-ff", "-m", "merge", "change");
  const testMerge = git("rev-parse", "HEAD");
  git("checkout", "-q", "--detach", merge);
  return { change, testMerge };
}

describe("apply with a checkout of", () => {
  const on = (event: GitHubEvent, sha: string): GitHubEvent => ({ ...event, sha });

  it.each<[string, (fixture: MergeFixture) => [head: string, event: GitHubEvent], boolean]>([
    ["the commit of the event", ({ merge, push }) => [merge, push], true],
    ["the commit of a merged pull request", ({ merge }) => [merge, on(closedByMerge, merge)], true],
    [
      "the commit that merged the pull request",
      ({ merge }) => {
        const { pull_request: pull, ...others } = closedByMerge.payload as { pull_request: object };
        const payload = { ...others, pull_request: { ...pull, merge_commit_sha: merge } };
        return [merge, { ...closedByMerge, payload }];
      },
      true,
    ],
    ["a branch that is not merged", (fixture) => [branch(fixture).change, fixture.push], false],
    ["its merge into main", (fixture) => [branch(fixture).testMerge, fixture.push], false],
    ["another commit of main", ({ newest, push }) => [newest, push], false],
    [
      "the branch of a deployment, whose event names another commit",
      (fixture) => [branch(fixture).change, { ...fixture.push, name: "deployment" }],
      false,
    ],
  ])("%s", async (_what, prepare, isApplied) => {
    await using fixture = await createMergeFixture("another file");
    const [head, event] = prepare(fixture);
    fixture.github.heads.set("main", event.sha);
    fixture.git("checkout", "-q", "--detach", head);
    const ran = await apply(fixture, event);
    expect([ran.code, fixture.service.calls.length > 0]).toEqual([isApplied ? 0 : 4, isApplied]);
    if (isApplied) return;
    expect(errorOf(ran)).toBe(
      `Not applied: the checkout is the commit ${head.slice(0, 7)}, and this run is for ${event.sha.slice(0, 7)}.
Remove ref: from actions/checkout. To apply an earlier commit, use the input ref of this step.`,
    );
  });

  it("files without a repository fails", async () => {
    await using fixture = await createMergeFixture("another file");
    rmSync(fixture.folder.at("checkout/.git"), { recursive: true });
    mkdirSync(fixture.folder.at("checkout/.git"));
    const { code } = await apply(fixture, fixture.push);
    expect([code === 0, fixture.service.calls]).toEqual([false, []]);
  });

  it("another commit with allow-unmerged applies it", async () => {
    await using fixture = await createMergeFixture("another file");
    fixture.git("checkout", "-q", "--detach", branch(fixture).change);
    const ran = await apply(
      fixture,
      { ...fixture.push, name: "deployment" },
      { "allow-unmerged": "true" },
    );
    expect([ran.code, ran.counts?.create]).toEqual([0, 10]);
  });
});

describe("the input ref", () => {
  const greeting = async ({ service }: MergeFixture): Promise<string> =>
    JSON.stringify(await service.send("GET", "prompts"));

  it("goes back to an earlier commit, from the checkout of the newest", async () => {
    await using fixture = await createMergeFixture("a definition");
    const { git, newest, merge } = fixture;
    git("checkout", "-q", "--detach", newest);
    const event = { ...dispatch, sha: newest };
    expect((await apply(fixture, event)).code).toBe(0);
    expect(await greeting(fixture)).toContain("Good morning");
    const ran = await apply(fixture, event, { ref: merge });
    expect([ran.code, ran.counts?.update]).toEqual([0, 1]);
    expect(await greeting(fixture)).not.toContain("Good morning");
    expect(ran.summary).toContain(`The definitions are those of ${merge.slice(0, 7)}`);
    expect(fixture.github.comments).toEqual([]);
  });

  it.each<[string, (fixture: MergeFixture) => string, number, string]>([
    ["a branch that is not merged", () => "change", 4, '"change" is not merged into the commit'],
    ["no commit", () => "v9", 64, 'git has no commit "v9".'],
  ])("refuses %s", async (_what, refOf, code, message) => {
    await using fixture = await createMergeFixture("another file");
    branch(fixture);
    const ran = await apply(fixture, { ...dispatch, sha: fixture.merge }, { ref: refOf(fixture) });
    expect([ran.code, fixture.service.calls]).toEqual([code, []]);
    expect(errorOf(ran)).toContain(message);
  });

  it("is refused for other commands", async () => {
    await using fixture = await createMergeFixture("another file");
    const inputs = { ref: fixture.merge };
    const { code, commands } = await fixture.run("drift", dispatch, { with: inputs });
    expect([code, commands.at(-1)!.data]).toEqual([
      64,
      expect.stringContaining("The input ref is set: expected command: plan or command: apply."),
    ]);
  });
});
