// The Action on main: plan and apply in one run, and the comparison with the reviewed plan.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { recordingGit } from "../io/recording-git.ts";
import { commitAfter, commitChanges } from "../io/repository.ts";
import { greeter, triage } from "../cli/project.ts";
import type { Answer } from "./fake-github.ts";
import {
  baseSha,
  closedByMerge,
  dispatch,
  merged,
  mergeSha,
  pullRequest,
  push,
  queueEntry,
  schedule,
} from "./events.ts";
import type { GitHubEvent } from "./run-step.ts";
import { createGate } from "./gate.ts";
import { type ActionFixture, createFixture, key } from "./fixture.ts";
import { builtProgram } from "../fixtures/built.ts";

/** Makes a plan on a pull request and merges it with a squash. */
async function mergeReviewedPlan(fixture: ActionFixture): Promise<void> {
  await fixture.run("plan", pullRequest());
  fixture.github.pulls.set(mergeSha, [merged]);
}

describe("apply on main", () => {
  it("applies and reports in the comment and in the job summary", async () => {
    await using fixture = await createFixture();
    await mergeReviewedPlan(fixture);
    const ran = await fixture.run("apply", push);
    expect([ran.code, ran.counts?.create]).toEqual([0, 7]);
    expect(fixture.service.writes()).toHaveLength(7);
    const [plan, applied, ...others] = fixture.github.comments;
    expect(others).toEqual([]);
    expect(plan!.body).toContain("### promptctl plan");
    expect(applied!.at).toBe(7);
    expect(applied!.body).toContain("**Applied.** 7 requests succeeded.");
    expect(applied!.body).toContain(`For commit \`${mergeSha.slice(0, 10)}\``);
    expect(ran.summary).toContain("**Applied.** 7 requests succeeded.");
    expect(ran.outputs["comment-url"]).toBe(applied!.html_url);
    expect(ran.log).toContain("\u001B[32m✓\u001B[39m tool/lookup_order");
  });

  it.each(["full", "names"])(
    "fails if another apply created the same at the same time, comment-detail: %s",
    async (detail) => {
      await using fixture = await createFixture();
      await mergeReviewedPlan(fixture);
      const tool = { name: "lookup_order", description: "Other.", parameters: {} };
      let other: unknown;
      fixture.beforeResponse = async ({ method }) => {
        if (method !== "POST" || other !== undefined) return;
        other = {};
        other = await fixture.service.send("POST", "tools", tool);
      };
      const inputs = { "comment-detail": detail, "reviewed-plan": "off" };
      const { code, commands, summary } = await fixture.run("apply", push, { with: inputs });
      expect([code, commands.filter(({ name }) => name === "error")]).toEqual([
        1,
        [expect.objectContaining({ data: expect.stringContaining("names of created resources") })],
      ]);
      const { id } = other as { id: string };
      const shown = detail === "full" ? `id:${id}` : "id:(not named here)";
      expect(summary).toContain(`and ${shown}, with different content`);
      expect(fixture.github.comments.at(-1)!.body.includes(id)).toBe(detail === "full");
    },
  );

  it("sends no writing request if there are no changes", async () => {
    await using fixture = await createFixture();
    await mergeReviewedPlan(fixture);
    await fixture.run("apply", push);
    const writes = fixture.service.writes().length;
    const { code, outputs, commands } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "require" },
    });
    expect([code, outputs["has-changes"], fixture.service.writes().length]).toEqual([
      0,
      "false",
      writes,
    ]);
    expect(commands.filter(({ name }) => name !== "add-mask")).toEqual([]);
  });

  it("warns if there are no definitions but the service has resources", async () => {
    await using fixture = await createFixture();
    await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
    fixture.folder.write("checkout/promptctl.yaml", "definitions: moved\n");
    fixture.folder.write("checkout/moved/x.yaml", "");
    for (const command of ["plan", "apply"]) {
      const { code, commands } = await fixture.run(command, push);
      expect([code, commands.find(({ name }) => name === "warning")?.data]).toEqual([
        0,
        "No definitions found in moved/, but the service has resources.\nCheck that the folder was not moved and is part of the checkout; definitions: in promptctl.yaml names it.",
      ]);
    }
  });

  it("only plans with command: plan, without a comment", async () => {
    await using fixture = await createFixture();
    fixture.github.pulls.set(mergeSha, [merged]);
    for (const event of [push, dispatch]) {
      const { code, summary } = await fixture.run("plan", event);
      expect([code, fixture.github.calls, fixture.service.writes()]).toEqual([0, [], []]);
      expect(summary).toContain("**Plan: 7 to create.**");
    }
  });
});

