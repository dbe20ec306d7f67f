// examples/agent: the application and `promptctl test` run the same agent, with the built programs and the SDK
// of the provider. The model is a server on loopback, which does what the prompt says.
import { execFile, spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listOf, objectOf } from "../../src/engine/model/json.ts";
import type { TestResult } from "../../src/generated/types.ts";
import { dist } from "../fixtures/built.ts";
import { runProgramIn } from "../fixtures/run-program.ts";
import { folderOf } from "../io/folder.ts";
import { commitChanges, initialize, runTestGit } from "../io/repository.ts";
import type { FakeProvider } from "../providers/fake-provider.ts";
import { agentModel } from "./agent-model.ts";

const root = join(import.meta.dirname, "../..");
const folder = folderOf(); // head and base, which both find the packages beside them
const head = folder.at("head");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

let model: FakeProvider;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  cpSync(join(root, "examples/agent"), head, { recursive: true });
  cpSync(join(dist, "client"), folder.at("node_modules/promptctl-client"), { recursive: true });
  folder.link("node_modules/openai", join(root, "node_modules/openai"));
  folder.write("head/.gitignore", ".promptctl\n");
  initialize(head);
  commitChanges(head);
  runTestGit(["worktree", "add", "-q", "--detach", "../base"], head);
  model = await agentModel();
  env = { OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${model.url}/v1` };
});
afterAll(async () => {
  await model[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

it("the bundle of the application is what codegen writes", async () => {
  const words = ["codegen", "--out", "src/prompts.json", "--check"];
  expect(await runProgramIn(head, words)).toMatchObject({ code: 0 });
});

it("the application sends the result of each tool to the model, and prints the answer", async () => {
  const words = ["src/answer-mail.js", "The lamp of OM-1001 broke. I want my money back."];
  const before = model.requests.length;
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: head, env });
  expect(stdout).toBe("I refunded £54.\n");
  const messages = model.requests.slice(before).map(({ body }) => listOf(body["messages"]));
  expect(messages.map((each) => objectOf(each.at(-1)))).toEqual([
    { role: "user", content: words[1] },
    {
      role: "tool",
      tool_call_id: "call_find_order",
      content: '{"item":"Wren desk lamp","price":54,"status":"delivered"}',
    },
    { role: "tool", tool_call_id: "call_refund_order", content: '{"refunded":54}' },
  ]);
});

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const prompt = "prompts/agent.prompt.yaml";
const otherWords: Edit = { file: prompt, from: "in two sentences", to: "in one or two sentences" };
const noRule: Edit = { file: prompt, from: "Find the order before", to: "Before" };
const wrongKey: Edit = {
  file: "src/agent.js",
  from: "return orders.get(order) ??",
  to: "return orders.get(order.toLowerCase()) ??",
};

const ofPython = "evaluation/*/finds*";
const bothSides = "Passed with the code of this change on both sides.";
const codeWarning = "Both sides run the code of this change, so a change of the code alone";

const rows: readonly {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Which evaluations run. */
  readonly cases: readonly string[];
  readonly needsPython?: true;
  readonly flags?: readonly string[];
  readonly code: 0 | 5;
  readonly headline: string;
  readonly says: readonly string[];
}[] = [
  {
    name: "other words in the prompt change nothing",
    edits: [otherWords],
    cases: ["--exclude", ofPython],
    code: 0,
    headline: bothSides,
    says: [codeWarning, "node checks/amount.js"],
  },
  {
    name: "the check in Python passes an agent that finds the order first",
    edits: [otherWords],
    cases: ["--target", ofPython],
    needsPython: true,
    code: 0,
    headline: bothSides,
    says: ["python3 checks/order_of_calls.py"],
  },
  {
    name: "the check in Python finds that a prompt without the rule refunds at once",
    edits: [noRule],
    cases: ["--target", ofPython],
    needsPython: true,
    code: 5,
    headline: "Failed.",
    says: ["regressed", "It refunds OM-1001 before it finds the order."],
  },
  {
    name: "code that is worse in the head only is found with a checkout of the base",
    edits: [wrongKey],
    cases: ["--target", "evaluation/*/says*"],
    flags: ["--base-checkout", "../base"],
    code: 5,
    headline: "Failed.",
    says: ["regressed", "+ I am sorry. There is no order OM-1002."],
  },
  {
    name: "without a checkout, the report says that the worse code ran on both sides",
    edits: [wrongKey, otherWords],
    cases: ["--target", "evaluation/*/says*"],
    code: 0,
    headline: "No confirmed regression.",
    says: ["still failing", codeWarning],
  },
  {
    name: "without a checkout, a change of the code alone runs nothing",
    edits: [wrongKey],
    cases: ["--target", "evaluation/*/says*"],
    code: 0,
    headline: "Nothing was measured.",
    says: [codeWarning],
  },
];

/** Tests the agent with some edits of its files. */
async function testWith(edits: readonly Edit[], words: readonly string[]) {
  const originals = edits.map(({ file }) => [file, folder.read(`head/${file}`)] as const);
  for (const { file, from, to } of edits) {
    const text = folder.read(`head/${file}`);
    expect(text).toContain(from);
    folder.write(`head/${file}`, text.replace(from, to));
  }
  const fixed = ["--on", "command", "--allow-commands", "--max-calls", "100", "--base", "HEAD"];
  const result = await runProgramIn(head, ["test", ...fixed, ...words], env);
  for (const [file, text] of originals) folder.write(`head/${file}`, text);
  return result;
}

it.for(rows)("$name", async (row, { skip }) => {
  const { edits, cases, needsPython, flags = [], code, headline, says } = row;
  skip(needsPython === true && !hasPython, "there is no python3");
  const { out, err, ...result } = await testWith(edits, [...cases, ...flags]);
  expect(result).toEqual({ code });
  expect(out).toContain(`\n${headline} `);
  const printed = `${out}${err}`.replaceAll(/\s+/g, " ");
  for (const each of says) expect(printed).toContain(each);
});

it("calls, tokens and cost are those of all turns", async () => {
  const target = ["--target", "evaluation/*/names*"];
  await testWith([], ["--all", ...target, "--out", "result.json"]);
  const { cases } = JSON.parse(folder.read("head/result.json")) as TestResult;
  expect(cases[0]!.head.trials[0]!.reply).toMatchObject({
    text: "I refunded £54.",
    toolCalls: [{ name: "find_order" }, { name: "refund_order" }],
    inputTokenCount: 300,
    outputTokenCount: 30,
  });
});
