// promptctl test --fail-on looser from the command line.
import { describe, expect, it } from "vitest";
import type { TestResult } from "../../../src/generated/types.ts";
import { promptFile, replies } from "../../fixtures/support-project.ts";
import { folderOf } from "../../io/folder.ts";
import { gitEnv, repositoryOf } from "../../io/repository.ts";
import { runCli } from "../fake-host.ts";

const checks = `    checks: [{ type: STOP_REASON, is: complete }, { type: MATCHES, pattern: order }]\n`;
const judged = `    checks: [{ type: JUDGE, prompt: Judge, question: Polite? }]\n`;
const judge = (text: string): string => `---
kind: prompt
name: Judge
parameters: { provider: ANTHROPIC, name: claude-test }
messages: [{ role: user, content: "${text} {{reply}} {{question}}" }]
`;
const withMore = (more: string): string =>
  promptFile("Ask.").replace("  - name: refund\n", `  - name: refund\n${more}`);

type Files = Readonly<Record<string, string>>;
const path = "prompts/support.yaml";
const support = (text: string): Files => ({ [path]: text });
const old = support(promptFile("Ask."));
const moved = { "prompts/other.yaml": promptFile("Ask.") };
const greeting = promptFile("Ask.").indexOf("  - name: greeting");

/** The result with scripted replies, after a change of the files. */
async function run(base: Files, head: Files, ...flags: readonly string[]) {
  await using repository = repositoryOf({ "promptctl.yaml": "definitions: prompts\n", ...base });
  const gone = Object.keys(base).map((file) => [file, undefined]);
  repository.commit({ ...Object.fromEntries(gone), "replies.yaml": replies, ...head });
  const words = ["test", "--replies", "replies.yaml", "--base", "HEAD~1", "--format", "json"];
  const env = { ...gitEnv, CI: "true" };
  const { code, out } = await runCli([...words, ...flags], { cwd: repository.path, env });
  return { code, out, result: JSON.parse(out) as Partial<TestResult> };
}

const failOn = ["--fail-on", "looser"];
const removed = "removed or made easier (--fail-on looser): ";

describe("--fail-on looser blocks", () => {
  it.each<readonly [name: string, base: Files, head: Files, tests: string]>([
    [
      "an evaluation that is removed",
      old,
      support(promptFile("Ask.").slice(0, greeting)),
      `1 test was ${removed}evaluation/Support/greeting.`,
    ],
    [
      "a lower threshold",
      old,
      support(withMore("    threshold: 0.5\n")),
      `1 test was ${removed}evaluation/Support/refund.`,
    ],
    [
      "a check that is removed",
      support(withMore(checks)),
      support(withMore(checks.replace("{ type: STOP_REASON, is: complete }, ", ""))),
      `1 test was ${removed}evaluation/Support/refund.`,
    ],
    [
      "two weaker assertions",
      old,
      support(
        promptFile("Ask.").replace("[order number]", "[order]").replace("Value: Hello", "Value: H"),
      ),
      `2 tests were ${removed}evaluation/Support/refund, evaluation/Support/greeting.`,
    ],
    [
      "a weaker assertion in another file, of an evaluation with another name",
      old,
      {
        "prompts/other.yaml": promptFile("Ask.")
          .replace("name: greeting", "name: hello")
          .replace("[order number]", "[order]"),
      },
      `1 test was ${removed}evaluation/Support/refund.`,
    ],
  ])("%s", async (_name, base, head, reason) => {
    const { code, result } = await run(base, head, ...failOn);
    expect([code, result.verdict, result.settings!.failOn]).toEqual([5, "failed", "looser"]);
    expect(result.reasons).toContain(reason);
    expect(result.loosened!.filter(({ blocks }) => blocks)).not.toEqual([]);
    const without = await run(base, head);
    expect(without.result.reasons).not.toContain(reason);
    expect(without.result.loosened!.filter(({ blocks }) => blocks)).toEqual([]);
  });
});

describe("--fail-on looser does not block", () => {
  it.each<readonly [name: string, base: Files, head: Files, listed: readonly string[]]>([
    ["a file that is moved", old, moved, []],
    [
      "an evaluation that is renamed",
      old,
      support(promptFile("Ask.").replace("name: greeting", "name: hello")),
      [],
    ],
    [
      "a prompt that is renamed",
      old,
      support(promptFile("Ask.").replace("name: Support", "name: Help\nrenamedFrom: Support")),
      [],
    ],
    [
      "another order of evaluations",
      old,
      support(
        promptFile("Ask.").slice(0, promptFile("Ask.").indexOf("  - name: refund")) +
          promptFile("Ask.").slice(greeting) +
          promptFile("Ask.").slice(promptFile("Ask.").indexOf("  - name: refund"), greeting),
      ),
      [],
    ],
    [
      "a prompt that is removed with its evaluations",
      { ...old, "prompts/b.yaml": promptFile("Ask.").replace("name: Support", "name: Other") },
      old,
      ["removed with prompt/Other", "removed with prompt/Other"],
    ],
    [
      "a stricter assertion",
      old,
      support(promptFile("Ask.").replace("[order number]", "[the order number]")),
      [],
    ],
    [
      "a judge that changed, which is listed",
      support(withMore(judged) + judge("Judge")),
      support(withMore(judged) + judge("Be strict:")),
      ["the judge of 1 check changed"],
    ],
    [
      "other variables, which are listed",
      old,
      support(promptFile("Ask.").replace("variables: {}", "variables: { a: b }")),
      ['variables.a none → "b"'],
    ],
  ])("%s", async (_name, base, head, listed) => {
    const { result } = await run(base, head, ...failOn);
    expect(result.loosened!.map(({ message }) => message)).toEqual(listed);
    expect(result.loosened!.filter(({ blocks }) => blocks)).toEqual([]);
    expect(result.reasons!.join(" ")).not.toContain("looser");
  });

  it("tests that --target and --exclude leave out", async () => {
    const head = support(withMore("    threshold: 0.5\n"));
    for (const flags of [
      ["--target", "*/greeting"],
      ["--exclude", "*/refund"],
    ]) {
      const { code, result } = await run(old, head, ...failOn, ...flags);
      expect([code, result.loosened]).toEqual([0, [expect.objectContaining({ looser: true })]]);
    }
    expect((await run(old, head, ...failOn, "--target", "prompt/Support")).code).toBe(5);
  });
});

describe("--fail-on needs a base", () => {
  it("and --base none is wrong usage", async () => {
    const { code, out } = await run(old, old, ...failOn, "--base", "none");
    expect([code, out]).toEqual([
      64,
      expect.stringContaining("--fail-on looser cannot be used with --base none."),
    ]);
  });

  it("and without a repository the base is unknown, also outside of CI", async () => {
    await using folder = folderOf({ "promptctl.yaml": "definitions: prompts\n", ...old });
    const { code, err } = await runCli(["test", ...failOn], { cwd: folder.path, env: gitEnv });
    expect([code, err]).toEqual([64, expect.stringContaining("The base is unknown.")]);
  });
});

it("another value of --fail-on is wrong usage", async () => {
  const { code, out } = await run(old, old, "--fail-on", "all");
  expect([code, out]).toEqual([64, expect.stringContaining("Allowed choices are looser.")]);
});
