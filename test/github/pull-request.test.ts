// The Action on a pull request: one comment that each run updates, among other comments.
import { readFileSync, statSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import { headSha, pullRequest, push } from "./events.ts";
import { metadata, token } from "./run-step.ts";
import { createFixture, key } from "./fixture.ts";

const bot = "github-actions[bot]";
const comments = "/repos/acme/shop/issues/7/comments";

it("a plan that apply refuses fails the step, and is in the comment", async () => {
  await using fixture = await createFixture({
    "prompts/gone.yaml": "kind: tool\nname: gone\nexternal: true\n",
  });
  const { code, outputs, commands } = await fixture.run("plan", pullRequest());
  expect(code).toBe(4);
  expect(outputs).toMatchObject({ refused: "true" });
  expect(commands.at(-1)).toMatchObject({
    name: "error",
    data: "Apply refuses the plan for 1 reason. The job summary shows it.",
  });
  expect(fixture.github.comments[0]!.body).toContain(
    "**Refused:** apply refuses this plan for 1 reason.",
  );
});

describe("the first plan", () => {
  it("writes a comment, a job summary and outputs, and changes nothing on the service", async () => {
    await using fixture = await createFixture();
    const { code, outputs, summary } = await fixture.run("plan", pullRequest());
    expect(code).toBe(0);
    const [comment, ...others] = fixture.github.comments;
    expect(others).toEqual([]);
    const url = new URL(fixture.service.url);
    const permitted = /permitted=(\S+) -->/.exec(comment!.body)![1]!;
    expect(permitted).toMatch(/^[\w-]{16}(,[\w-]{16}){6}$/);
    expect(comment!.body).toBe(`\
<!-- promptctl:v1 about=plan label= target=${encodeURIComponent(url.host)} directory=. run= digest=${outputs["plan-digest"]} permitted=${permitted} -->
### promptctl plan

**Plan: 7 to create.** This deploys 2 prompts.

7 definitions in \`prompts/\` · \`${fixture.service.url}\`

- create \`tool/lookup_order\` · \`description: "Look up an order by its number."\`
- create \`tool/send_mail\` · \`description: "Send a mail."\`
- create \`prompt/Greeter\` · **deploys** · \`model: "gpt-test" · messages: 1\`
- create \`prompt/Support triage\` · **deploys** · with 1 evaluation, 2 assertions · \`model: "claude-test" · tools: "lookup_order" · messages: 1\`

For commit \`${headSha.slice(0, 10)}\` · [run 4711](https://github.com/acme/shop/actions/runs/4711)
`);
    const details = /<details>[^]*<\/details>\n\n/; // the content of the new resources
    expect(summary.replace(details, "").trim()).toBe(
      comment!.body.slice(comment!.body.indexOf("\n") + 1).trim(),
    );
    expect(summary).toContain('#### `tool/send_mail`\n\n```diff\n+ name: "send_mail"\n');
    expect(outputs).toEqual({
      "has-changes": "true",
      refused: "false",
      alerts: "none",
      measured: "",
      passed: "",
      regressed: "",
      "html-artifact": "",
      "report-folder": expect.stringContaining(fixture.folder.at("temp")),
      permission: expect.stringMatching(/^v1:[\w-]{11}(,[\w-]{11}){6}$/),
      "plan-digest": expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      "comment-url": comment!.html_url,
    });
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(metadata.outputs).sort());
    expect(fixture.service.writes()).toEqual([]);
  });

  it("is saved in a private file that apply accepts", async () => {
    await using fixture = await createFixture();
    const { outputs } = await fixture.run("plan", pullRequest());
    const file = `${outputs["report-folder"]}/plan.json`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(outputs["report-folder"]!).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ format: "promptctl.plan/1" });
    expect(readFileSync(file, "utf8")).not.toContain(key);
  });

  it("is the same with comment-detail: no-replies, which is about tests", async () => {
    await using fixture = await createFixture();
    const bodies: string[] = [];
    for (const detail of ["full", "no-replies"]) {
      await fixture.run("plan", pullRequest(), { with: { "comment-detail": detail } });
      bodies.push(fixture.github.comments[0]!.body);
    }
    expect(bodies[0]).toMatch(/permitted=[\w.,-]+/);
    expect(bodies[1]).toBe(bodies[0]);
  });

  it("sends four requests to GitHub", async () => {
    await using fixture = await createFixture();
    await fixture.run("plan", pullRequest());
    const page = `${comments}?per_page=100`;
    expect(fixture.github.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /repos/acme/shop/pulls/7",
      `GET ${page}`,
      `POST ${comments}`,
      `GET ${page}`, // looks for a comment of a concurrent run
    ]);
  });
});

