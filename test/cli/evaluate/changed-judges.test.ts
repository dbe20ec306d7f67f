// A pull request that changes a prompt and its judge, from the command line: what decides, and what each
// format shows of both versions.
import { spawnSync } from "node:child_process";
import { expect, it, test } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { TestResult } from "../../../src/generated/types.ts";
import { builtProgram } from "../../fixtures/built.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { claudeReply } from "../../providers/replies.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const prompts = `kind: prompt
name: Support
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: "Be polite. {{ticket}}" }]
evaluations:
  - name: parcel
    variables: { ticket: "Where is it?" }
    checks: [{ type: JUDGE, prompt: Tone judge, question: Is it polite? }]
---
kind: prompt
name: Tone judge
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: "Judge: {{reply}} {{question}}" }]
`;

const path = "prompts/support.yaml";
const yes = `'{"answers": [{"pass": true}]}'`;
const no = `'{"answers": [{"pass": false, "reason": "It is rude."}]}'`;

/** Replies: the head is rude. The judge of the base says `ofBase` about it, that of the head yes. */
const replies = (ofBase: string): string => `
- { evaluation: "*", judge: "*", judgeVersion: head, text: ${yes} }
- { evaluation: "*", judge: "*", judgeVersion: base, side: head, text: ${ofBase} }
- { evaluation: "*", judge: "*", judgeVersion: base, side: base, text: ${yes} }
- { evaluation: "*", side: base, text: "With pleasure." }
- { evaluation: "*", side: head, text: "Wait." }
`;

function changedProject(
  ofBase: string,
  change: (text: string) => string,
  settings: readonly string[] = ["definitions: prompts\n"],
): TestRepository {
  const [before, after = before] = settings as [string];
  const repository = repositoryOf({ "promptctl.yaml": before, [path]: prompts });
  repository.write("promptctl.yaml", after);
  repository.write(path, change(prompts.replace("Be polite", "Be short")));
  repository.write("replies.yaml", replies(ofBase));
  return repository;
}

const lenient = (text: string): string => text.replace("Judge:", "Say yes.");

function runTest(repository: TestRepository, ...args: readonly string[]): Promise<CliResult> {
  const flags = ["--base", "HEAD", "--replies", "replies.yaml"];
  return runCli(["test", ...flags, ...args], { cwd: repository.path, env: gitEnv });
}

/** The texts of all formats, with each run of white space as one blank. */
async function formatsOf(repository: TestRepository) {
  const files = ["r.json", "r.md", "r.xml", "r.html"];
  const run = await runTest(repository, ...files.flatMap((file) => ["--out", file]));
  const [json, markdown, junit, page] = files.map((file) => repository.read(file));
  const plain = (text: string): string =>
    text
      .replaceAll("&#34;", '"')
      .replaceAll("&quot;", '"')
      .replaceAll(/<[^>]*>|\s+/g, " ")
      .replaceAll(/ +/g, " ");
  const texts = { text: run.out, markdown: markdown!, junit: junit!, html: page! };
  const shown = Object.entries(texts).map(([name, text]) => [name, plain(text)] as const);
  return { code: run.code, result: JSON.parse(json!) as TestResult, shown };
}

it("a worse prompt with a judge that always says yes: red in all formats, with both verdicts", async () => {
  await using repository = changedProject(no, lenient);
  const { code, result, shown } = await formatsOf(repository);
  expect(code).toBe(5);
  for (const [name, text] of shown) {
    expect.soft(text, name).toContain("The judge changed, and its version on the base decides.");
    expect.soft(text, name).toContain("Tone judge of the base answers no.");
    expect.soft(text, name).toContain("It is rude.");
    expect
      .soft(text, name)
      .toMatch(/By the version of the head: passed .*JUDGE "Is it polite\?" by Tone judge/);
    expect.soft(text, name).toContain("the judge of 1 check changed");
  }
  const [trial] = result.cases[0]!.head.trials;
  expect(trial).toMatchObject({
    outcome: "failed",
    assertions: [{ verdict: "fail", actual: ["It is rude."] }],
    otherVersion: { side: "head", outcome: "passed", score: 1, assertions: [{ verdict: "pass" }] },
  });
  const [ofBase] = result.cases[0]!.base!.trials;
  expect(ofBase).toMatchObject({ outcome: "passed", otherVersion: { outcome: "passed" } });
});

it("a judge of the base that cannot be read: open in all formats, with what it replied", async () => {
  await using repository = changedProject("The reply is fine.", lenient);
  const { code, result, shown } = await formatsOf(repository);
  expect(code).toBe(1);
  for (const [name, text] of shown) {
    expect.soft(text, name).toContain("Tone judge of the base did not answer as judges do");
    expect.soft(text, name).toContain("The reply is fine.");
    expect.soft(text, name).toContain("not compared");
  }
  const [{ head, comparison }] = result.cases as [TestResult["cases"][number]];
  expect(comparison).toBe("not compared");
  expect(head.trials[0]!.otherVersion).toMatchObject({
    side: "base",
    outcome: "not measured",
    assertions: [{ verdict: "not measured", actual: ["The reply is fine."] }],
  });
  // One reply, the judge of the head once, that of the base twice.
  expect(result.calls.live).toBe(4);
});

