// The Action where something reaches main: plan and apply in one run, held against what was reviewed.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { greeter, triage } from "../cli/project.ts";
import type { Answer } from "./fake-github.ts";
import { dispatch, merged, mergeSha, pullRequest, push } from "./events.ts";
import { createGate } from "./gate.ts";
import { type ActionFixture, createFixture, key } from "./fixture.ts";

/** A plan that was reviewed on a pull request, which then was squashed into main. */
async function reviewed(fixture: ActionFixture): Promise<void> {
  await fixture.run("plan", pullRequest());
  fixture.github.pulls.set(mergeSha, [merged]);
}

describe("on main", () => {
  it("applies, and tells so on the pull request and in the summary", async () => {
    await using fixture = await createFixture();
    await reviewed(fixture);
    const ran = await fixture.run("apply", push);
    expect([ran.code, ran.outputs["exit-code"], ran.outputs["to-create"]]).toEqual([0, "0", "7"]);
    expect(fixture.service.writes()).toHaveLength(7);
    const [plan, applied, ...others] = fixture.github.comments;
    expect(others).toEqual([]);
    expect(plan!.body).toContain("### promptctl plan");
    expect(applied!.at).toBe(7);
    expect(applied!.body).toContain("**Applied.** 7 requests succeeded.");
    expect(applied!.body).toContain(`For commit \`${mergeSha.slice(0, 10)}\``);
    expect(ran.summary).toContain("**Applied.** 7 requests succeeded.");
    expect(ran.outputs["comment-url"]).toBe(applied!.html_url);
    expect(ran.log).toContain("✓ tool/lookup_order");
  });

  it("makes no call that writes where nothing is to be done", async () => {
    await using fixture = await createFixture();
    await reviewed(fixture);
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

  it("warns where nothing is defined while the service holds things", async () => {
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

  it("plans only, with command: plan, and comments nowhere", async () => {
    await using fixture = await createFixture();
    fixture.github.pulls.set(mergeSha, [merged]);
    for (const event of [push, dispatch]) {
      const { code, summary } = await fixture.run("plan", event);
      expect([code, fixture.github.calls, fixture.service.writes()]).toEqual([0, [], []]);
      expect(summary).toContain("**Plan: 7 to create.**");
    }
  });
});

describe("what was reviewed", () => {
  const rows: readonly (readonly [string, (fixture: ActionFixture) => Promise<void> | void])[] = [
    [
      "another text since",
      (fixture) =>
        fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Bye")),
    ],
    [
      "the service changed since",
      async (fixture) =>
        void (await fixture.service.send("POST", "tools", {
          name: "lookup_order",
          description: "Other.",
          parameters: {},
        })),
    ],
    [
      "the plan of a stranger",
      (fixture) =>
        void fixture.github.comments.splice(0, 1, {
          ...fixture.github.comments[0]!,
          user: { login: "mallory" },
        }),
    ],
    ["no plan there", (fixture) => void fixture.github.comments.splice(0)],
    [
      "a plan of another label",
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
      "one that was merged elsewhere",
      (fixture) => void fixture.github.pulls.set(mergeSha, [{ ...merged, base: { ref: "other" } }]),
    ],
    ["no pull request", (fixture) => fixture.github.pulls.clear()],
    [
      "no right to see it",
      (fixture) => {
        fixture.github.instead = ({ path }) =>
          path.endsWith("per_page=100")
            ? { status: 403, body: { message: "Resource not accessible by integration" } }
            : undefined;
      },
    ],
  ];

  it("is the same after a squash, though the files are laid out anew", async () => {
    await using fixture = await createFixture();
    await reviewed(fixture);
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

  it.each(rows)("%s: a notice, or a refusal where it is required", async (_what, change) => {
    for (const [wanted, code, name] of [
      ["require", 4, "error"],
      ["notice", 0, "notice"],
    ] as const) {
      await using fixture = await createFixture();
      await reviewed(fixture);
      await change(fixture);
      const before = fixture.service.writes().length;
      const ran = await fixture.run("apply", push, { with: { "reviewed-plan": wanted } });
      expect([ran.code, ran.outputs["exit-code"]]).toEqual([code, String(code)]);
      expect(fixture.service.writes().length > before).toBe(code === 0);
      const told = ran.commands.find((each) => each.name === name)!.data;
      expect(told).toMatch(/differs from the reviewed plan|no reviewed plan/);
      expect(ran.summary).toMatch(/differs from the reviewed plan|no reviewed plan/);
    }
  });

  it.each<[string, Answer]>([
    ["a limit", { status: 403, headers: { "retry-after": "0" }, body: { message: "Slow down." } }],
    ["a page of a proxy", { status: 200, text: "<html>Sign in</html>" }],
  ])("is not what the bot of others wrote, where %s hides whose token it is", async (_what, no) => {
    await using fixture = await createFixture();
    await reviewed(fixture); // by github-actions[bot], whose token this is not
    fixture.github.who = { login: "releases", user: true, graphql: false };
    fixture.github.instead = ({ path }) => (path === "/user" ? no : undefined);
    const { code } = await fixture.run("apply", push, { with: { "reviewed-plan": "require" } });
    expect([code, fixture.service.writes()]).toEqual([4, []]);
  });

  it("is not what the bot of others wrote, where GraphQL asks for fewer queries", async () => {
    await using fixture = await createFixture();
    await reviewed(fixture);
    const errors = [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }];
    fixture.github.instead = ({ path }) =>
      path === "/graphql" ? { status: 200, body: { errors } } : undefined;
    const { code, commands } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "require" },
    });
    expect([code, fixture.service.writes()]).toEqual([4, []]);
    expect(commands.find(({ name }) => name === "error")!.data).toContain("rate limit exceeded");
  });

  it("is not asked for with reviewed-plan: off", async () => {
    await using fixture = await createFixture();
    const { code } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "off", comment: "off" },
    });
    expect([code, fixture.github.calls.map(({ path }) => path)]).toEqual([
      0,
      ["/repos/acme/shop/git/ref/heads/main"], // only whether something newer is there
    ]);
  });

  it.each<[string, readonly number[], number]>([
    ["the first of two pull requests of one commit", [7, 8], 0],
    ["the second of them", [8, 7], 0],
    ["neither of them", [8, 9], 4],
  ])("may be on %s", async (_what, numbers, code) => {
    await using fixture = await createFixture();
    await reviewed(fixture);
    fixture.github.comment(
      8,
      "github-actions[bot]",
      fixture.github.comments[0]!.body.replace(
        /digest=sha256:\w+/,
        `digest=sha256:${"0".repeat(64)}`,
      ),
    );
    const pulls = numbers.map((number) => ({ ...merged, number }));
    fixture.github.pulls.set(mergeSha, pulls);
    const ran = await fixture.run("apply", push, { with: { "reviewed-plan": "require" } });
    expect(ran.code).toBe(code);
  });

  it("is told on the pull request that the very commit was made for", async () => {
    await using fixture = await createFixture();
    const other = { ...merged, number: 9, merge_commit_sha: "d4".repeat(20) };
    fixture.github.pulls.set(mergeSha, [other, merged]);
    await fixture.run("apply", push);
    expect(fixture.github.comments.map(({ at }) => at)).toEqual([7]);
  });

  it.each<[string, string, number]>([
    ["the last of those that are new each time, whichever was touched since", "new", 4],
    ["the one that was brought up to date last", "update", 0],
  ])("is %s", async (_what, comment, code) => {
    await using fixture = await createFixture();
    await fixture.run("plan", pullRequest(), { with: { comment } });
    const [planned] = fixture.github.comments;
    const other = `digest=sha256:${"0".repeat(64)}`;
    fixture.github.comment(
      7,
      "github-actions[bot]",
      planned!.body.replace(/run=\S* /, "run=9999.1 ").replace(/digest=sha256:\w+/, other),
    );
    planned!.updated_at = "2040-01-01T00:00:00Z";
    fixture.github.pulls.set(mergeSha, [merged]);
    const ran = await fixture.run("apply", push, { with: { "reviewed-plan": "require" } });
    expect(ran.code).toBe(code);
  });
});