describe("the next plan", () => {
  it("updates the comment", async () => {
    await using fixture = await createFixture();
    const first = await fixture.run("plan", pullRequest());
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    const second = await fixture.run("plan", pullRequest());
    expect(fixture.github.comments).toHaveLength(1);
    expect(second.outputs["comment-url"]).toBe(first.outputs["comment-url"]);
    expect(second.outputs["plan-digest"]).not.toBe(first.outputs["plan-digest"]);
    expect(fixture.github.comments[0]!.body).toContain(second.outputs["plan-digest"]);
  });

  it.each([
    ["has a newer commit", { sha: "f".repeat(40), state: "open" }],
    ["is closed", { sha: headSha, state: "closed" }],
  ] as const)("does not change the comment if the pull request %s", async (reason, current) => {
    await using fixture = await createFixture();
    await fixture.run("plan", pullRequest());
    const [{ body } = { body: "" }] = fixture.github.comments;
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    fixture.github.pullRequest = current;
    const { code, commands } = await fixture.run("plan", pullRequest());
    expect([code, fixture.github.comments.map((comment) => comment.body)]).toEqual([0, [body]]);
    expect(commands.at(-1)).toMatchObject({
      name: "notice",
      data: `The comment was not changed: the pull request ${reason}.`,
    });
  });

  it("creates no comment without changes, but updates one that exists", async () => {
    await using fixture = await createFixture();
    await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
    const unchanged = await fixture.run("plan", pullRequest());
    expect([unchanged.code, fixture.github.comments]).toEqual([0, []]);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    await fixture.run("plan", pullRequest());
    expect(fixture.github.comments[0]!.body).toContain("**Plan: 1 to update");
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter);
    await fixture.run("plan", pullRequest());
    expect(fixture.github.comments).toHaveLength(1);
    expect(fixture.github.comments[0]!.body).toContain("**No changes.**");
  });

  it("creates a comment without changes with comment: always", async () => {
    await using fixture = await createFixture();
    await fixture.run("apply", push, { with: { "reviewed-plan": "off" } });
    await fixture.run("plan", pullRequest(), { with: { comment: "always" } });
    expect(fixture.github.comments[0]!.body).toContain("**No changes.**");
  });

  it("lists unmanaged resources with unmanaged: list", async () => {
    await using fixture = await createFixture();
    await fixture.service.send("POST", "tools", {
      name: "old_tool",
      description: "Old.",
      parameters: {},
    });
    const counted = await fixture.run("plan", pullRequest());
    expect(counted.summary).toContain("Unmanaged: 1 tool.");
    expect(counted.summary).not.toContain("old_tool");
    const listed = await fixture.run("plan", pullRequest(), { with: { unmanaged: "list" } });
    for (const text of [listed.summary, listed.log, fixture.github.comments[0]!.body])
      expect(text).toContain("old_tool");
  });

  it("creates a comment for each run with comment: new", async () => {
    await using fixture = await createFixture();
    const more = { with: { comment: "new" } };
    await fixture.run("plan", pullRequest(), more);
    await fixture.run("plan", pullRequest(), { ...more, env: { GITHUB_RUN_ID: "4712" } });
    await fixture.run("plan", pullRequest(), { ...more, env: { GITHUB_RUN_ID: "4712" } });
    expect(fixture.github.comments).toHaveLength(2);
  });

  it("writes no comment with comment: never", async () => {
    await using fixture = await createFixture();
    const { code, outputs } = await fixture.run("plan", pullRequest(), {
      with: { comment: "never" },
    });
    expect([code, outputs["comment-url"]]).toEqual([0, ""]);
    expect(fixture.github.calls.map(({ path }) => path)).toEqual([]);
  });
});