describe("the reviewed plan", () => {
  const rows: readonly (readonly [string, (fixture: ActionFixture) => Promise<void> | void])[] = [
    [
      "another text since the review",
      (fixture) =>
        fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Bye")),
    ],
    [
      "the service changed since the review",
      async (fixture) =>
        void (await fixture.service.send("POST", "tools", {
          name: "lookup_order",
          description: "Other.",
          parameters: {},
        })),
    ],
    [
      "a plan comment of another account",
      (fixture) =>
        void fixture.github.comments.splice(0, 1, {
          ...fixture.github.comments[0]!,
          user: { login: "mallory" },
        }),
    ],
    ["no plan comment", (fixture) => void fixture.github.comments.splice(0)],
    [
      "a plan with another label",
      (fixture) => {
        const [comment] = fixture.github.comments;
        comment!.body = comment!.body.replace("label= ", "label=staging ");
      },
    ],
    [
      "a pull request that was not merged",
      (fixture) => void fixture.github.pulls.set(mergeSha, [{ ...merged, merged_at: null }]),
    ],
    [
      "a pull request that was merged into another branch",
      (fixture) => void fixture.github.pulls.set(mergeSha, [{ ...merged, base: { ref: "other" } }]),
    ],
    ["no pull request", (fixture) => fixture.github.pulls.clear()],
    [
      "no permission to read it",
      (fixture) => {
        fixture.github.instead = ({ path }) =>
          path.endsWith("per_page=100")
            ? { status: 403, body: { message: "Resource not accessible by integration" } }
            : undefined;
      },
    ],
  ];

  it("matches after a squash merge with other formatting", async () => {
    await using fixture = await createFixture();
    await mergeReviewedPlan(fixture);
    fixture.folder.write(
      "checkout/prompts/triage.yaml",
      `# Moved.\n${triage.replace("variables: {}\n", "variables: {} # none\n")}`,
    );
    const { code, commands } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "require" },
    });
    expect([code, fixture.service.writes().length]).toEqual([0, 7]);
    expect(commands.at(-1)).toMatchObject({
      name: "notice",
      data: "The plan matches the plan that was reviewed on the pull request.",
    });
  });

  it.each(rows)("%s: logs a notice, and refuses with require", async (_what, change) => {
    for (const [wanted, code, name] of [
      ["require", 4, "error"],
      ["notice", 0, "notice"],
    ] as const) {
      await using fixture = await createFixture();
      await mergeReviewedPlan(fixture);
      await change(fixture);
      const before = fixture.service.writes().length;
      const ran = await fixture.run("apply", push, { with: { "reviewed-plan": wanted } });
      expect([ran.code, ran.outputs["refused"]]).toEqual([code, String(code === 4)]);
      expect(fixture.service.writes().length > before).toBe(code === 0);
      const annotation = ran.commands.find((command) => command.name === name)!.data;
      expect(annotation).toMatch(/differs from the reviewed plan|no reviewed plan/);
      expect(ran.summary).toMatch(/differs from the reviewed plan|no reviewed plan/);
    }
  });

  it.each<[string, Answer]>([
    [
      "a rate limit",
      { status: 403, headers: { "retry-after": "0" }, body: { message: "Slow down." } },
    ],
    ["an HTML page of a proxy", { status: 200, text: "<html>Sign in</html>" }],
  ])("is not trusted if %s hides the account of the token", async (_what, no) => {
    await using fixture = await createFixture();
    await mergeReviewedPlan(fixture); // by github-actions[bot], which is not the account of this token
    fixture.github.who = { login: "releases", user: true, graphql: false };
    fixture.github.instead = ({ path }) => (path === "/user" ? no : undefined);
    const { code } = await fixture.run("apply", push, { with: { "reviewed-plan": "require" } });
    expect([code, fixture.service.writes()]).toEqual([4, []]);
  });

  it("is not trusted if GraphQL has a rate limit", async () => {
    await using fixture = await createFixture();
    await mergeReviewedPlan(fixture);
    const errors = [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }];
    fixture.github.instead = ({ path }) =>
      path === "/graphql"
        ? { status: 200, headers: { "retry-after": "0" }, body: { errors } }
        : undefined;
    const { code, commands } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "require" },
    });
    expect([code, fixture.service.writes()]).toEqual([4, []]);
    expect(commands.find(({ name }) => name === "error")!.data).toContain("rate limit exceeded");
  });

  it("is refused with the reason and the permission if pull requests cannot be read", async () => {
    await using fixture = await createFixture();
    await mergeReviewedPlan(fixture);
    fixture.github.instead = ({ path }) =>
      path.includes("/pulls") ? { status: 403, body: { message: "No." } } : undefined;
    const { code, commands } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "require" },
    });
    expect(code).toBe(4);
    expect(commands.find(({ name }) => name === "error")!.data).toBe(
      "There is no reviewed plan to compare with.\nGitHub: cannot find the pull request of this commit: not permitted (403: No.).\nGive the job the permission pull-requests: read.",
    );
  });

  it("is not requested with reviewed-plan: off", async () => {
    await using fixture = await createFixture();
    const { code } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "off", comment: "never" },
    });
    expect([code, fixture.github.calls.map(({ path }) => path)]).toEqual([
      0,
      ["/repos/acme/shop/git/ref/heads/main"], // checks for a newer commit
    ]);
  });

  it.each<[string, readonly number[], number]>([
    ["the first of two pull requests of a commit: applies", [7, 8], 0],
    ["the second of two pull requests: applies", [8, 7], 0],
    ["no pull request: refuses", [8, 9], 4],
  ])("is on %s", async (_what, numbers, code) => {
    await using fixture = await createFixture();
    await mergeReviewedPlan(fixture);
    fixture.github.comment(
      8,
      "github-actions[bot]",
      fixture.github.comments[0]!.body.replace(
        /digest=sha256:.* -->/,
        `digest=sha256:${"0".repeat(64)} -->`,
      ),
    );
    const pulls = numbers.map((number) => ({ ...merged, number }));
    fixture.github.pulls.set(mergeSha, pulls);
    const ran = await fixture.run("apply", push, { with: { "reviewed-plan": "require" } });
    expect(ran.code).toBe(code);
  });

  it("is reported on the pull request whose merge created the commit", async () => {
    await using fixture = await createFixture();
    const other = { ...merged, number: 9, merge_commit_sha: "d4".repeat(20) };
    fixture.github.pulls.set(mergeSha, [other, merged]);
    await fixture.run("apply", push);
    expect(fixture.github.comments.map(({ at }) => at)).toEqual([7]);
  });

  it.each<[string, string, number]>([
    ["the newest comment with comment: new, even if an older one was edited", "new", 4],
    ["the comment with comment: always if it was updated last", "always", 0],
  ])("is %s", async (_what, comment, code) => {
    await using fixture = await createFixture();
    await fixture.run("plan", pullRequest(), { with: { comment } });
    const [planned] = fixture.github.comments;
    const other = `digest=sha256:${"0".repeat(64)} -->`;
    fixture.github.comment(
      7,
      "github-actions[bot]",
      planned!.body.replace(/run=\S* /, "run=9999.1 ").replace(/digest=sha256:.* -->/, other),
    );
    planned!.updated_at = "2040-01-01T00:00:00Z";
    fixture.github.pulls.set(mergeSha, [merged]);
    const ran = await fixture.run("apply", push, { with: { "reviewed-plan": "require" } });
    expect(ran.code).toBe(code);
  });
});