describe("an older push whose turn comes after a newer one", () => {
  it("is not applied, and says whose turn it is", async () => {
    await using fixture = await createFixture();
    await reviewed(fixture);
    fixture.github.heads.set("main", "d4".repeat(20));
    const { code, outputs, commands, summary } = await fixture.run("apply", push, {
      with: { "reviewed-plan": "require" },
    });
    expect([code, outputs["exit-code"], outputs["has-changes"], fixture.service.writes()]).toEqual([
      0,
      "0",
      "true",
      [],
    ]);
    expect(commands.at(-1)).toMatchObject({
      name: "notice",
      data: "Not applied: main has a newer commit, and its run applies it.",
    });
    for (const text of [summary, fixture.github.comments[1]!.body])
      expect(text).toContain("**Nothing was applied:** the branch has a newer commit");
  });

  it.each<[string, (fixture: ActionFixture) => Answer | undefined]>([
    ["may not be asked", () => ({ status: 403, body: { message: "Resource not accessible" } })],
    ["no longer has the branch", (fixture) => void fixture.github.heads.clear()],
  ])("is applied with a warning where GitHub %s", async (_what, answer) => {
    await using fixture = await createFixture();
    const no = answer(fixture);
    fixture.github.instead = ({ path }) => (path.includes("/git/ref/") ? no : undefined);
    const { code, commands } = await fixture.run("apply", push);
    expect([code, fixture.service.writes().length]).toEqual([0, 7]);
    expect(commands.find(({ name }) => name === "warning")!.data).toContain(
      "Cannot check whether the branch has a newer commit. Applying this commit.",
    );
  });

  it("does not matter to a run that somebody started, or of a tag", async () => {
    for (const event of [dispatch, { ...push, ref: "refs/tags/main" }]) {
      await using fixture = await createFixture();
      fixture.github.heads.set("main", "d4".repeat(20));
      expect((await fixture.run("apply", event)).code).toBe(0);
      expect(fixture.service.writes()).toHaveLength(7);
    }
  });
});

