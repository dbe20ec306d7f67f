// The Action on a pull request: one comment that is kept up to date, whoever else writes there.
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import type { Call } from "./api.ts";
import { headSha, pullRequest } from "./events.ts";
import { metadata, token } from "./runner.ts";
import { githubStage, key } from "./stage.ts";

const bot = "github-actions[bot]";
const comments = "/repos/acme/shop/issues/7/comments";

describe("the first plan", () => {
  it("is a comment, a job summary and outputs, and writes nothing to the service", async () => {
    await using stage = await githubStage();
    const { code, outputs, summary } = await stage.run("plan", pullRequest());
    expect(code).toBe(0);
    const [comment, ...others] = stage.github.comments;
    expect(others).toEqual([]);
    const url = new URL(stage.service.url);
    expect(comment!.body).toBe(`\
<!-- promptctl:v1 about=plan label= target=${encodeURIComponent(url.host)} directory=. run= digest=${outputs["plan-digest"]} -->
### promptctl plan

**Plan: 7 to create.** This deploys 2 prompts.

7 definitions in \`prompts/\` · \`${stage.service.url}\`

- create \`tool/lookup_order\`
- create \`tool/send_mail\`
- create \`prompt/Greeter\` · **deploys**
- create \`prompt/Support triage\` · **deploys**
- create \`evaluation/Support triage/refund\`
- create \`assertion/Support triage/refund/1\`
- create \`assertion/Support triage/refund/2\`

For commit \`${headSha.slice(0, 10)}\` · [run 4711](https://github.com/acme/shop/actions/runs/4711)
`);
    expect(summary.trim()).toBe(comment!.body.slice(comment!.body.indexOf("\n") + 1).trim());
    expect(outputs).toEqual({
      "has-changes": "true",
      "to-create": "7",
      "to-update": "0",
      "to-replace": "0",
      "to-delete": "0",
      "exit-code": "0",
      "plan-file": expect.stringContaining(stage.folder.at("temp")),
      "plan-digest": expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      "comment-url": comment!.html_url,
    });
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(metadata.outputs).sort());
    expect(stage.service.writes()).toEqual([]);
  });

  it("is saved in a file that only the runner reads, and that apply takes", async () => {
    await using stage = await githubStage();
    const { outputs } = await stage.run("plan", pullRequest());
    const file = outputs["plan-file"]!;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ format: "promptctl.plan/1" });
    expect(readFileSync(file, "utf8")).not.toContain(key);
  });

  it("calls GitHub as little as it can", async () => {
    await using stage = await githubStage();
    await stage.run("plan", pullRequest());
    const page = `${comments}?per_page=100`;
    expect(stage.github.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${page}`,
      `POST ${comments}`,
      `GET ${page}`, // whether another run wrote one meanwhile
    ]);
  });
});

describe("the next plan", () => {
  it("takes the place of the first", async () => {
    await using stage = await githubStage();
    const first = await stage.run("plan", pullRequest());
    stage.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    const second = await stage.run("plan", pullRequest());
    expect(stage.github.comments).toHaveLength(1);
    expect(second.outputs["comment-url"]).toBe(first.outputs["comment-url"]);
    expect(second.outputs["plan-digest"]).not.toBe(first.outputs["plan-digest"]);
    expect(stage.github.comments[0]!.body).toContain(second.outputs["plan-digest"]);
  });

  it("is a new comment with comment: new, and still the same one of the same run", async () => {
    await using stage = await githubStage();
    const more = { with: { comment: "new" } };
    await stage.run("plan", pullRequest(), more);
    await stage.run("plan", pullRequest(), { ...more, env: { GITHUB_RUN_ID: "4712" } });
    await stage.run("plan", pullRequest(), { ...more, env: { GITHUB_RUN_ID: "4712" } });
    expect(stage.github.comments).toHaveLength(2);
  });

  it("is nowhere on the pull request with comment: off", async () => {
    await using stage = await githubStage();
    const { code, outputs } = await stage.run("plan", pullRequest(), { with: { comment: "off" } });
    expect([code, outputs["comment-url"], stage.github.calls]).toEqual([0, "", []]);
  });

  it.each([
    ["another label", { label: "production" }, {}],
    ["another folder", { directory: "checkout2" }, { "checkout2/promptctl.yaml": "{}\n" }],
  ])("of %s has a comment of its own", async (_what, given, files) => {
    await using stage = await githubStage({ ...files, "checkout2/prompts/x.yaml": greeter });
    await stage.run("plan", pullRequest());
    await stage.run("plan", pullRequest(), { with: given });
    await stage.run("plan", pullRequest(), { with: given });
    expect(stage.github.comments).toHaveLength(2);
  });
});

describe("comments of others", () => {
  it("are read to the last page, and left alone", async () => {
    await using stage = await githubStage();
    for (let each = 0; each < 115; each++) stage.github.comment(7, "someone", `Comment ${each}`);
    await stage.run("plan", pullRequest());
    for (let each = 0; each < 115; each++) stage.github.comment(7, "someone", `Comment ${each}`);
    stage.github.calls.length = 0;
    await stage.run("plan", pullRequest());
    expect(stage.github.comments).toHaveLength(231);
    expect(stage.github.writes()).toEqual([
      expect.stringMatching(/^PATCH \/repos\/acme\/shop\/issues\/comments\/\d+$/),
    ]);
  });

  it("are not taken for ours where they begin with our marker", async () => {
    await using stage = await githubStage();
    await stage.run("plan", pullRequest());
    const [own] = stage.github.comments.splice(0, 1);
    const planted = stage.github.comment(7, "mallory", own!.body);
    await stage.run("plan", pullRequest());
    expect(stage.github.comments).toHaveLength(2);
    expect(planted.body).toBe(own!.body);
    await stage.run("plan", pullRequest());
    expect(stage.github.comments).toHaveLength(2);
  });

  it("of our account are left alone where the marker is only quoted", async () => {
    await using stage = await githubStage();
    await stage.run("plan", pullRequest());
    const [own] = stage.github.comments.splice(0, 1);
    stage.github.comment(7, bot, `> ${own!.body}`);
    await stage.run("plan", pullRequest());
    expect(stage.github.comments).toHaveLength(2);
  });
});

describe("whose comment is ours", () => {
  it.each([
    ["a personal token says so itself", { login: "releases", user: true, graphql: false }],
    [
      "a token of an App is asked in GraphQL",
      { login: "our-app[bot]", user: false, graphql: true },
    ],
    [
      "where nothing answers it is the bot of GITHUB_TOKEN",
      { login: bot, user: false, graphql: false },
    ],
  ])("%s", async (_what, who) => {
    await using stage = await githubStage();
    stage.github.who = who;
    await stage.run("plan", pullRequest());
    stage.github.comment(7, "someone", stage.github.comments[0]!.body);
    await stage.run("plan", pullRequest());
    expect(stage.github.comments.map(({ user }) => user.login)).toEqual([who.login, "someone"]);
  });
});

it("of two runs at once the oldest comment stays, with what was written last", async () => {
  await using stage = await githubStage();
  await stage.run("plan", pullRequest());
  const [own] = stage.github.comments.splice(0, 1);
  let raced = false;
  stage.github.instead = ({ method }: Call) => {
    if (method === "POST" && !raced) {
      raced = true;
      stage.github.comment(7, bot, `${own!.body}of the other run`);
    }
    return undefined;
  };
  const { code } = await stage.run("plan", pullRequest());
  expect(code).toBe(0);
  expect(stage.github.comments.map(({ body }) => body)).toEqual([own!.body]);
  expect(stage.github.writes().slice(-2)).toEqual([
    expect.stringContaining("PATCH"),
    expect.stringContaining("DELETE"),
  ]);
});

describe("a plan of 2 MB", () => {
  const prompts = 220;
  const texts = (word: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: prompts }, (_, index) => [
        `prompts/p${index}.yaml`,
        `kind: prompt\nname: Prompt ${index}\nparameters: { provider: OPENAI, name: gpt-5 }\nmessages:\n  - role: user\n    content: |\n${Array.from({ length: 90 }, (_, line) => `      ${word} ${line} of ${index}: ${"many words ".repeat(9)}\n`).join("")}`,
      ]),
    );

  it("fits: totals and every line on the pull request, the details in the summary", async () => {
    await using stage = await githubStage(texts("before"));
    await stage.run("apply", pullRequest(), { with: { comment: "off", "reviewed-plan": "off" } });
    for (const [path, text] of Object.entries(texts("after")))
      stage.folder.write(`checkout/${path}`, text);
    const { code, outputs, summary } = await stage.run("plan", pullRequest());
    expect([code, outputs["to-update"]]).toEqual([0, String(prompts)]);
    expect(statSync(outputs["plan-file"]!).size).toBeGreaterThan(2_000_000);
    const { body } = stage.github.comments[0]!;
    expect(body.length).toBeGreaterThan(50_000);
    expect([...body].length).toBeLessThan(65_536);
    for (let each = 0; each < prompts; each++)
      expect(body).toContain(`- update \`prompt/Prompt ${each}\` · **deploys**`);
    expect(body).toMatch(/And the details of \d+ changes in the job summary\./);
    expect(Buffer.byteLength(summary)).toBeGreaterThan(900_000);
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  });
});

describe("what is secret", () => {
  it("is masked in the log, and taken out of comments, summaries and outputs", async () => {
    const aws = `AKIA${"IOSFODNN7EXAMPLE"}`;
    const files = { "prompts/x.yaml": greeter.replace("Greeter", `Has ${aws} and ${key}`) };
    await using stage = await githubStage(files);
    const { log, commands, summary, outputs } = await stage.run("plan", pullRequest());
    expect(commands.slice(0, 2).map(({ name, data }) => [name, data])).toEqual([
      ["add-mask", key],
      ["add-mask", token],
    ]);
    const told = [summary, stage.github.comments[0]!.body, JSON.stringify(outputs)].join("\n");
    expect(told).toContain("prompt/Has ******************** and (the key)");
    for (const secret of [aws, key, token]) expect(told).not.toContain(secret);
    expect(log).not.toContain(token.repeat(2));
  });
});
