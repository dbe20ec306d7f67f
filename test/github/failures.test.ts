// Failures of the Action: annotations, reports and exit codes.
import { describe, expect, it } from "vitest";
import { greeter, triage } from "../cli/project.ts";
import { findSecrets } from "../laws/hostile/oracle.ts";
import { closedPort, loopback } from "../io/loopback.ts";
import type { Answer } from "./fake-github.ts";
import { closedByMerge, dispatch, pullRequest } from "./events.ts";
import { createFixture, key, type RunOptions } from "./fixture.ts";

const notPermitted: Answer = {
  status: 403,
  body: { message: "Resource not accessible by integration" },
};

describe("without a plan the step fails and the comment reports the failure", () => {
  it.each<[string, number, RegExp, () => Promise<RunOptions> | RunOptions]>([
    [
      "a wrong API key",
      1,
      /401 from GET \/sdk\/v1\//,
      () => ({ env: { PROMPTCTL_API_KEY: "key-SECRET-of-another" } }),
    ],
    [
      "a target without a match",
      64,
      /No definition matches/,
      () => ({ with: { target: "tool/none" } }),
    ],
    [
      "inputs that cannot be used together",
      64,
      /cannot be used together/,
      () => ({ with: { target: "tool/*", exclude: "prompt/*" } }),
    ],
  ])("%s", async (_what, code, message, failingOptions) => {
    await using fixture = await createFixture();
    const more = await failingOptions();
    const target = more.with?.["base-url"] ?? fixture.service.url;
    const ran = await fixture.run("plan", pullRequest(), more);
    expect([ran.code, ran.outputs["plan-digest"]]).toEqual([code, ""]);
    expect(ran.commands.at(-1)).toMatchObject({
      name: "error",
      data: expect.stringMatching(message),
    });
    const [{ body } = { body: "" }] = fixture.github.comments;
    expect(body).toContain(
      `target=${encodeURIComponent(new URL(target).host)} directory=. run= digest= -->`,
    );
    for (const text of [body, ran.summary]) {
      expect(text).toContain("**No plan.**");
      expect(text).toMatch(message);
    }
    expect(findSecrets(body + ran.summary, [key, "key-SECRET-of-another"])).toEqual([]);
  });

  const options = { arguments: "--retries 0" };
  it.each<[string, RegExp, () => Promise<Record<string, string>> | Record<string, string>]>([
    [
      "a service that is down",
      /cannot be reached: connection refused/,
      async () => ({ ...options, "base-url": await closedPort() }),
    ],
    [
      "a base URL without https",
      /would send the API key unencrypted/,
      () => ({ "base-url": "http://prompts.example.com" }),
    ],
    ["a wrong directory", /There is no promptctl.yaml in other\./, () => ({ directory: "other" })],
  ])("%s creates no comment that later runs would not find", async (_what, message, inputs) => {
    await using fixture = await createFixture();
    const ran = await fixture.run("plan", pullRequest(), { with: await inputs() });
    expect(ran.code).not.toBe(0);
    expect(ran.summary.replace(/\s+/g, " ")).toMatch(message);
    expect(fixture.github.comments).toEqual([]);
  });

  it("another server at the base URL creates no comment that later runs would not find", async () => {
    await using fixture = await createFixture();
    await using website = await loopback((_request, response) => response.end("<html></html>"));
    const ran = await fixture.run("plan", pullRequest(), { with: { "base-url": website.url } });
    expect([ran.code, fixture.github.comments]).toEqual([1, []]);
  });

  it("a service that goes down is reported in the comment that exists", async () => {
    await using fixture = await createFixture();
    await fixture.run("plan", pullRequest());
    fixture.beforeResponse = async () => {
      throw new Error("down");
    };
    const { code } = await fixture.run("plan", pullRequest(), { with: options });
    expect([code, fixture.github.comments.length]).toEqual([1, 1]);
    expect(fixture.github.comments[0]!.body).toContain("**No plan.**");
  });

  it("errors in definitions are annotated on their lines", async () => {
    await using fixture = await createFixture();
    await fixture.run("plan", pullRequest());
    fixture.folder.write(
      "checkout/prompts/triage.yaml",
      triage.replace("[lookup_order]", "[lookup_ordr]"),
    );
    const { code, commands, outputs, summary } = await fixture.run("plan", pullRequest());
    expect([code, outputs["has-changes"]]).toEqual([3, ""]);
    expect(commands.filter(({ name }) => name === "error")).toEqual([
      {
        name: "error",
        properties: expect.objectContaining({
          file: "prompts/triage.yaml",
          line: "3",
          col: "9",
          title: "unknown-tool",
        }),
        data: expect.stringContaining('Unknown tool "lookup_ordr".'),
      },
    ]);
    const [comment, ...others] = fixture.github.comments;
    expect(others).toEqual([]);
    for (const text of [comment!.body, summary]) {
      expect(text).toContain("**No plan:** the definitions are invalid.");
      expect(text).toContain("**1 error.** Checked 4 files.");
      expect(text).toContain("prompts/triage.yaml:3:9  error  unknown-tool\n");
    }
    expect(comment!.body).toContain("digest= -->");
  });

  it("paths are relative to the top of the checkout", async () => {
    await using fixture = await createFixture({
      "sub/promptctl.yaml": "{}\n",
      "sub/prompts/x.yaml": "kind: prompt\n",
    });
    const { code, commands } = await fixture.run("validate", pullRequest(), {
      with: { directory: "./sub/" },
    });
    expect(code).toBe(3);
    expect(commands.find(({ name }) => name === "error")!.properties["file"]).toBe(
      "sub/prompts/x.yaml",
    );
  });

  it("warnings fail the step only with strict", async () => {
    const warned = triage.replace("variables: {}", "variables: { company: Acme }");
    await using fixture = await createFixture({ "prompts/triage.yaml": warned });
    expect((await fixture.run("plan", pullRequest())).code).toBe(0);
    const strict = await fixture.run("plan", pullRequest(), { with: { strict: "true" } });
    expect([strict.code, strict.commands.at(-1)!.data]).toEqual([
      3,
      "Warnings fail this step because strict is true.",
    ]);
    expect(strict.summary).toContain(
      "**No plan.**\n\nWarnings fail this step because strict is true.\n\n**1 warning.**",
    );
    expect((await fixture.run("validate", dispatch)).code).toBe(0);
    expect((await fixture.run("validate", dispatch, { with: { strict: "TRUE" } })).code).toBe(3);
  });
});