it("a manual run applies a commit that is not the newest", async () => {
  await using fixture = await createFixture();
  fixture.github.heads.set("main", "d4".repeat(20));
  expect((await fixture.run("apply", dispatch)).code).toBe(0);
  expect(fixture.service.writes()).toHaveLength(7);
});

it("a run opens its repository once", async () => {
  await using fixture = await createFixture();
  await using git = recordingGit();
  const { PATH } = git.env;
  expect((await fixture.run("apply", push, { env: { PATH } })).code).toBe(0);
  expect(git.started("--show-prefix")).toHaveLength(1);
});

describe("apply applies only merged commits", () => {
  const onBranch = (event: GitHubEvent, branch: string): GitHubEvent => ({
    ...event,
    ref: `refs/heads/${branch}`,
  });
  const queued = queueEntry(mergeSha, baseSha);
  const tag = { ...push, ref: "refs/tags/v1" };
  const noDefault = { ...push, payload: { ref: "refs/heads/main" } };
  const release = { branches: "main\nrelease/*" };
  const unmerged = { "allow-unmerged": "true" };

  it.each<[string, GitHubEvent, Record<string, string>]>([
    ["a push to the default branch", push, {}],
    ["a manual run on the default branch", dispatch, {}],
    ["a scheduled run", schedule, {}],
    ["a merged pull request", closedByMerge, {}],
    ["a push to a branch of the input", onBranch(push, "release/2"), release],
    ["a push if the input names its branch", noDefault, release],
    ["an open pull request with allow-unmerged", pullRequest(), unmerged],
    ["an entry of a merge queue with allow-unmerged", queued, unmerged],
    ["a tag with allow-unmerged", tag, unmerged],
  ])("applies %s", async (_name, event, inputs) => {
    await using fixture = await createFixture();
    fixture.github.heads.set("release/2", mergeSha);
    expect((await fixture.run("apply", event, { with: inputs })).code).toBe(0);
    expect(fixture.service.writes()).toHaveLength(7);
  });

  const onlyMain = 'Only commits of "main" are applied.';
  it.each<[string, GitHubEvent, Record<string, string>, string]>([
    ["an open pull request", pullRequest(), {}, `the pull request is not merged. ${onlyMain}`],
    [
      "an entry of a merge queue",
      queued,
      {},
      `the entry of the merge queue is not merged. ${onlyMain}`,
    ],
    [
      "an entry of a merge queue, also if the input names all branches",
      queued,
      { branches: "*" },
      'the entry of the merge queue is not merged. Only commits of "*" are applied.',
    ],
    [
      "a manual run on another branch",
      onBranch(dispatch, "try"),
      {},
      `this run is for the branch "try". ${onlyMain}`,
    ],
    ["a tag", tag, {}, `this run is not for a branch. ${onlyMain}`],
    [
      "a pull request that is merged into another branch",
      pullRequest({ state: "merged", base: "try" }),
      {},
      `this run is for the branch "try". ${onlyMain}`,
    ],
    [
      "the default branch if the input names other branches",
      push,
      { branches: "release/*" },
      'this run is for the branch "main". Only commits of "release/*" are applied.',
    ],
    [
      "an event that does not name the default branch",
      noDefault,
      {},
      'this run is for the branch "main". Only commits of the default branch are applied.',
    ],
  ])("refuses %s", async (_name, event, inputs, message) => {
    await using fixture = await createFixture();
    const { code, commands, summary } = await fixture.run("apply", event, { with: inputs });
    expect([code, fixture.service.calls]).toEqual([4, []]);
    expect(commands.at(-1)!.data).toContain(`Not applied: ${message}`);
    expect(summary.replace(/\s+/g, " ")).toContain(`Not applied: ${message}`);
  });

  it("a pull request that is closed without a merge succeeds without an apply", async () => {
    await using fixture = await createFixture();
    const { code, commands, summary } = await fixture.run(
      "apply",
      pullRequest({ state: "closed" }),
    );
    expect([code, fixture.service.calls]).toEqual([0, []]);
    const message = "Nothing was applied: the pull request was closed without a merge.";
    expect(commands.at(-1)).toMatchObject({ name: "notice", data: message });
    expect(summary).toContain(message);
  });
});

