// The run that applies a superseded merge writes that into its pull request.
import { describe, expect, it } from "vitest";
import { greeter, triage } from "../cli/project.ts";
import { merged, mergeSha, pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture, type RunOptions } from "./fixture.ts";

const [shaA, shaB] = ["a7".repeat(20), "b8".repeat(20)];

/** Adds a merged pull request. */
function merge(fixture: ActionFixture, number: number, sha: string): void {
  const merged_at = `2026-01-0${number}T00:00:00Z`;
  fixture.github.pulls.set(sha, [{ ...merged, number, merged_at, merge_commit_sha: sha }]);
  fixture.github.heads.set("main", sha);
}

const apply = (fixture: ActionFixture, sha: string, run: string, more: RunOptions = {}) =>
  fixture.run(
    "apply",
    { ...push, sha },
    {
      ...more,
      env: { GITHUB_RUN_ID: run },
    },
  );

/** The comments of apply on a pull request. */
const applyComments = ({ github }: ActionFixture, number: number): string[] =>
  github.comments
    .filter(({ at, body }) => at === number && body.includes("### promptctl apply"))
    .map(({ body }) => body);

/** A first merge that was applied; then #7 changes the greeter and #8 another prompt. */
async function createTwoMerges(more: RunOptions = {}): Promise<ActionFixture> {
  const fixture = await createFixture();
  merge(fixture, 6, mergeSha);
  await apply(fixture, mergeSha, "60", more);
  fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Good morning"));
  await fixture.run("plan", pullRequest({ number: 7 }), more);
  merge(fixture, 7, shaA);
  return fixture;
}

/** Merges #8, whose run is the newest. */
function mergeNext(fixture: ActionFixture): void {
  const changed = triage.replace("I want my money back", "Refund me");
  fixture.folder.write("checkout/prompts/triage.yaml", changed);
  merge(fixture, 8, shaB);
  fixture.github.runs = [{ head_sha: shaB, event: "push", status: "queued" }];
}

const carried = `**Applied.** The run of a newer commit applied this merge.

For commit \`${shaB.slice(0, 10)}\` · [run 80](https://github.com/acme/shop/actions/runs/80)
`;

describe("the run of a newer merge writes into the pull request of a merge", () => {
  it.each<[string, (fixture: ActionFixture) => Promise<unknown> | void, string]>([
    [
      "that it superseded",
      (fixture) => apply(fixture, shaA, "70"),
      "run 70](https://github.com/acme/shop/actions/runs/70), attempt 1: nothing was applied: the branch had a newer commit",
    ],
    [
      "whose run failed",
      async (fixture) => {
        fixture.refuse = ({ method }) => method === "PUT";
        fixture.github.heads.set("main", shaA);
        await apply(fixture, shaA, "70");
        fixture.github.heads.set("main", shaB);
        fixture.refuse = () => false;
      },
      "run 70](https://github.com/acme/shop/actions/runs/70), attempt 1: apply incomplete",
    ],
    ["whose run was cancelled before it planned", () => {}, ""],
  ])("%s", async (_what, runOfMerge, record) => {
    await using fixture = await createTwoMerges();
    mergeNext(fixture);
    await runOfMerge(fixture);
    const { code } = await apply(fixture, shaB, "80");
    expect([code, applyComments(fixture, 8).length]).toEqual([0, 1]);
    const [comment, ...others] = applyComments(fixture, 7);
    expect(others).toEqual([]);
    expect(comment).toContain(`### promptctl apply\n\n${carried}`);
    expect(comment).toContain(record);
  });

  it("also if the newer commit has no pull request", async () => {
    await using fixture = await createTwoMerges();
    mergeNext(fixture);
    await apply(fixture, shaA, "70");
    fixture.github.pulls.delete(shaB);
    await apply(fixture, shaB, "80");
    expect(applyComments(fixture, 7)[0]).toContain(carried);
  });

  it("once, and not into those of merges before one that was applied", async () => {
    await using fixture = await createTwoMerges();
    mergeNext(fixture);
    await apply(fixture, shaA, "70");
    await apply(fixture, shaB, "80");
    const before = [5, 6, 7].map((number) => applyComments(fixture, number));
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    const shaC = "c9".repeat(20);
    merge(fixture, 9, shaC);
    await apply(fixture, shaC, "90");
    expect([5, 6, 7].map((number) => applyComments(fixture, number))).toEqual(before);
  });
});

describe("no run writes into the pull request of a merge", () => {
  it.each<[string, (fixture: ActionFixture) => void, RunOptions]>([
    [
      "whose changes it did not apply",
      ({ folder }) => folder.write("checkout/prompts/greeter.yaml", greeter),
      {},
    ],
    ["with comment: never", () => {}, { with: { comment: "never" } }],
    [
      "if the apply is incomplete",
      (fixture) => (fixture.refuse = ({ method }) => method === "PUT"),
      {},
    ],
  ])("%s", async (_what, change, options) => {
    await using fixture = await createTwoMerges();
    mergeNext(fixture);
    change(fixture);
    await apply(fixture, shaB, "80", options);
    expect(applyComments(fixture, 7)).toEqual([]);
  });

  it("and the comments of a merge are listed once", async () => {
    await using fixture = await createTwoMerges();
    mergeNext(fixture);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    await fixture.run("plan", pullRequest({ number: 8 }));
    const { calls } = fixture.github;
    const before = calls.length;
    await apply(fixture, shaB, "80");
    const listings = calls
      .slice(before)
      .filter(({ method, path }) => method === "GET" && /\/issues\/7\/comments\b/.test(path));
    expect(listings).toHaveLength(1);
  });
});