describe("errors of GitHub do not fail the step: the job summary has the report", () => {
  it.each<[string, string, (method: string) => Answer | undefined]>([
    ["no permission to read comments", "notice", () => notPermitted],
    [
      "a pull request that is not visible",
      "notice",
      () => ({ status: 404, body: { message: "Not Found" } }),
    ],
    ["an invalid token", "warning", () => ({ status: 401, body: { message: "Bad credentials" } })],
    [
      "a renamed repository",
      "warning",
      () => ({ status: 301, headers: { location: "http://127.0.0.1:9/" } }),
    ],
    [
      "a rejected request",
      "warning",
      (method) =>
        method === "GET"
          ? undefined
          : {
              status: 422,
              body: { message: "Validation Failed", errors: [{ message: "body is spam" }] },
            },
    ],
    [
      "a rate limit of an hour",
      "warning",
      () => ({
        status: 403,
        headers: { "retry-after": "3600" },
        body: { message: "You have exceeded a secondary rate limit." },
      }),
    ],
    [
      "a rate limit without end",
      "warning",
      () => ({ status: 403, headers: { "retry-after": "0" }, body: { message: "Slow down." } }),
    ],
  ])("%s", async (_what, level, answer) => {
    await using fixture = await createFixture();
    fixture.github.instead = ({ method }) => answer(method);
    const { code, commands, counts, outputs, summary } = await fixture.run("plan", pullRequest());
    expect([code, counts?.create, outputs["comment-url"]]).toEqual([0, 7, ""]);
    expect(commands.at(-1)!.name).toBe(level);
    expect(summary).toContain("**Plan: 7 to create.**");
  });

  it("names the missing permission", async () => {
    await using fixture = await createFixture();
    fixture.github.instead = ({ method }) => (method === "POST" ? notPermitted : undefined);
    const { commands } = await fixture.run("plan", pullRequest());
    expect(commands.at(-1)).toMatchObject({
      name: "notice",
      data: "GitHub: cannot comment on the pull request: not permitted (403: Resource not accessible by integration).\nGive the job the permission pull-requests: write.",
    });
  });

  it("an empty token is a notice", async () => {
    await using fixture = await createFixture();
    const options = { with: { "github-token": "" } };
    const { code, commands } = await fixture.run("plan", pullRequest(), options);
    expect([code, fixture.github.calls]).toEqual([0, []]);
    expect(commands.filter(({ name }) => name === "notice")).toEqual([
      expect.objectContaining({
        data: "No comment was written: the input github-token is empty.\nRemove github-token from the step, or set comment: never.",
      }),
    ]);
    const never = { with: { "github-token": "", comment: "never" } };
    const quiet = await fixture.run("plan", pullRequest(), never);
    expect(quiet.commands.filter(({ name }) => name === "notice")).toEqual([]);
  });

  it("reports a locked conversation", async () => {
    await using fixture = await createFixture();
    const body = { message: "Unable to create comment because issue is locked." };
    fixture.github.instead = ({ method }) =>
      method === "POST" ? { status: 403, body } : undefined;
    const { commands } = await fixture.run("plan", pullRequest());
    expect(commands.at(-1)).toMatchObject({
      name: "notice",
      data: "GitHub: cannot comment on the pull request: the conversation is locked (403: Unable to create comment because issue is locked.).\nUnlock the conversation. The job summary contains the full report.",
    });
  });

  it("without a token GitHub is not requested", async () => {
    await using fixture = await createFixture();
    // An empty input has its default, so the token is only empty if the runner has none.
    const { code } = await fixture.run("plan", pullRequest(), {
      env: { "INPUT_GITHUB-TOKEN": "" },
    });
    expect([code, fixture.github.calls]).toEqual([0, []]);
  });
});

