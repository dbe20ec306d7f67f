// A reviewed plan is used up by the apply that applied it: reviewed-plan: require permits it once.
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import { closedByMerge, dispatch, merged, mergeSha, pullRequest, push } from "./events.ts";
import { type ActionFixture, createFixture, type RunOptions } from "./fixture.ts";
import type { StepResult } from "./run-step.ts";

const greeting = (word: string): string => greeter.replace("Hello", word);

/** The files of main have this greeting. */
const write = ({ folder }: ActionFixture, word: string): void =>
  folder.write("checkout/prompts/greeter.yaml", greeting(word));

/** Plans a greeting on a pull request. */
async function propose(fixture: ActionFixture, number: number, word: string): Promise<void> {
  write(fixture, word);
  await fixture.run("plan", pullRequest({ number }));
}

/** Merges a pull request; its merge is the newest commit of main. */
function merge({ github }: ActionFixture, number: number): void {
  const pull = { ...merged, number, merged_at: `2026-01-${number}T00:00:00Z` };
  github.pulls.set(String(number).padStart(40, "0"), [pull]);
  github.pulls.set(mergeSha, [pull]);
}

async function proposeAndMerge(
  fixture: ActionFixture,
  number: number,
  word: string,
): Promise<void> {
  await propose(fixture, number, word);
  merge(fixture, number);
}

/** Applies what is merged. `run`: `<run id>.<attempt>`. */
function apply(
  fixture: ActionFixture,
  run: string,
  { with: inputs, ...more }: RunOptions & { event?: typeof push } = {},
): Promise<StepResult> {
  const [id = "", attempt = ""] = run.split(".");
  return fixture.run("apply", more.event ?? push, {
    ...more,
    with: { "reviewed-plan": "require", ...inputs },
    env: { GITHUB_RUN_ID: id, GITHUB_RUN_ATTEMPT: attempt, ...more.env },
  });
}

/** Gives the service a greeting, as somebody in a terminal. The files stay. */
async function setOnService(fixture: ActionFixture, word: string): Promise<void> {
  const text = fixture.folder.read("checkout/prompts/greeter.yaml");
  write(fixture, word);
  await fixture.run("apply", dispatch, { with: { "reviewed-plan": "off", comment: "never" } });
  fixture.folder.write("checkout/prompts/greeter.yaml", text);
}

const errorOf = ({ commands }: StepResult): string | undefined =>
  commands.find(({ name }) => name === "error")?.data;

/** The service has `Hello`; #12 changes it to `Hi` and is merged. */
async function createReviewed(): Promise<ActionFixture> {
  const fixture = await createFixture();
  await setOnService(fixture, "Hello");
  await proposeAndMerge(fixture, 12, "Hi");
  return fixture;
}

const refusal = `The plan differs from the reviewed plan: the service or the definitions have changed since. Not reviewed: changes of 1 of 1 resource.
Changes made by #12, set back since: an apply has used up their review. A pull request planned now contains them.`;

