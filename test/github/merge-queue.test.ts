// The Action on an entry of a merge queue: the plan is compared with the entry before, and no comment is
// written, because the event names no pull request.
import { describe, expect, it } from "vitest";
import { greeter, triage } from "../cli/project.ts";
import { commitAll, initialize, runGitScript, runTestGit } from "../io/repository.ts";
import { baseSha, queueEntry } from "./events.ts";
import { type ActionFixture, createFixture } from "./fixture.ts";
import type { GitHubEvent } from "./run-step.ts";

interface QueueFixture extends ActionFixture {
  /** The second entry, which adds a prompt. The first one, before it, removes another. */
  readonly second: GitHubEvent;
  /** The commit of main. */
  readonly main: string;
}

/** A checkout of the second entry of a queue. */
async function createQueue(): Promise<QueueFixture> {
  const oldBot = greeter.replace("Greeter", "Old bot");
  const unused = triage.replace("variables: {}", "variables: { company: Acme }");
  const fixture = await createFixture({
    "prompts/old.yaml": oldBot,
    "prompts/triage.yaml": unused,
  });
  const checkout = fixture.folder.at("checkout");
  const commit = (): string => runGitScript(`${commitAll}; git rev-parse HEAD`, checkout);
  initialize(checkout);
  const main = commit();
  runTestGit(["update-ref", "refs/remotes/origin/main", main], checkout);
  fixture.folder.write("checkout/prompts/old.yaml", "");
  const first = commit();
  fixture.folder.write("checkout/prompts/new.yaml", greeter.replace("Greeter", "New bot"));
  const sha = commit();
  runTestGit(["checkout", "-q", "--detach"], checkout);
  return {
    ...fixture,
    main,
    second: queueEntry(sha, first, 8),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

describe("an entry of a merge queue", () => {
  it("is planned without a comment", async () => {
    await using fixture = await createQueue();
    const { code, counts, outputs, summary } = await fixture.run("plan", fixture.second);
    expect([code, counts?.create, outputs["comment-url"]]).toEqual([0, 8, ""]);
    expect(summary).toContain("**Plan: 8 to create.**");
    expect([fixture.github.calls, fixture.service.writes()]).toEqual([[], []]);
  });

  it("is compared with the entry before it, not with main", async () => {
    await using fixture = await createQueue();
    const { payload, sha } = fixture.second;
    const onMain = queueEntry(sha, fixture.main, 8);
    const unnamed = { ...fixture.second, payload: { ...(payload as object), merge_group: {} } };
    for (const [event, isRemoved] of [
      [fixture.second, false],
      [onMain, true],
      [unnamed, true], // the merge base with main
    ] as const) {
      const { code, summary } = await fixture.run("plan", event);
      expect(code).toBe(0);
      expect(summary.includes("* no longer defined: `prompt/Old bot`")).toBe(isRemoved);
      expect(summary).toContain("1 warning in files that this pull request does not change");
    }
  });

  it("fails if the clone does not have the entry before it", async () => {
    await using fixture = await createQueue();
    runGitScript("git rev-parse HEAD > .git/shallow", fixture.folder.at("checkout"));
    const { code, commands } = await fixture.run("plan", queueEntry(fixture.second.sha, baseSha));
    expect(code).toBe(64);
    expect(commands.at(-1)!.data).toContain(`git has no commit "${baseSha}".`);
    expect(commands.at(-1)!.data).toContain("fetch-depth: 0 of actions/checkout");
  });

  it("is no drift", async () => {
    await using fixture = await createQueue();
    for (const branches of ["", "*"]) {
      const { code, commands } = await fixture.run("drift", fixture.second, { with: { branches } });
      expect([code, fixture.github.calls, fixture.service.calls]).toEqual([4, [], []]);
      expect(commands.at(-1)!.data).toMatch(
        /^Not compared: the entry of the merge queue is not merged\. .*\nUse command: plan here, or set the input allow-unmerged\.$/,
      );
    }
  });
});