it("a runner file that cannot be written does not affect other reports", async () => {
  await using fixture = await createFixture();
  const noSummary = await fixture.run("plan", pullRequest(), {
    step: { unwritable: ["GITHUB_STEP_SUMMARY"] },
  });
  const noOutputs = await fixture.run("plan", pullRequest(), {
    step: { unwritable: ["GITHUB_OUTPUT"] },
  });
  expect([noSummary.code, noOutputs.code, fixture.github.comments.length]).toEqual([0, 0, 1]);
  expect(noSummary.outputs["comment-url"]).toBe(fixture.github.comments[0]!.html_url);
  expect(noOutputs.summary).toContain("**Plan: 7 to create.**");
  for (const [{ commands }, what] of [
    [noSummary, "The job summary"],
    [noOutputs, "The outputs"],
  ] as const)
    expect(commands.at(-1)).toMatchObject({
      name: "warning",
      data: expect.stringContaining(`${what} could not be written: no such file or directory.`),
    });
});

describe("invalid inputs", () => {
  it.each<[string, Record<string, string>, string]>([
    [
      "a missing command",
      { command: "" },
      "The input command is missing. Allowed choices are validate, plan, test, apply, drift.",
    ],
    [
      "an unknown command",
      { command: "deploy" },
      'The input command is "deploy". Allowed choices are validate, plan, test, apply, drift.',
    ],
    [
      "an empty base URL",
      { "base-url": "" },
      "No service configured: the input base-url is empty.",
    ],
    ["the embedded service", { "base-url": "local" }, "base-url: local is not available"],
    [
      "an unencrypted base URL",
      { "base-url": "http://prompts.example.com" },
      "would send the API key unencrypted",
    ],
    [
      "a folder without a project",
      { directory: "prompts" },
      "There is no promptctl.yaml in prompts.",
    ],
    ["a missing folder", { directory: "nowhere" }, "There is no promptctl.yaml in nowhere."],
    [
      "an invalid number",
      { arguments: "--concurrency 0" },
      'The flag --concurrency of the input arguments is "0". Expected an integer from 1 to 9999.',
    ],
    [
      "a workflow command",
      { comment: "\n::error::x" },
      'The input comment is "::error::x". Allowed choices are changes, always, new, never.',
    ],
  ])("%s", async (_what, given, message) => {
    await using fixture = await createFixture();
    const { code, commands } = await fixture.run("plan", pullRequest(), { with: given });
    expect(code).toBe(64);
    const errors = commands.filter(({ name }) => name === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]!.data).toContain(message);
  });

  it("a missing API key", async () => {
    await using fixture = await createFixture();
    const more = {
      with: { "base-url": "https://prompts.example.com" },
      env: { PROMPTCTL_API_KEY: "" },
    };
    const { code, commands } = await fixture.run("plan", dispatch, more);
    expect(code).toBe(64);
    expect(commands.at(-1)!.data).toContain("No API key for https://prompts.example.com.");
  });
});