describe("a reviewed plan that a run has applied is refused", () => {
  it.each<[string, (fixture: ActionFixture) => Promise<unknown>]>([
    [
      "when its job is run again after the change was set back on the service",
      (fixture) => setOnService(fixture, "Hello"),
    ],
    [
      "when its change is pushed without a pull request, after another one reverted it",
      async (fixture) => {
        await proposeAndMerge(fixture, 13, "Hello");
        expect((await apply(fixture, "130.1")).code).toBe(0);
        write(fixture, "Hi");
        fixture.github.pulls.delete(mergeSha);
      },
    ],
    [
      "when a pull request that changes something else is merged",
      async (fixture) => {
        await setOnService(fixture, "Hello");
        merge(fixture, 14);
      },
    ],
    [
      "after more failed attempts than a comment has records",
      async (fixture) => {
        await setOnService(fixture, "Hello");
        for (let attempt = 2; attempt < 24; attempt++)
          expect((await apply(fixture, `120.${attempt}`)).code).toBe(4);
      },
    ],
    [
      "if the record is in a duplicate of the comment",
      async (fixture) => {
        await setOnService(fixture, "Hello");
        const { comments } = fixture.github;
        const record = comments.find(({ body }) => body.includes("runs=120.1:applied"))!;
        comments.unshift({
          ...record,
          id: 1,
          body: record.body.replace("120.1:applied", "119.1:incomplete"),
        });
        await apply(fixture, "121.1");
        expect(comments.filter(({ body }) => body.includes(" runs="))).toHaveLength(1);
      },
    ],
  ])("%s", async (_what, change) => {
    await using fixture = await createReviewed();
    expect((await apply(fixture, "120.1")).code).toBe(0);
    await change(fixture);
    const before = fixture.service.writes().length;
    const again = await apply(fixture, "150.1");
    expect([again.code, fixture.service.writes().length]).toEqual([4, before]);
    expect(errorOf(again)).toContain(refusal);
  });

  it("on the event of the merged pull request too", async () => {
    await using fixture = await createReviewed();
    expect((await apply(fixture, "120.1", { event: closedByMergeOf(12) })).code).toBe(0);
    await setOnService(fixture, "Hello");
    const again = await apply(fixture, "120.2", { event: closedByMergeOf(12) });
    expect([again.code, errorOf(again)]).toEqual([4, expect.stringContaining(refusal)]);
  });

  it("with comment-detail: names, where only the whole plan is compared", async () => {
    await using fixture = await createFixture();
    await setOnService(fixture, "Hello");
    const names = { with: { "comment-detail": "names" } };
    write(fixture, "Hi");
    await fixture.run("plan", pullRequest({ number: 12 }), names);
    merge(fixture, 12);
    expect((await apply(fixture, "120.1", names)).code).toBe(0);
    await setOnService(fixture, "Hello");
    const again = await apply(fixture, "120.2", names);
    expect([again.code, errorOf(again)]).toEqual([4, expect.stringContaining("made by #12, set")]);
  });

  it("also if the run of a newer merge applied it", async () => {
    await using fixture = await createReviewed();
    merge(fixture, 13);
    expect((await apply(fixture, "130.1")).code).toBe(0);
    await setOnService(fixture, "Hello");
    merge(fixture, 12);
    expect((await apply(fixture, "120.1")).code).toBe(4);
  });
});

const closedByMergeOf = (number: number): typeof push => {
  const event = { ...closedByMerge, ref: "refs/heads/main", sha: mergeSha };
  const payload = event.payload as { readonly pull_request: object };
  const merged_at = `2026-01-${number}T00:00:00Z`;
  const pull_request = { ...payload.pull_request, number, merged_at, merge_commit_sha: mergeSha };
  return { ...event, payload: { ...payload, number, pull_request } };
};