describe("refusals", () => {
  it("are listed in the job summary and in the comment", async () => {
    const external = "kind: tool\nname: gone\nexternal: true\n";
    await using fixture = await createFixture({ "prompts/gone.yaml": external });
    await mergeReviewedPlan(fixture);
    const { code, commands, outputs, summary } = await fixture.run("apply", push);
    expect([code, outputs["refused"], fixture.service.writes()]).toEqual([4, "true", []]);
    expect(commands.at(-1)!.data).toBe(
      "Apply refuses the plan for 1 reason. The job summary shows it.",
    );
    for (const text of [summary, fixture.github.comments[1]!.body]) {
      expect(text).toContain("**Nothing was applied.**");
      expect(text).toContain(
        'Refused: tool/gone is external, but the service has no tool named "gone".',
      );
      expect(text).toContain("Create it on the service first");
    }
  });

  it("deletes include nested resources and are limited", async () => {
    const configuration = { "promptctl.yaml": "definitions: prompts\nscope: ['*']\n" };
    await using fixture = await createFixture(configuration);
    commitAfter({}, fixture.folder.at("checkout"));
    await fixture.run("apply", push);
    fixture.folder.write("checkout/prompts/triage.yaml", "");
    fixture.folder.write("checkout/prompts/greeter.yaml", "");
    commitChanges(fixture.folder.at("checkout"));
    const more = { with: { prune: "true" } };
    const { summary } = await fixture.run("apply", push, more);
    expect(summary).toMatch(
      /- \*\*delete\*\* `prompt\/Support triage \(id:\w+\)` · with 1 evaluation, 2 assertions/,
    );
    expect(summary).toContain(
      "Refused: The plan would delete all 2 prompts. They are not defined in any file.",
    );
    const { code } = await fixture.run("apply", push, {
      with: { ...more.with, "allow-mass-delete": "True" },
    });
    expect([code, await fixture.service.send("GET", "prompts")]).toEqual([0, []]);
  });
});