it("comment-detail: names hides field values and resources that exist only on the service", async () => {
  const other = { description: "SERVICE-ONLY description", parameters: {} };
  const deleted = ["SERVICE-ONLY_tool", "SERVICE-ONLY_twin", "new_tool"];
  await using fixture = await createFixture({
    "promptctl.yaml": JSON.stringify({
      definitions: "prompts",
      scope: ["*", ...deleted.map((name) => `tool/${name}`)], // without history
    }),
    "prompts/greeter.yaml": greeter.replace("Hello", "FILE-CONTENT old"),
  });
  await fixture.run("apply", dispatch);
  await fixture.service.send("POST", "tools", { name: "SERVICE-ONLY_tool", ...other });
  await fixture.service.send("POST", "tools", { name: "SERVICE-ONLY_twin", ...other });
  await fixture.service.send("POST", "tools", { name: "new_tool", ...other });
  await fixture.service.send("POST", "tools", {
    name: "new_tool",
    ...other,
    description: "SERVICE-ONLY twin",
  });
  fixture.folder.write(
    "checkout/prompts/greeter.yaml",
    greeter.replace("Hello", "FILE-CONTENT new"),
  );
  fixture.folder.write(
    "checkout/prompts/new.yaml",
    "kind: tool\nname: new_tool\ndescription: FILE-CONTENT\nparameters: {}\n",
  );
  const names = { "comment-detail": "names", prune: "true" };
  const planned = await fixture.run("plan", pullRequest(), { with: names });
  const refused = await fixture.run("apply", closedByMerge, { with: names });
  fixture.folder.write("checkout/prompts/new.yaml", "");
  fixture.refuse = ({ method }) => method === "PUT";
  const failed = await fixture.run("apply", closedByMerge, {
    with: { ...names, "allow-mass-delete": "true" },
  });
  fixture.refuse = () => false;
  const drifted = await fixture.run("drift", dispatch, { with: names });
  expect([planned.code, refused.code, failed.code, drifted.code]).toEqual([4, 4, 1, 4]);
  const pages = [...fixture.github.comments, ...fixture.github.issues].map(
    ({ body, title }) => title + body,
  );
  expect(pages).toHaveLength(3);
  const logs = [planned, refused, failed, drifted].flatMap(({ log, summary }) => [log, summary]);
  for (const text of [...pages, ...logs]) {
    expect(text).not.toMatch(/SERVICE-ONLY|FILE-CONTENT|not now/);
    expect(text).not.toMatch(/\b[0-9a-f]{24}\b/); // ids of the service
  }
  expect(planned.summary).toContain("- update `prompt/Greeter`");
  expect(failed.summary).toContain("- **delete** `tool/(not named here)`");
  expect(planned.summary).toContain("ambiguous-name · tool/new_tool");
});

it("a report of many failed requests is limited", async () => {
  const tools = Array.from(
    { length: 300 },
    (_, index) => `kind: tool\nname: tool_${index}\ndescription: d\nparameters: {}\n`,
  );
  await using fixture = await createFixture({ "prompts/x.yaml": tools.join("---\n") });
  fixture.refusalMessage = "no ".repeat(400);
  fixture.refuse = ({ method }) => method === "POST";
  const { code, summary } = await fixture.run("apply", closedByMerge);
  expect(code).toBe(1);
  const { body } = fixture.github.comments[0]!;
  expect(body.length).toBeLessThan(65_536);
  for (const text of [body, summary]) {
    expect(text).toContain("0 of 307 requests succeeded, 303 failed, 4 skipped.");
    expect(text).toContain("tool/tool_0: 400 from POST /sdk/v1/tools: no no no");
  }
  const line = (page: string): unknown => page.match(/^.*tool\/tool_299`.*$/gm);
  expect(line(body)).toEqual(['- create `tool/tool_299` · `description: "d"`']);
  expect(summary).toMatch(/^- create \*\*302 tools\*\*$/m);
  expect(line(summary)).toEqual(["#### `tool/tool_299`"]);
});