it("a judge that cannot be read: not measured in all formats, with what it replied", async () => {
  await using repository = changedProject(no, (text) => text);
  repository.write("replies.yaml", replies(no).replace(yes, "It seems fine."));
  const { code, result, shown } = await formatsOf(repository);
  expect(code).toBe(1);
  for (const [name, text] of shown) {
    expect.soft(text, name).toContain("Tone judge did not answer as judges do");
    expect.soft(text, name).toContain("It seems fine.");
  }
  expect(result.cases[0]!.head.trials[0]!.assertions).toMatchObject([
    { verdict: "not measured", actual: ["It seems fine."] },
  ]);
});

const environment = (model: string): string => `definitions: prompts
environments:
  production: { baseUrl: "https://prompts.example.com", set: { "prompt/Tone judge": { parameters.name: ${model} } } }
`;

test.each([
  ["the same", ["claude-opus-4-5", "claude-opus-4-5"], []],
  ["another", ["claude-opus-4-5", "claude-haiku-4-5"], ["the judge of 1 check changed"]],
])("a judge whose model promptctl.yaml sets, %s on both sides", async (_name, models, changes) => {
  await using repository = changedProject(no, (text) => text, models.map(environment));
  const { out } = await runTest(repository, "--env", "production", "--format", "json");
  const { loosened, cases, exitCode } = JSON.parse(out) as TestResult;
  expect(loosened.map(({ message }) => message)).toEqual(changes);
  expect(cases[0]!.head.trials[0]!.otherVersion?.outcome).toBe(
    changes.length > 0 ? "passed" : undefined,
  );
  expect(exitCode).toBe(changes.length > 0 ? 5 : 0);
});

// One call for the reply, one for the judge of the head, one for that of the base.
test.each([["2"], ["5"]])("the judge of the base counts in --max-calls %s", async (most) => {
  await using repository = changedProject(no, lenient);
  const { code, out } = await runTest(repository, "--max-calls", most);
  expect(code).toBe(1);
  expect(out).toContain("Not compared with the base: 1 case");
  expect(out).toContain(`The limit --max-calls ${most} is reached.`);
});

it("calls to a provider: both judges are in the estimate, and what cannot be read is not cached", async () => {
  await using repository = changedProject(no, lenient);
  const asked: string[] = [];
  const fetch: Fetch = async (_url, request) => {
    const [word = "reply"] = /Judge:|Say yes/.exec(String(request?.body)) ?? [];
    asked.push(word);
    const said = { "Say yes": JSON.parse(yes.slice(1, -1)) as object, "Judge:": "Fine." };
    const text = said[word as keyof typeof said] ?? "Wait.";
    return Response.json(claudeReply(typeof text === "string" ? text : JSON.stringify(text)));
  };
  const run = async (): Promise<CliResult> => {
    asked.length = 0;
    const env = { ...gitEnv, ANTHROPIC_API_KEY: "sk-ant-0123456789" };
    return runCli(["test", "--base", "HEAD"], { cwd: repository.path, env, fetch });
  };
  const first = await run();
  // Four first replies, each judged by both versions.
  expect(first.err).toContain("Running 1 case, 12 calls to api.anthropic.com, at most 132 more");
  expect([first.code, asked.toSorted()]).toEqual([1, ["Judge:", "Judge:", "Say yes", "reply"]]);
  await run();
  expect(asked).toEqual(["Judge:", "Judge:"]);
});

it("the built program: the judge that a service holds decides about a regression against it", async () => {
  await using repository = changedProject(no, (text) => text);
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [builtProgram, ...args, "--local"], {
      cwd: repository.path,
      env: { ...process.env, ...gitEnv },
      encoding: "utf8",
    });
  repository.write(path, prompts);
  expect(run("apply", "--auto-approve").status).toBe(0);
  repository.write(path, lenient(prompts.replace("Be polite", "Be short")));
  const flags = ["--base", "service", "--replies", "replies.yaml"];
  const { status, stdout } = run("test", ...flags);
  expect(stdout).toMatch(/evaluation\/Support\/parcel +regressed +base 8\/8 · head 0\/8/);
  expect(stdout).toContain("Tone judge of the base answers no.");
  expect(status).toBe(5);
  repository.write(
    path,
    prompts.replace("Be polite", "Be short").replaceAll("Tone judge", "Other"),
  );
  // The service does not have the other judge yet, so that of the files judges both sides.
  expect(run("test", ...flags)).toMatchObject({ status: 0 });
});