it("other comments are read on all pages and not changed: with the marker, or quoting it", async () => {
  await using fixture = await createFixture();
  const { github } = fixture;
  await fixture.run("plan", pullRequest());
  const [own] = github.comments.splice(0, 1);
  const { body } = own!;
  const planted = [github.comment(7, "mallory", body), github.comment(7, bot, `> ${body}`)];
  const addOthers = (): void => {
    for (let index = 0; index < 115; index++) github.comment(7, "someone", `Comment ${index}`);
  };
  addOthers();
  await fixture.run("plan", pullRequest());
  addOthers();
  github.calls.length = 0;
  await fixture.run("plan", pullRequest());
  expect(github.comments).toHaveLength(233);
  expect(planted.map((each) => each.body)).toEqual([body, `> ${body}`]);
  expect(github.writes()).toEqual([
    expect.stringMatching(/^PATCH \/repos\/acme\/shop\/issues\/comments\/\d+$/),
  ]);
});

describe("the account of the token", () => {
  it.each([
    ["of a personal token is read from /user", { login: "releases", user: true, graphql: false }],
    ["of a GitHub App is read with GraphQL", { login: "our-app[bot]", user: false, graphql: true }],
    ["is github-actions[bot] if neither is permitted", { login: bot, user: false, graphql: false }],
  ])("%s", async (_what, who) => {
    await using fixture = await createFixture();
    fixture.github.who = who;
    await fixture.run("plan", pullRequest());
    fixture.github.comment(7, "someone", fixture.github.comments[0]!.body);
    await fixture.run("plan", pullRequest());
    expect(fixture.github.comments.map(({ user }) => user.login)).toEqual([who.login, "someone"]);
  });
});

describe("secrets", () => {
  it("are masked in the log, comments, job summaries and outputs", async () => {
    const aws = `AKIA${"IOSFODNN7EXAMPLE"}`;
    const text = greeter.replace("Greeter", `Has ${aws} and ${key}`);
    const files = { "prompts/x.yaml": `# promptctl-ignore: secret\n${text}` };
    await using fixture = await createFixture(files);
    const { log, commands, summary, outputs } = await fixture.run("plan", pullRequest());
    expect(commands.slice(0, 2).map(({ name, data }) => [name, data])).toEqual([
      ["add-mask", key],
      ["add-mask", token],
    ]);
    const reports = [summary, fixture.github.comments[0]!.body, JSON.stringify(outputs)].join("\n");
    expect(reports).toContain("prompt/Has ******************** and (the key)");
    for (const secret of [aws, key, token]) expect(reports).not.toContain(secret);
    expect(log).not.toContain(token.repeat(2));
  });

  it("are masked before a diff marks words, and before a text is cut", async () => {
    await using fixture = await createFixture();
    const text = (secret: string): string => `Be kind.\nUse ${secret} here.\n`;
    const description = `${"a".repeat(20)} ${key} ${"b".repeat(80)}`;
    const tool = `kind: tool\nname: new\ndescription: ${description}\nparameters: {}\n`;
    fixture.folder.write("checkout/prompts/triage.md", text(key.replace("42", "41")));
    await fixture.run("apply", push, { with: { comment: "never" } });
    fixture.folder.write("checkout/prompts/triage.md", text(key));
    fixture.folder.write("checkout/prompts/new.yaml", tool);
    fixture.folder.write("checkout/prompts/bad.yaml", `kind: nope # ${"a".repeat(80)}${key}`);
    const invalid = await fixture.run("plan", pullRequest());
    fixture.folder.write("checkout/prompts/bad.yaml", "");
    const { log, summary } = await fixture.run("plan", pullRequest());
    const { body } = fixture.github.comments[0]!;
    for (const report of [invalid.log, log, body, summary]) {
      const unmarked = stripVTControlCharacters(report).replaceAll(`::add-mask::${key}\n`, "");
      expect(unmarked).not.toContain("SECRET-42");
      expect(unmarked).toContain("(the key");
    }
  });
});
