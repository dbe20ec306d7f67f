// Programs of promptctl test from the command line: consent, checks, the application, whose code runs, and
// what reports say.
import { existsSync } from "node:fs";
import { expect, it, test, vi } from "vitest";
import type { Fetch } from "../../../src/engine/model/ports.ts";
import type { TestResult } from "../../../src/generated/types.ts";
import { answering } from "../../io/commands/programs.ts";
import { gitEnv, repositoryOf, type TestRepository } from "../../io/repository.ts";
import { claudeReply } from "../../providers/replies.ts";
import { type CliResult, runCli } from "../fake-host.ts";

const node = JSON.stringify(process.execPath);
const path = "prompts/support.yaml";

const prompts = (checks: string, message = "Reply to {{ticket}}"): string => `kind: prompt
name: Support
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: "${message}" }]
evaluations:
  - name: parcel
    variables: { ticket: "Where is OM-1?" }
${checks}`;

const check = `    checks: [{ type: COMMAND, run: [${node}, checks/price.mjs], name: price }]\n`;
const textOf = (text: string): string =>
  `    assertions: [{ type: CONTAINS_ANY, targetValues: ["${text}"] }]\n`;

/** The environment with what starts node. */
const env = { ...gitEnv, PATH: process.env["PATH"] };

function projectOf(files: Readonly<Record<string, string>>): TestRepository {
  return repositoryOf({ "promptctl.yaml": "definitions: prompts\n", ...files });
}

const application = `definitions: prompts\ntest: { command: [${node}, agent.mjs] }\n`;

function run(
  { path: cwd }: TestRepository,
  args: readonly string[],
  more: { readonly env?: Record<string, string>; readonly fetch?: Fetch } = {},
): Promise<CliResult> {
  return runCli(["test", ...args], { cwd, ...more, env: { ...env, ...more.env } });
}

async function resultOf(repository: TestRepository, args: readonly string[]) {
  const { code, out, err } = await run(repository, [...args, "--format", "json"]);
  if (out === "") throw new Error(err);
  return { code, err, result: JSON.parse(out) as TestResult };
}

const offline = ["--on", "echo", "--allow-commands"];
const underTest = ["--on", "command", "--allow-commands"];

/** A check that leaves a file where it ran. */
const leaving = `import { writeFileSync } from "node:fs"; writeFileSync("ran", "");\n`;

it("without --allow-commands no command starts, its check is not measured, and a warning says why", async () => {
  await using repository = projectOf({
    [path]: prompts(check),
    "checks/price.mjs": leaving + answering("{ pass: true }"),
  });
  const { code, out, err } = await run(repository, ["--on", "echo", "--base", "none"]);
  expect(err).toContain(
    "Warning: 1 case has a check that runs a command, which needs --allow-commands: these checks are not measured.",
  );
  expect(out).toContain("The check runs a command, which needs --allow-commands.");
  expect([code, existsSync(repository.at("ran"))]).toEqual([1, false]);
});

it("with it the command is printed, runs in the folder of promptctl.yaml, and judges", async () => {
  await using repository = projectOf({
    [path]: prompts(check),
    "checks/price.mjs": leaving + answering("{ pass: false, reason: 'No price.' }"),
  });
  const { code, out, err } = await run(repository, [...offline, "--base", "none"]);
  expect(err).toContain(`Running with your rights:\n  ${process.execPath} checks/price.mjs\n`);
  expect(out).toContain("The check price fails the reply.");
  expect(out).toContain('found  "No price."');
  expect([code, existsSync(repository.at("ran"))]).toEqual([5, true]);
});

