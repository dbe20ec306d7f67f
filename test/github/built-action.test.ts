// The bundle dist/action.js in a process of its own: each command, each class of failure, signals
// and the proxy. The other tests run the same code in the test process.
import { describe, expect, it } from "vitest";
import { greeter } from "../cli/project.ts";
import { proxy } from "../io/proxy.ts";
import { merged, mergeSha, pullRequest, push, schedule } from "./events.ts";
import { type ActionFixture, createFixture, key, type RunOptions } from "./fixture.ts";
import { createGate } from "./gate.ts";
import { type GitHubEvent, metadata, type StepResult, token } from "./run-step.ts";
import { createTestsFixture, scriptedReplies } from "./tests-fixture.ts";

const runBuilt = (
  fixture: ActionFixture,
  command: string,
  event: GitHubEvent,
  options: RunOptions = {},
): Promise<StepResult> =>
  fixture.run(command, event, { ...options, step: { ...options.step, built: true } });

describe("dist/action.js", () => {
  it("validates", async () => {
    await using fixture = await createFixture();
    const { code, summary } = await runBuilt(fixture, "validate", pullRequest());
    expect([code, fixture.service.calls]).toEqual([0, []]);
    expect(summary).toContain("7 definitions (4 files)");
  });

  it.each([
    ["validate", pullRequest()],
    ["plan", pullRequest()],
    ["test", pullRequest()],
    ["apply", push],
    ["drift", schedule],
  ] as const)("%s names a promptctl.yaml that is nested too deeply", async (command, event) => {
    await using fixture = await createFixture();
    fixture.folder.write("checkout/promptctl.yaml", `definitions: ${"[".repeat(2_000)}\n`);
    const { code, log, commands } = await runBuilt(fixture, command, event);
    const printed = [log, ...commands.map(({ data }) => data)].join("\n");
    expect([code, printed]).toEqual([3, expect.stringContaining("nested too deeply")]);
  });

  it("plans, comments and sets all outputs", async () => {
    await using fixture = await createFixture();
    const { code, outputs, commands, summary } = await runBuilt(fixture, "plan", pullRequest());
    const [comment, ...otherComments] = fixture.github.comments;
    expect([code, otherComments]).toEqual([0, []]);
    expect(comment!.body).toContain("**Plan: 7 to create.**");
    expect(summary).toContain("**Plan: 7 to create.**");
    expect(Object.keys(outputs)).toEqual(Object.keys(metadata.outputs));
    expect(outputs).toMatchObject({ "comment-url": comment!.html_url });
    expect(commands.map(({ data }) => data)).toEqual([key, token]);
    expect(fixture.service.writes()).toEqual([]);
  });

  it("tests beside the plan, and in a merge queue", async () => {
    await using fixture = await createTestsFixture();
    const input = { directory: "support", arguments: scriptedReplies };
    const both = { with: { ...input, test: "true" } };
    const planned = await runBuilt(fixture, "plan", fixture.event, both);
    expect([planned.code, planned.outputs["regressed"]]).toEqual([5, "1"]);
    const queue = await runBuilt(fixture, "test", fixture.queued, { with: input });
    expect([queue.code, queue.outputs["passed"]]).toEqual([5, "false"]);
    expect(fixture.github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/### promptctl plan[^]*### promptctl test[^]*\*\*regressed\*\*/),
    ]);
  });

  it("applies", async () => {
    await using fixture = await createFixture();
    fixture.github.pulls.set(mergeSha, [merged]);
    const { code, log } = await runBuilt(fixture, "apply", push);
    expect([code, fixture.service.writes().length]).toEqual([0, 7]);
    expect(fixture.github.comments[0]!.body).toContain("**Applied.** 7 requests");
    expect(log).toContain("\u001B[32m✓\u001B[39m tool/lookup_order");
  });

  it("reports drift in an issue and fails with fail-on-drift", async () => {
    await using fixture = await createFixture();
    await fixture.run("apply", push);
    fixture.folder.write("checkout/prompts/greeter.yaml", greeter.replace("Hello", "Hi"));
    const options = { with: { "fail-on-drift": "true" } };
    const { code } = await runBuilt(fixture, "drift", schedule, options);
    expect([code, fixture.github.issues.length]).toEqual([2, 1]);
  });

  it.each<[string, number, Readonly<Record<string, string>>, RunOptions]>([
    ["a failed request", 1, {}, { env: { PROMPTCTL_API_KEY: "key-SECRET-of-another" } }],
    ["an invalid definition", 3, { "prompts/x.yaml": "kind: prompt\n" }, {}],
    [
      "a refused plan",
      4,
      { "prompts/x.yaml": "kind: tool\nname: gone\nexternal: true\n" },
      { with: { "reviewed-plan": "off" } },
    ],
    ["a wrong input", 64, {}, { with: { strict: "yes" } }],
  ])("exits for %s with %i", async (_failure, exitCode, files, options) => {
    await using fixture = await createFixture(files);
    const { code, commands } = await runBuilt(fixture, "apply", push, options);
    expect(code).toBe(exitCode);
    expect(commands.some(({ name }) => name === "error")).toBe(true);
    expect(fixture.service.writes()).toEqual([]);
  });

  it("finishes the running requests when the job is cancelled", async () => {
    await using fixture = await createFixture();
    const [started, stopping] = [createGate(), createGate()];
    fixture.beforeResponse = async ({ method }) => {
      if (method !== "POST") return;
      started.open();
      await stopping.opened;
    };
    const cancelled = { when: started.opened, onStopping: stopping.open };
    const options = { with: { arguments: "--concurrency 1" }, step: { cancelled } };
    const { code, summary } = await runBuilt(fixture, "apply", push, options);
    expect([code, fixture.service.writes().length]).toEqual([130, 1]);
    expect(summary).toContain("**Apply incomplete:** ");
    expect(summary).toContain("1 of 7 requests succeeded, 6 not started.");
  });

  it("exits at once at the second signal and reports the plan", async () => {
    await using fixture = await createFixture();
    const [started, stopping, over] = [createGate(), createGate(), createGate()];
    fixture.beforeResponse = async ({ method }) => {
      if (method !== "POST") return;
      started.open();
      await over.opened;
    };
    const cancelled = { when: started.opened, onStopping: stopping.open, again: stopping.opened };
    const { code, counts, summary } = await runBuilt(fixture, "apply", push, {
      step: { cancelled },
    });
    over.open();
    expect([code, counts?.create]).toEqual([130, 7]);
    expect(summary).toContain("**Cancelled.** Running requests may have succeeded");
    expect(summary).toContain("**Plan: 7 to create.**");
  });

  it("uses the proxy of the environment for GitHub, but not for a service on this machine", async () => {
    await using fixture = await createFixture();
    await using through = await proxy(fixture.github.url);
    const env = { HTTP_PROXY: through.url, NO_PROXY: "", GITHUB_API_URL: "http://api.invalid" };
    const { code } = await runBuilt(fixture, "plan", pullRequest(), { env });
    expect([code, fixture.github.comments.length]).toEqual([0, 1]);
    expect(new Set(through.forwarded)).toEqual(new Set(["CONNECT api.invalid:80"]));
  });
});