describe("what is not applied", () => {
  it("is refused with its reasons, on the pull request too", async () => {
    const external = "kind: tool\nname: gone\nexternal: true\n";
    await using fixture = await createFixture({ "prompts/gone.yaml": external });
    await reviewed(fixture);
    const { code, commands, summary } = await fixture.run("apply", push);
    expect([code, fixture.service.writes()]).toEqual([4, []]);
    expect(commands.at(-1)!.data).toBe(
      "The plan is refused for 1 reason. The job summary lists them.",
    );
    for (const text of [summary, fixture.github.comments[1]!.body]) {
      expect(text).toContain("**Nothing was applied.**");
      expect(text).toContain(
        'Refused: tool/gone is external, but the service has no tool named "gone".',
      );
      expect(text).toContain("Create it on the service first");
    }
  });

  it("deletes are shown with what goes along, and the mass of them refused", async () => {
    await using fixture = await createFixture();
    await fixture.run("apply", push);
    fixture.folder.write("checkout/prompts/triage.yaml", "");
    fixture.folder.write("checkout/prompts/greeter.yaml", "");
    const more = { with: { prune: "true" } };
    const { summary } = await fixture.run("apply", push, more);
    expect(summary).toMatch(
      /- \*\*delete\*\* `prompt\/Support triage \(id:\w+\)` · and its 1 evaluation, 2 assertions/,
    );
    expect(summary).toContain(
      "Refused: The plan would delete all 2 prompts: they are not defined in any file.",
    );
    const { code } = await fixture.run("apply", push, {
      with: { ...more.with, "allow-mass-delete": "True" },
    });
    expect([code, await fixture.service.send("GET", "prompts")]).toEqual([0, []]);
  });
});

it("believes no notes that stand in the checkout, and leaves none", async () => {
  await using fixture = await createFixture();
  await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  const changed = triage.replace("I want my money back", "Give me my money");
  fixture.folder.write("checkout/prompts/triage.yaml", changed);
  fixture.refuse = ({ method }) => method === "DELETE";
  const main = join(import.meta.dirname, "../../dist/main.js");
  const words = ["apply", "--auto-approve", "--base-url", fixture.service.url];
  const env = { ...process.env, PROMPTCTL_API_KEY: key };
  const cwd = fixture.folder.at("checkout");
  await promisify(execFile)(process.execPath, [main, ...words], { cwd, env }).catch(() => {});
  fixture.refuse = () => false;
  const notes = fixture.folder.at("checkout/.promptctl/unfinished.json");
  const before = readFileSync(notes, "utf8");
  expect(JSON.parse(before)).toHaveLength(1);
  const { code, outputs } = await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
  expect([code, outputs["to-delete"]]).toEqual([0, "0"]);
  expect(readFileSync(notes, "utf8")).toBe(before);
});