it("a check gets the reply and what it was asked for", async () => {
  await using repository = projectOf({
    [path]: prompts(check),
    "checks/price.mjs": answering(
      "{ pass: false, reason: JSON.stringify({ ...line, bundle: typeof line.bundle }) }",
    ),
  });
  const { result } = await resultOf(repository, [...offline, "--base", "none"]);
  const { actual } = result.cases[0]!.head.trials[0]!.assertions[0]!;
  expect(JSON.parse(actual![0]!)).toEqual({
    v: 1,
    id: "1",
    prompt: "Support",
    variables: { ticket: "Where is OM-1?" },
    messages: [],
    request: {
      provider: "ANTHROPIC",
      body: {
        model: "claude-sonnet-4-6",
        max_tokens: expect.any(Number),
        messages: [{ role: "user", content: "Reply to Where is OM-1?" }],
      },
    },
    bundle: "string",
    evaluation: "evaluation/Support/parcel",
    name: "price",
    reply: { text: "[echo] Reply to Where is OM-1?", calls: [], stopReason: "complete" },
  });
});

const changed = "Tests changed in this change\n  check/Support/parcel/1: checks/price.mjs changed";

it("only the file of a check changed: the case runs, and the change is listed", async () => {
  await using repository = projectOf({
    [path]: prompts(check),
    "checks/price.mjs": answering("{ pass: true }"),
    "checks/other.mjs": "1",
  });
  repository.write("checks/other.mjs", "2");
  expect((await resultOf(repository, [...offline, "--base", "HEAD"])).result.counts.cases).toBe(0);
  repository.write("checks/price.mjs", `${answering("{ pass: true }")}// changed`);
  const { code, out } = await run(repository, [...offline, "--base", "HEAD"]);
  expect(out).toContain(changed);
  expect(out).toContain("Passed. 1 of 1 first reply passed");
  expect(out).toContain(
    "Programs of checks changed, and those of this change judge both sides: evaluation/Support/parcel.",
  );
  expect(code).toBe(0);
});

it.each([
  ["other words", ["--strict", "checks/other.mjs"], [/: run /]],
  ["a file that is gone", [], [/: checks\/price\.mjs changed/]],
])("%s: only what changed is listed", async (_name, more, lines) => {
  const words = [process.execPath, "checks/price.mjs"];
  const checkOf = (run: readonly string[]): string =>
    prompts(`    checks: [{ type: COMMAND, run: ${JSON.stringify(run)} }]\n`);
  const answer = answering("{ pass: true }");
  await using repository = projectOf({
    [path]: checkOf(words),
    "checks/price.mjs": answer,
    "checks/other.mjs": answer,
  });
  if (more.length === 0) repository.git(["rm", "-q", "checks/price.mjs"]);
  else repository.write(path, checkOf([process.execPath, ...more]));
  const { result } = await resultOf(repository, [...offline, "--base", "HEAD"]);
  const found = result.loosened.map(({ address, message }) => `${address}: ${message}`);
  expect(found).toEqual(lines.map((each) => expect.stringMatching(each)));
});