describe("a reviewed plan is permitted", () => {
  it("again in a second pull request with the same change", async () => {
    await using fixture = await createReviewed();
    await apply(fixture, "120.1");
    await proposeAndMerge(fixture, 13, "Hello");
    await apply(fixture, "130.1");
    await proposeAndMerge(fixture, 14, "Hi");
    expect((await apply(fixture, "140.1")).code).toBe(0);
  });

  it("until its apply is complete", async () => {
    await using fixture = await createReviewed();
    fixture.refuse = ({ method }) => method === "PUT";
    for (const attempt of [1, 2]) expect((await apply(fixture, `120.${attempt}`)).code).toBe(1);
    fixture.refuse = () => false;
    expect((await apply(fixture, "120.3")).code).toBe(0);
    await setOnService(fixture, "Hello");
    expect((await apply(fixture, "120.4")).code).toBe(4);
  });

  it.each<[string, (fixture: ActionFixture, record: string) => Promise<unknown> | void]>([
    [
      "after an apply with another label",
      async (fixture) => {
        const other = { label: "other", "reviewed-plan": "off" };
        await apply(fixture, "120.1", { with: other });
        await setOnService(fixture, "Hello");
      },
    ],
    [
      "despite a record for another service",
      ({ github }, record) =>
        void github.comment(
          12,
          "github-actions[bot]",
          record.replace(/target=\S+/, "target=other.example.com"),
        ),
    ],
    [
      "despite a record for another directory",
      ({ github }, record) =>
        void github.comment(
          12,
          "github-actions[bot]",
          record.replace("directory=.", "directory=app"),
        ),
    ],
    [
      "despite a record of another account",
      ({ github }, record) => void github.comment(12, "mallory", record),
    ],
    [
      "despite a record that is quoted",
      ({ github }, record) => void github.comment(12, "github-actions[bot]", `> ${record}`),
    ],
    [
      "despite a record without a run",
      ({ github }, record) =>
        void github.comment(12, "github-actions[bot]", record.replace(/runs=\S+/, "runs=applied")),
    ],
  ])("%s", async (_what, change) => {
    await using fixture = await createReviewed();
    const target = encodeURIComponent(new URL(fixture.service.url).host);
    const record = `<!-- promptctl:v1 about=apply label= target=${target} directory=. run= digest= runs=99.1:applied -->\n`;
    await change(fixture, record);
    expect((await apply(fixture, "121.1")).code).toBe(0);
  });

  it("after a rollback with ref, which writes no record, but not for main until it is planned again", async () => {
    await using fixture = await createReviewed();
    await apply(fixture, "120.1");
    const before = fixture.github.comments.map(({ body }) => body);
    await setOnService(fixture, "Hello");
    expect(fixture.github.comments.map(({ body }) => body)).toEqual(before);
    expect((await apply(fixture, "121.1")).code).toBe(4);
    await proposeAndMerge(fixture, 13, "Hi");
    expect((await apply(fixture, "130.1")).code).toBe(0);
  });
});

describe("without a record of the apply, nothing is applied", () => {
  it.each<[string, RunOptions["with"], string]>([
    ["with comment: never", { comment: "never" }, "with comment: never there is no record"],
    [
      "if the comment cannot be written",
      {},
      "Not applied: reviewed-plan: require needs a record of the apply on the pull request #12, and it cannot be written.\nGitHub: cannot comment on the pull request: not permitted (403: No.).\nGive the job the permission pull-requests: write.",
    ],
  ])("%s", async (_what, inputs, message) => {
    await using fixture = await createReviewed();
    const before = fixture.service.writes().length;
    fixture.github.instead = ({ method, path }) =>
      method === "POST" && path.endsWith("/comments")
        ? { status: 403, body: { message: "No." } }
        : undefined;
    const ran = await apply(fixture, "120.1", { with: inputs! });
    expect([ran.code, fixture.service.writes().length]).toEqual([4, before]);
    expect(errorOf(ran)).toContain(message);
  });

  it("and a step whose end is not recorded fails; the next one records it", async () => {
    await using fixture = await createReviewed();
    fixture.github.instead = ({ method, path }) =>
      method === "PATCH" && path.includes("/comments/")
        ? { status: 403, body: { message: "No." } }
        : undefined;
    const ran = await apply(fixture, "120.1");
    expect([ran.code, errorOf(ran)]).toEqual([
      1,
      expect.stringContaining("The result of this apply cannot be recorded"),
    ]);
    fixture.github.instead = () => undefined;
    expect((await apply(fixture, "120.2")).code).toBe(0);
    await setOnService(fixture, "Hello");
    expect((await apply(fixture, "120.3")).code).toBe(4);
  });
});

it("a plan job that runs again changes no comment of a pull request that may be closed", async () => {
  await using fixture = await createReviewed();
  const { github } = fixture;
  github.instead = ({ path }) =>
    /\/pulls\/\d+$/.test(path) ? { status: 404, body: { message: "Not Found" } } : undefined;
  const before = github.comments.map(({ body }) => body);
  write(fixture, "Good evening");
  const env = { GITHUB_RUN_ATTEMPT: "2" };
  const { code } = await fixture.run("plan", pullRequest({ number: 12 }), { env });
  expect([code, github.comments.map(({ body }) => body)]).toEqual([0, before]);
});