it("tells what failed, what is left, and fails at the end", async () => {
  await using fixture = await createFixture({
    "prompts/mail.yaml": `kind: tool\nname: send_mail\ndescription: ${"x".repeat(20)}\nparameters: {}\n`,
  });
  await reviewed(fixture);
  fixture.refuse = (request) => request.method === "POST" && request.url.endsWith("/prompts");
  const { code, outputs, summary, commands } = await fixture.run("apply", push);
  expect([code, outputs["exit-code"], outputs["to-create"]]).toEqual([1, "1", "7"]);
  expect(summary).toContain("**Apply incomplete:** ");
  expect(summary).toContain("not now");
  expect(summary).toContain("Not applied:");
  expect(commands.at(-1)!.data).toContain("Apply incomplete: 2 requests failed, 3 not sent.");
  expect(fixture.github.comments[1]!.body).toContain("**Apply incomplete:** ");
});

it("that is cancelled finishes what is under way, and says what is left", async () => {
  await using fixture = await createFixture();
  await reviewed(fixture);
  const [begun, stopping] = [createGate(), createGate()];
  fixture.beforeResponse = async ({ method }) => {
    if (method !== "POST") return;
    begun.open();
    await stopping.opened;
  };
  const cancelled = { when: begun.opened, heard: stopping.open };
  const more = { with: { concurrency: "1" }, step: { cancelled } };
  const { code, outputs, summary } = await fixture.run("apply", push, more);
  expect([code, outputs["exit-code"], fixture.service.writes().length]).toEqual([130, "130", 1]);
  expect(summary).toContain("**Apply incomplete:** ");
  expect(summary).toContain("1 of 7 requests succeeded, 6 not started.");
});

it("that is told to end at once says what is known", async () => {
  await using fixture = await createFixture();
  await reviewed(fixture);
  const [begun, stopping, over] = [createGate(), createGate(), createGate()];
  fixture.beforeResponse = async ({ method }) => {
    if (method !== "POST") return;
    begun.open();
    await over.opened;
  };
  const cancelled = { when: begun.opened, heard: stopping.open, again: stopping.opened };
  const { code, outputs, summary } = await fixture.run("apply", push, { step: { cancelled } });
  over.open();
  expect([code, outputs["exit-code"], outputs["has-changes"], outputs["to-create"]]).toEqual([
    130,
    "130",
    "true",
    "7",
  ]);
  expect(summary).toContain("**Cancelled.** Running requests may have succeeded");
  expect(summary).toContain("**Plan: 7 to create.**");
});

it("a plan that is cancelled ends at once, and says so", async () => {
  await using fixture = await createFixture();
  const [begun, over] = [createGate(), createGate()];
  fixture.beforeResponse = async () => {
    begun.open();
    await over.opened;
  };
  const cancelled = { when: begun.opened, heard: () => {} };
  const { code, outputs, summary } = await fixture.run("plan", push, { step: { cancelled } });
  over.open();
  expect([code, outputs["exit-code"], outputs["has-changes"]]).toEqual([130, "130", ""]);
  expect(summary).toContain("**Cancelled.** Nothing was changed.");
});

it("a cancelled job that only waits for GitHub still says what was applied", async () => {
  await using fixture = await createFixture();
  fixture.github.pulls.set(mergeSha, [merged]);
  const waits = createGate();
  fixture.github.instead = ({ path }) => {
    if (!path.includes("/pulls")) return undefined;
    waits.open();
    return { status: 403, headers: { "retry-after": "60" }, body: { message: "Slow down." } };
  };
  const cancelled = { when: waits.opened, heard: () => {}, again: waits.opened };
  const more = { with: { "reviewed-plan": "off" }, step: { cancelled } };
  const { code, outputs, summary } = await fixture.run("apply", push, more);
  expect([code, outputs["exit-code"], outputs["to-create"]]).toEqual([130, "130", "7"]);
  expect(summary).toContain("**Applied.** 7 requests succeeded.");
  expect(summary).not.toContain("Cancelled");
});