it("ignores the replace journal of the checkout and does not write one", async () => {
  await using fixture = await createFixture();
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  const changed = triage.replace("I want my money back", "Give me my money");
  fixture.folder.write("checkout/prompts/triage.yaml", changed);
  fixture.refuse = ({ method }) => method === "DELETE";
  const main = builtProgram;
  const argv = ["apply", "--auto-approve", "--base-url", fixture.service.url];
  const env: NodeJS.ProcessEnv = { ...process.env, PROMPTCTL_API_KEY: key };
  delete env["CI"];
  const cwd = fixture.folder.at("checkout");
  await promisify(execFile)(process.execPath, [main, ...argv], { cwd, env }).catch(() => {});
  fixture.refuse = () => false;
  const journal = fixture.folder.at("checkout/.promptctl/unfinished.json");
  const before = readFileSync(journal, "utf8");
  expect(JSON.parse(before)).toHaveLength(1);
  const { code, counts } = await fixture.run("apply", push, {
    with: { "reviewed-plan": "off" },
  });
  expect([code, counts?.delete]).toEqual([0, 0]);
  expect(readFileSync(journal, "utf8")).toBe(before);
});

it("reports failed and missing changes, and fails", async () => {
  await using fixture = await createFixture({
    "prompts/mail.yaml": `kind: tool\nname: send_mail\ndescription: ${"x".repeat(20)}\nparameters: {}\n`,
  });
  await mergeReviewedPlan(fixture);
  fixture.refuse = (request) => request.method === "POST" && request.url.endsWith("/prompts");
  const { code, counts, summary, commands } = await fixture.run("apply", push);
  expect([code, counts?.create]).toEqual([1, 7]);
  expect(summary).toContain(
    "**Apply incomplete:** 2 of 7 requests succeeded, 2 failed, 3 skipped. Fix the failures below and run the job again to apply the remaining changes.",
  );
  expect(summary).toContain("not now");
  expect(summary).toContain("Not applied:");
  expect(commands.at(-1)!.data).toContain("Apply incomplete: 2 requests failed, 3 not sent.");
  expect(fixture.github.comments[1]!.body).toContain("**Apply incomplete:** ");
});

it("a cancelled plan exits at once and reports that", async () => {
  await using fixture = await createFixture();
  const [started, over] = [createGate(), createGate()];
  fixture.beforeResponse = async () => {
    started.open();
    await over.opened;
  };
  const cancelled = { when: started.opened, onStopping: () => {} };
  const { code, outputs, summary } = await fixture.run("plan", push, { step: { cancelled } });
  over.open();
  expect([code, outputs["has-changes"]]).toEqual([130, ""]);
  expect(summary).toContain("**Cancelled.** Nothing was changed.");
});

it("a cancelled job that waits for GitHub reports the applied changes", async () => {
  await using fixture = await createFixture();
  fixture.github.pulls.set(mergeSha, [merged]);
  const waits = createGate();
  fixture.github.instead = ({ path }) => {
    if (!path.includes("/pulls")) return undefined;
    waits.open();
    return { status: 403, headers: { "retry-after": "60" }, body: { message: "Slow down." } };
  };
  const cancelled = { when: waits.opened, onStopping: () => {}, again: waits.opened };
  const more = { with: { "reviewed-plan": "off" }, step: { cancelled } };
  const { code, counts, summary } = await fixture.run("apply", push, more);
  expect([code, counts?.create]).toEqual([130, 7]);
  expect(summary).toContain("**Applied.** 7 requests succeeded.");
  expect(summary).not.toContain("Cancelled");
});
