// What was changed on the service by hand, where it reports versions: also what git has had before.
import { describe, expect, it } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import { folderOf } from "../../io/folder.ts";
import { type CliResult, createFakeService } from "../fake-host.ts";
import { createRepositoryFixture } from "../repository-fixture.ts";

const configuration = { "promptctl.yaml": "definitions: prompts\nconflicts: refuse\n" };

const filesOf = (text: string, seconds = 1): Readonly<Record<string, string>> => ({
  "prompts/p.yaml": `kind: prompt
name: Support
parameters: { provider: OPENAI, name: gpt-test }
messages: [{ role: system, content: ${text} }]
evaluations:
  - name: e
    variables: {}
    appendedMessages: [{ role: user, content: Hi }]
    assertions: [{ type: LATENCY, targetThreshold: ${seconds} }]
`,
});

/**
 * `deploy`: a commit that is applied. `edit`: a change on the service. `merge`: a commit of another branch,
 * merged without its content.
 */
type Step = readonly ["commit" | "deploy" | "edit" | "merge", string, number?];

interface Story {
  run(words: readonly string[]): Promise<CliResult>;
  git(words: readonly string[]): string;
}

async function tell(
  steps: readonly Step[],
  isReported: boolean,
  then: (story: Story) => Promise<void>,
): Promise<void> {
  const { repository, run: runIn } = await createRepositoryFixture(configuration);
  await using disposed = repository;
  const { fetch } = await createFakeService({ extensions: isReported });
  const run = (words: readonly string[], cwd = disposed.path): Promise<CliResult> =>
    runIn([...words], { fetch, cwd });
  const apply = ["apply", "--auto-approve"];
  for (const [step, text, seconds] of steps) {
    const files = filesOf(text, seconds);
    if (step === "edit") {
      await using editor = folderOf({ "promptctl.yaml": "definitions: prompts\n", ...files });
      expect((await run(apply, editor.path)).code).toBe(0);
      continue;
    }
    if (step === "merge") repository.git(["checkout", "-q", "-b", "side"]);
    repository.commit(files);
    if (step === "deploy") expect((await run(apply)).code).toBe(0);
    if (step !== "merge") continue;
    repository.git(["checkout", "-q", "-"]);
    repository.git(["merge", "-q", "--no-ff", "-s", "ours", "-m", "merge", "side"]);
  }
  await then({ run, git: (words) => repository.git([...words]) });
}

describe("a change on the service", () => {
  const setBack: readonly Step[] = [
    ["deploy", "one"],
    ["deploy", "bad"],
    ["edit", "one"],
  ];

  it.each<[string, readonly Step[], boolean, number]>([
    ["to an earlier version", setBack, true, 4],
    ["to an earlier version, which is not reported", setBack, false, 0],
    [
      "of an assertion to an earlier version",
      [
        ["deploy", "one", 1],
        ["deploy", "one", 2],
        ["edit", "one", 1],
      ],
      true,
      4,
    ],
    [
      "that was undone there",
      [
        ["deploy", "one"],
        ["edit", "two"],
        ["edit", "one"],
        ["commit", "three"],
      ],
      true,
      0,
    ],
    [
      "that was committed later",
      [
        ["deploy", "one"],
        ["edit", "two"],
        ["commit", "two"],
        ["commit", "three"],
      ],
      true,
      0,
    ],
    [
      "that was committed and reverted later",
      [
        ["deploy", "one"],
        ["edit", "two"],
        ["commit", "two"],
        ["commit", "one"],
      ],
      true,
      0,
    ],
    [
      "that was merged later",
      [
        ["deploy", "one"],
        ["edit", "two"],
        ["merge", "two"],
        ["commit", "three"],
      ],
      true,
      0,
    ],
    [
      "that was merged, and made again",
      [
        ["deploy", "one"],
        ["edit", "two"],
        ["merge", "two"],
        ["deploy", "three"],
        ["edit", "two"],
      ],
      true,
      4,
    ],
  ])("%s", async (_name, steps, isReported, code) => {
    await tell(steps, isReported, async ({ run }) => {
      const plan = await run(["plan"]);
      expect(plan.out.includes("changed on the service")).toBe(code === 4);
      expect((await run(["apply", "--auto-approve"])).code).toBe(code);
    });
  });

  it("to an earlier version is shown by status and taken over by pull", async () => {
    await tell(setBack, true, async ({ run, git }) => {
      expect((await run(["status"])).out).toContain("1 changed on the service");
      expect((await run(["pull", "--branch", "back"])).code).toBe(0);
      git(["merge", "-q", "back"]);
      expect((await run(["status"])).code).toBe(0);
      expect(git(["show", "HEAD:prompts/p.yaml"])).toContain("content: one");
    });
  });
});

it("a resource that is deleted after it was listed has no versions", async () => {
  const { repository, run } = await createRepositoryFixture({
    ...configuration,
    ...filesOf("one"),
  });
  await using _ = repository;
  const service = await createFakeService({ extensions: true });
  expect((await run(["apply", "--auto-approve"], service)).code).toBe(0);
  repository.commit(filesOf("one", 2));
  const deleted: string[] = [];
  const fetch: Fetch = async (url, init) => {
    const resource = url.replace(/\/versions$/, "");
    if (resource !== url && resource.includes("/evaluation-assertions/")) {
      await service.fetch(resource, { ...init, method: "DELETE" });
      deleted.push(resource);
    }
    return service.fetch(url, init);
  };
  const { code, err } = await run(["plan"], { fetch });
  expect([code, err, deleted.length]).toEqual([0, "", 1]);
});
