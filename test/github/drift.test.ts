// The Action on a schedule: one issue about drift that is opened, updated and closed.
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import type { Answer, FakeGitHub } from "./fake-github.ts";
import { dispatch, pullRequest, push, schedule } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";

/** A service that matched the definitions until a definition was changed. */
async function drifted(): Promise<ActionFixture> {
  const fixture = await createFixture();
  await fixture.run("apply", push);
  fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
  return fixture;
}

const revertChange = (fixture: ActionFixture): void =>
  fixture.folder.write("checkout/prompts/greeter.yaml", greeter);

describe("drift", () => {
  it("opens an issue and exits with 0", async () => {
    await using fixture = await drifted();
    const { code, outputs, commands, summary } = await fixture.run("drift", schedule);
    const [issue, ...others] = fixture.github.issues;
    expect([code, others]).toEqual([0, []]);
    expect(issue).toMatchObject({
      state: "open",
      title: "promptctl: the service differs from the definitions",
    });
    expect(issue!.body).toMatch(/^<!-- promptctl:v1 about=drift /);
    expect(issue!.body).toContain("**Drift:** the service differs from the definitions.");
    expect(issue!.body).toContain('· `messages[0]`: on the service `"Hello"`, in the files `"Hi"`');
    expect(outputs).toMatchObject({
      "has-changes": "true",
      "comment-url": issue!.html_url,
    });
    expect(commands.at(-1)).toMatchObject({ name: "warning" });
    expect(summary).toContain("**Drift:**");
  });

  it("updates the issue if there still is drift", async () => {
    await using fixture = await drifted();
    await fixture.run("drift", schedule);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hey"));
    await fixture.run("drift", schedule);
    expect(fixture.github.issues).toHaveLength(1);
    expect(fixture.github.issues[0]!.body).toContain("Hey");
  });

  it("adds a comment only if the drift has changed", async () => {
    await using fixture = await drifted();
    const { comments } = fixture.github;
    await fixture.run("drift", schedule);
    await fixture.run("drift", schedule);
    expect(comments).toEqual([]);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hey"));
    await fixture.run("drift", schedule);
    await fixture.run("drift", schedule);
    const [issue] = fixture.github.issues;
    expect(comments.map(({ at }) => at)).toEqual([issue!.number]);
    expect(comments[0]!.body).toMatch(/^\*\*The drift has changed\.\*\* [\s\S]*Hey/);
  });

  it("compares only merged commits: another branch must not change the issue", async () => {
    await using fixture = await drifted();
    const other = { ...dispatch, ref: "refs/heads/feature" };
    const { code, commands } = await fixture.run("drift", other);
    expect([code, fixture.github.issues]).toEqual([4, []]);
    expect(commands.at(-1)!.data).toContain(
      'Not compared: this run is for the branch "feature". Only commits of "main" are applied.',
    );
    await fixture.run("drift", other, { with: { branches: "feature" } });
    expect(fixture.github.issues).toHaveLength(1);
  });

  it("closes the issue without drift, and opens a new one for later drift", async () => {
    await using fixture = await drifted();
    await fixture.run("drift", schedule);
    revertChange(fixture);
    const { code, outputs } = await fixture.run("drift", schedule);
    expect([code, outputs["has-changes"]]).toEqual([0, "false"]);
    expect(fixture.github.issues).toEqual([
      expect.objectContaining({ state: "closed", state_reason: "completed" }),
    ]);
    expect(fixture.github.issues[0]!.body).toContain("**Drift:**");
    expect(fixture.github.comments.map(({ at }) => at)).toEqual([fixture.github.issues[0]!.number]);
    expect(fixture.github.comments[0]!.body).toContain("**No drift.**");
    expect(outputs["comment-url"]).toBe(fixture.github.issues[0]!.html_url);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    await fixture.run("drift", schedule);
    expect(fixture.github.issues.map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  it("writes nothing without drift", async () => {
    await using fixture = await drifted();
    revertChange(fixture);
    const { code } = await fixture.run("drift", schedule);
    expect([code, fixture.github.writes()]).toEqual([0, []]);
  });

  it("fails the step with fail-on-drift, after the issue is written", async () => {
    await using fixture = await drifted();
    const { code } = await fixture.run("drift", schedule, { with: { "fail-on-drift": "true" } });
    expect([code, fixture.github.issues.length]).toEqual([2, 1]);
  });

  it("reports only in the job summary with drift-report: none", async () => {
    await using fixture = await drifted();
    fixture.github.calls.length = 0;
    const { code, summary } = await fixture.run("drift", schedule, {
      with: { "drift-report": "none" },
    });
    expect([code, fixture.github.calls]).toEqual([0, []]);
    expect(summary).toContain("**Drift:**");
  });

  it("reports refusals in the issue and fails the step", async () => {
    await using fixture = await drifted();
    fixture.folder.write("checkout/prompts/gone.yaml", "kind: tool\nname: gone\nexternal: true\n");
    for (const [change, title] of [
      [() => {}, "promptctl: the service differs from the definitions"],
      [revertChange, "promptctl: apply refuses the plan"],
    ] as const) {
      change(fixture);
      const { code, outputs, commands } = await fixture.run("drift", schedule);
      expect(code).toBe(4);
      expect(outputs).toMatchObject({ refused: "true", "has-changes": "true" });
      expect(commands.at(-1)).toMatchObject({ name: "error" });
      expect(fixture.github.issues).toEqual([expect.objectContaining({ state: "open", title })]);
      const body = fixture.github.issues[0]!.body;
      expect(body).toContain("**Refused:** apply refuses this plan for 1 reason.");
    }
  });
});

describe("an error keeps the issue unchanged and fails the step", () => {
  it.each<[string, number, (fixture: ActionFixture) => Parameters<ActionFixture["run"]>[2]]>([
    [
      "a service that is down",
      1,
      () => ({ with: { "base-url": "http://127.0.0.1:9", arguments: "--retries 0" } }),
    ],
    ["a wrong API key", 1, () => ({ env: { PROMPTCTL_API_KEY: "another-key" } })],
    [
      "invalid definitions",
      3,
      (fixture) => {
        fixture.folder.write("checkout/prompts/x.yaml", "kind: prompt\n");
        return {};
      },
    ],
    [
      "no definitions while the service has resources",
      3,
      (fixture) => {
        fixture.folder.write("checkout/promptctl.yaml", "definitions: moved\n");
        fixture.folder.write("checkout/moved/x.yaml", "");
        return {};
      },
    ],
  ])("%s", async (_what, code, failingOptions) => {
    await using fixture = await drifted();
    await fixture.run("drift", schedule);
    const before = structuredClone(fixture.github.issues);
    revertChange(fixture);
    const ran = await fixture.run("drift", schedule, failingOptions(fixture));
    expect([ran.code, ran.outputs["has-changes"]]).toEqual([code, ""]);
    expect(fixture.github.issues).toEqual(before);
  });

  it.each<[string, Answer]>([
    ["an HTML page of a proxy", { status: 200, text: "<html>Sign in</html>" }],
    ["a message instead of issues", { status: 200, body: { message: "Hello" } }],
    ["an empty body", { status: 204 }],
  ])("%s in response to reading or writing issues", async (_what, answer) => {
    for (const method of ["GET", "POST"]) {
      await using fixture = await drifted();
      fixture.github.instead = (call) => (call.method === method ? answer : undefined);
      const { code, commands } = await fixture.run("drift", schedule, {
        with: { "fail-on-drift": "false" },
      });
      expect(code).not.toBe(0);
      expect(commands.at(-1)).toMatchObject({
        name: "error",
        data: expect.stringContaining("the response is not one of GitHub's API"),
      });
    }
  });

  it("an issue that cannot be written", async () => {
    await using fixture = await drifted();
    fixture.github.instead = ({ method }) =>
      method === "POST"
        ? { status: 403, body: { message: "Resource not accessible by integration" } }
        : undefined;
    const { code, commands } = await fixture.run("drift", schedule);
    expect(code).toBe(2);
    expect(commands.at(-1)!.data).toContain("Give the job the permission issues: write.");
  });
});

describe("other issues", () => {
  it("of other accounts are not changed, even with the marker", async () => {
    await using fixture = await drifted();
    await fixture.run("drift", schedule);
    const [own] = fixture.github.issues;
    const foreign = (index: number) => ({
      ...own!,
      id: 5000 + index,
      number: 5000 + index,
      user: { login: "mallory" },
    });
    const pull = { ...own!, id: 1, number: 1, pull_request: {} };
    fixture.github.issues.unshift(
      pull,
      ...Array.from({ length: 230 }, (_, index) => foreign(index)),
    );
    fixture.github.calls.length = 0;
    await fixture.run("drift", schedule);
    expect(fixture.github.writes()).toEqual([`PATCH /repos/acme/shop/issues/${own!.number}`]);
  });

  const lists = ({ github }: ActionFixture): string[] =>
    github.calls.filter(({ path }) => path.includes("/issues?")).map(({ path }) => path);

  it.each<[string, Partial<FakeGitHub["who"]>, string]>([
    ["github-actions[bot]", {}, "&creator=github-actions%5Bbot%5D"],
    [
      "github-actions[bot], which GitHub does not tell",
      { graphql: false },
      "&creator=github-actions%5Bbot%5D",
    ],
    ["a GitHub App", { login: "acme-prompts[bot]" }, ""],
    ["a person", { login: "octocat", user: true }, ""],
  ])(
    "are left out of the list for the account of workflows only: %s",
    async (_name, who, query) => {
      await using fixture = await drifted();
      Object.assign(fixture.github.who, who);
      await fixture.run("drift", schedule);
      await fixture.run("drift", schedule);
      revertChange(fixture);
      await fixture.run("drift", schedule);
      expect(fixture.github.issues).toEqual([expect.objectContaining({ state: "closed" })]);
      expect(new Set(lists(fixture))).toEqual(
        new Set([`/repos/acme/shop/issues?state=open${query}&per_page=100`]),
      );
    },
  );

  it("another label has its own issue", async () => {
    await using fixture = await drifted();
    await fixture.run("drift", schedule);
    await fixture.run("drift", schedule, { with: { label: "staging" } });
    expect(fixture.github.issues.map(({ title }) => title)).toEqual([
      "promptctl: the service differs from the definitions",
      "promptctl: the service differs from the definitions (staging)",
    ]);
  });
});

it("drift on a pull request is refused", async () => {
  await using fixture = await drifted();
  const { code, commands } = await fixture.run("drift", pullRequest());
  expect(code).toBe(64);
  expect(commands.at(-1)!.data).toContain("Use command: plan on pull_request");
});