/** A repository with a commit, the changes on it, and a checkout of the commit beside it. */
async function changedProject(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Promise<TestRepository> {
  const repository = projectOf({ ...before, ".gitignore": "base\n" });
  repository.git(["worktree", "add", "-q", "--detach", "base", "HEAD"]);
  for (const [name, text] of Object.entries(after)) repository.write(name, text);
  return repository;
}

const baseCode = ["--base", "HEAD", "--base-checkout", "base"];

it("a check that a change made easier: with --base-checkout the base's one decides", async () => {
  const strict = answering("{ pass: line.reply.text.includes('please') }");
  await using repository = await changedProject(
    { [path]: prompts(check, "Reply please to {{ticket}}"), "checks/price.mjs": strict },
    { [path]: prompts(check), "checks/price.mjs": answering("{ pass: true }") },
  );
  const without = await resultOf(repository, [...offline, "--base", "HEAD"]);
  expect([without.code, without.result.counts.regressed]).toEqual([0, 0]);
  const { code, result, err } = await resultOf(repository, [...offline, ...baseCode]);
  expect([code, result.counts.regressed]).toEqual([5, 1]);
  expect(result.cases[0]!.reason).toContain("its version on the base decides");
  expect(err).toContain(`${process.execPath} checks/price.mjs (in base)`);
});

it("code that is worse in the head only: found with --base-checkout, said without", async () => {
  await using repository = await changedProject(
    {
      "promptctl.yaml": application,
      [path]: prompts(textOf("OM-1")),
      "agent.mjs": answering("{ text: line.variables.ticket }"),
    },
    {
      "agent.mjs": answering("{ text: 'Hello.' }"),
      [path]: prompts(textOf("OM-1"), "Answer {{ticket}}"),
    },
  );
  const without = await resultOf(repository, [...underTest, "--base", "HEAD"]);
  expect([without.code, without.result.counts.regressed, without.result.baseCode]).toEqual([
    0,
    0,
    "head",
  ]);
  expect(without.result.warnings).toContain(
    "Both sides run the code of this change, so a change of the code alone is not compared. To run the base with its own code: --base-checkout FOLDER",
  );
  const { code, result } = await resultOf(repository, [...underTest, ...baseCode]);
  expect([code, result.counts.regressed, result.baseCode]).toEqual([5, 1, "base"]);
});

it("passed with the code of the change on both sides: each report says so", async () => {
  await using repository = projectOf({
    "promptctl.yaml": application,
    [path]: prompts(textOf("OM-1")),
    "agent.mjs": answering("{ text: line.variables.ticket }"),
  });
  repository.write(path, prompts(textOf("OM-1"), "Answer {{ticket}}"));
  const files = ["r.json", "r.xml", "r.md", "r.html"];
  const { code, out } = await run(repository, [
    ...underTest,
    "--base",
    "HEAD",
    ...files.flatMap((file) => ["--out", file]),
  ]);
  for (const text of [out, ...files.map(repository.read)])
    expect(text).toContain("Passed with the code of this change on both sides");
  expect(code).toBe(0);
});

it("code in the checkout of the base that is not committed: a warning names the files", async () => {
  await using repository = await changedProject(
    {
      "promptctl.yaml": application,
      [path]: prompts(textOf("OM-1")),
      "agent.mjs": answering("{ text: 'OM-1' }"),
    },
    {},
  );
  expect((await resultOf(repository, [...underTest, ...baseCode])).result.warnings).toEqual([]);
  repository.write("base/agent.mjs", answering("{ text: 'OM-1.' }"));
  repository.write("base/tools.mjs", "");
  expect((await resultOf(repository, [...underTest, ...baseCode])).result.warnings).toEqual([
    "The base ran with uncommitted changes in the checkout base: agent.mjs, tools.mjs",
  ]);
});

it("with --base-checkout all cases are affected, and without test.command on the base they are new", async () => {
  const files = {
    [path]: prompts(textOf("OM-1")),
    "agent.mjs": answering("{ text: line.variables.ticket }"),
  };
  await using same = await changedProject({ "promptctl.yaml": application, ...files }, {});
  const affected = await resultOf(same, [...underTest, ...baseCode]);
  expect(affected.result).toMatchObject({
    headline: "Passed.",
    counts: { affected: 1, unchanged: 0, new: 0 },
  });
  expect((await resultOf(same, [...underTest, "--base", "HEAD"])).result.counts).toMatchObject({
    affected: 0,
    unchanged: 1,
  });
  await using added = await changedProject(files, { "promptctl.yaml": application });
  const { code, result } = await resultOf(added, [...underTest, ...baseCode]);
  expect([code, result.counts.new]).toEqual([0, 1]);
  expect(result.cases[0]!.reason).toBe(
    "The base cannot run it: promptctl.yaml of the base has no test.command.",
  );
});

it("the application reads the prompts of its side in a bundle, and a change of another prompt affects it", async () => {
  const agent = `import { readFileSync } from "node:fs";
${answering("{ text: Object.values(JSON.parse(readFileSync(line.bundle, 'utf8')).prompts).map((each) => each.messages[0].content[0].text).join(' | ') }")}`;
  const other = (text: string): string =>
    `---\nkind: prompt\nname: Other\nparameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }\nmessages: [{ role: user, content: ${text} }]\n`;
  const own = prompts(textOf("Two"));
  await using repository = await changedProject(
    { "promptctl.yaml": application, [path]: own + other("One"), "agent.mjs": agent },
    { [path]: own + other("Two") },
  );
  const { result } = await resultOf(repository, [...underTest, "--base", "HEAD", "--compare"]);
  const replies = [result.cases[0]!.head, result.cases[0]!.base!].map(
    (side) => side.trials[0]!.reply!.text,
  );
  expect(replies).toEqual(["Reply to {{ticket}} | Two", "Reply to {{ticket}} | One"]);
});

it("no line says which side or trial it is for, and files of bundles do not stay", async () => {
  const agent = `import { appendFileSync } from "node:fs";
${answering("(appendFileSync('lines', text + '\\n'), { text: 'OM-1' })")}`;
  await using repository = projectOf({
    "promptctl.yaml": application,
    [path]: prompts(textOf("OM-1")),
    "agent.mjs": agent,
  });
  repository.write(path, prompts(textOf("OM-1"), "Answer {{ticket}}"));
  await run(repository, [...underTest, "--base", "HEAD", "--compare"]);
  const lines = repository
    .read("lines")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const keys = ["v", "prompt", "variables", "messages", "request", "bundle", "id"];
  expect(lines.map((line) => Object.keys(line))).toEqual(lines.map(() => keys));
  const bundles = new Set(lines.map(({ bundle }) => String(bundle)));
  expect([lines.length > 2, bundles.size]).toEqual([true, 2]);
  for (const bundle of bundles) {
    expect(bundle).toMatch(/[/\\]promptctl-bundle-\d+-\w+[/\\][0-9a-f]{16}\.json$/);
    expect(existsSync(bundle)).toBe(false);
  }
  expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(2); // one text for each side
});

it("two evaluations of one line: one process and one vote", async () => {
  const agent = `import { appendFileSync } from "node:fs";
${answering("(appendFileSync('starts', 'x'), { text: 'OM-1' })")}`;
  const two = `${prompts(textOf("OM-1"))}  - name: again
    variables: { ticket: "Where is OM-1?" }
${textOf("OM")}`;
  await using repository = projectOf({
    "promptctl.yaml": application,
    [path]: two,
    "agent.mjs": agent,
  });
  const { out } = await run(repository, [...underTest, "--base", "none"]);
  expect(repository.read("starts")).toBe("x");
  expect(out).toContain("2 of 2 evaluations of 1 reply passed");
});

it("a judge is asked at its provider", async () => {
  const judge = `---
kind: prompt
name: Tone judge
parameters: { provider: ANTHROPIC, name: claude-sonnet-4-6 }
messages: [{ role: user, content: "Judge {{reply}} {{question}}" }]
`;
  const checks = "    checks: [{ type: JUDGE, prompt: Tone judge, question: Is it polite? }]\n";
  await using repository = projectOf({
    "promptctl.yaml": application,
    [path]: prompts(checks) + judge,
    "agent.mjs": answering("{ text: 'With pleasure.' }"),
  });
  const bodies: string[] = [];
  const fetch: Fetch = async (_url, init) => {
    bodies.push(String(init?.body));
    return Response.json(claudeReply('{"answers": [{"pass": true}]}'));
  };
  const args = [...underTest, "--base", "none", "--format", "json"];
  const { code, out } = await run(repository, args, {
    env: { ANTHROPIC_API_KEY: "key-for-tests" },
    fetch,
  });
  expect((JSON.parse(out) as TestResult).cases[0]!.head.trials[0]!.reply!.text).toBe(
    "With pleasure.",
  );
  expect([code, bodies.length]).toEqual([0, 1]);
  expect(bodies[0]).toContain("With pleasure.");
});

it("what a program without an answer printed is in the text, HTML and JSON, masked, and never in Markdown", async () => {
  const key = "opaque-key-of-a-model-4711";
  const agent = `console.error("the key is", process.env.OPENAI_API_KEY); process.exit(1)`;
  await using repository = projectOf({
    "promptctl.yaml": application,
    [path]: prompts(textOf("OM-1")),
    "agent.mjs": agent,
  });
  const files = ["r.json", "r.xml", "r.md", "r.html"];
  const args = [...underTest, "--base", "none", ...files.flatMap((file) => ["--out", file])];
  const { code, out } = await run(repository, args, { env: { OPENAI_API_KEY: key } });
  const texts = [out, ...files.map(repository.read)];
  expect(texts.map((text) => text.includes("the key is"))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  for (const text of texts) {
    expect(text).toContain("agent.mjs ended with exit code 1");
    expect(text).not.toContain(key);
  }
  expect(code).toBe(1);
});

it("five failures of a check in a row end the run", async () => {
  const many =
    prompts(check) +
    Array.from(
      { length: 9 },
      (_, at) => `  - name: more ${at}
    variables: { ticket: "${at}" }
${check}`,
    ).join("");
  await using repository = projectOf({ [path]: many, "checks/price.mjs": "process.exit(1)" });
  const { code, result } = await resultOf(repository, [
    ...offline,
    "--base",
    "none",
    "--concurrency",
    "1",
  ]);
  expect(result.reasons).toContain("The run ended after 5 failed calls in a row (command-failed).");
  expect([code, result.verdict]).toEqual([1, "incomplete"]);
});

const project = {
  "promptctl.yaml": application,
  [path]: prompts(textOf("OM-1")),
  "agent.mjs": leaving + answering("{ text: 'OM-1' }"),
};

test.each([
  [
    ["--on", "command"],
    64,
    "--on command runs the application of promptctl.yaml, and needs --allow-commands.",
  ],
  [[...underTest, "--cached-only"], 64, "--cached-only cannot be used with --on command."],
  [[...underTest, "--replies", "r.yaml"], 64, "--replies cannot be used with --on command."],
  [[...underTest, "--ref", "HEAD"], 64, "--ref cannot be used with --allow-commands."],
  [["--on", "echo", "--base-checkout", "base"], 64, "--base-checkout needs --allow-commands."],
  [
    [...underTest, "--base", "none", "--base-checkout", "base"],
    64,
    "--base-checkout needs a base that is a commit.",
  ],
  [[...underTest, "--base", "HEAD", "--base-checkout", "none"], 64, "No such folder: none"],
  [[...underTest, "--base", "HEAD~1", "--base-checkout", "base"], 64, "The checkout base is at "],
  [
    [...underTest, "--base", "HEAD", "--base-checkout", "prompts"],
    64,
    "prompts is the checkout of this change, not one of the base.",
  ],
  [
    [...underTest, "--base", "none", "--max-cost", "1"],
    4,
    "is unknown, so --max-cost cannot limit it.",
  ],
])("%j is refused, and nothing starts", async (args, code, message) => {
  await using repository = await changedProject(project, {});
  repository.commit({ "more.txt": "more" });
  repository.git(["-C", "base", "checkout", "-q", "--detach", "main"]);
  const result = await run(repository, args);
  expect(result.err).toContain(message);
  expect([result.code, existsSync(repository.at("ran"))]).toEqual([code, false]);
});

it("no folder for temporary files: a message says what to set", async () => {
  await using repository = projectOf(project);
  vi.stubEnv("TMPDIR", repository.at("none"));
  vi.stubEnv("TEMP", repository.at("none")); // on Windows
  const { code, err } = await run(repository, [...underTest, "--base", "none"]);
  vi.unstubAllEnvs();
  expect(err).toContain(`Temporary files cannot be written to ${repository.at("none")}: `);
  expect(err).toContain("Set TMPDIR to a folder with room, in which you may write.");
  expect(code).toBe(1);
});

it("without test.command there is no application", async () => {
  await using repository = projectOf({ [path]: prompts(textOf("OM-1")) });
  const { code, err } = await run(repository, [...underTest, "--base", "none"]);
  expect(err).toContain("promptctl.yaml names no application for --on command.");
  expect(code).toBe(64);
});
