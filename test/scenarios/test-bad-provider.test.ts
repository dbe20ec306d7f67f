// promptctl test with a provider that fails some of the calls, and with replies of unusual shapes.
import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { TestResult } from "../../src/generated/types.ts";
import { builtProgram } from "../fixtures/built.ts";
import { type Loopback, loopback } from "../io/loopback.ts";
import { gitEnv, repositoryOf } from "../io/repository.ts";

interface Message {
  readonly content?: string;
  readonly calls?: readonly string[];
}

type Answer = Message | { readonly status: number };

/** `answer`: the reply to a request, from its messages as JSON text and its number from 1. */
function startProvider(answer: (messages: string, number: number) => Answer): Promise<Loopback> {
  let number = 0;
  return loopback((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: unknown };
      const found = answer(JSON.stringify(messages), ++number);
      const isError = "status" in found;
      response.writeHead(isError ? found.status : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(isError ? { error: { message: "Overloaded." } } : body(found)));
    });
  });
}

function body({ content, calls = [] }: Message): object {
  const tools = calls.map((text, at) => ({
    id: `call_${at}`,
    type: "function",
    function: { name: "look", arguments: text },
  }));
  return {
    choices: [
      {
        finish_reason: calls.length > 0 ? "tool_calls" : "stop",
        message: {
          role: "assistant",
          content: content ?? null,
          ...(calls.length > 0 && { tool_calls: tools }),
        },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

interface ProjectOptions {
  readonly system?: string;
  readonly question?: string;
  readonly count?: number;
  readonly checks?: string;
}

function promptFile({ system, question = "{{t}}", count = 6, checks }: ProjectOptions): string {
  const check = checks ?? '{ type: MATCHES, pattern: "yes" }';
  const cases = Array.from(
    { length: count },
    (_item, at) => `  - { name: c${at + 1}, variables: { t: q${at} }, checks: [${check}] }\n`,
  );
  return `kind: tool
name: look
description: Looks.
parameters: { type: object, properties: { order: { type: string } } }
---
kind: prompt
name: Desk
parameters: { provider: OPENAI, name: gpt-4.1 }
tools: [look]
messages: [{ role: system, content: ${system!} }, { role: user, content: "${question}" }]
evaluations:
${cases.join("")}`;
}

interface Run extends ProjectOptions {
  readonly base?: ProjectOptions;
  readonly flags?: readonly string[];
  readonly answer: (messages: string, number: number) => Answer;
}

/** The exit code and the result of the built program. The system message is OLD on the base. */
async function run({ base, flags = [], answer, ...head }: Run) {
  await using repository = repositoryOf({
    "promptctl.yaml": "definitions: prompts\n",
    "prompts/a.yaml": promptFile({ ...head, ...base, system: "OLD" }),
  });
  repository.commit({ "prompts/a.yaml": promptFile({ ...head, system: "NEW" }) });
  await using provider = await startProvider(answer);
  const words = ["test", repository.path, "--base", "HEAD~1", "--format", "json", ...flags];
  const env = { ...gitEnv, OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${provider.url}/v1` };
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile(process.execPath, [builtProgram, ...words], { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, out: stdout }),
    );
  });
  return { code, result: JSON.parse(out) as TestResult };
}

const isBase = (messages: string): boolean => messages.includes("OLD");
const isHead = (messages: string): boolean => !isBase(messages);
const comparisons = ({ cases }: TestResult) => new Set(cases.map(({ comparison }) => comparison));

describe("a provider that fails every third call", () => {
  const answer = (_messages: string, number: number): Answer =>
    number % 3 === 0 ? { status: 500 } : { content: "yes" };

  it("is asked again, and the run passes", async () => {
    const { code, result } = await run({ answer });
    expect([code, result.headline, result.counts.passed]).toEqual([0, "Passed.", 6]);
  });

  it("leaves cases open without retries, and blocks nothing", async () => {
    const { code, result } = await run({ answer, flags: ["--retries", "0"] });
    expect([code, result.verdict, result.counts.regressed]).toEqual([1, "incomplete", 0]);
  });
});

describe("a provider that fails the calls of one side", () => {
  it.each([500, 429])("base, %i: the cases are not compared", async (status) => {
    const { code, result } = await run({
      answer: (messages) => (isBase(messages) ? { status } : { content: "no" }),
      flags: ["--retries", "0"],
    });
    expect([code, result.verdict, comparisons(result)]).toEqual([
      1,
      "incomplete",
      new Set(["not compared"]),
    ]);
  });

  it("base, 400: the change may repair it, so the cases are new", async () => {
    const { code, result } = await run({
      answer: (messages) => (isBase(messages) ? { status: 400 } : { content: "no" }),
    });
    expect([code, result.reasons, comparisons(result)]).toEqual([
      5,
      ["6 new cases never passed."],
      new Set(["new"]),
    ]);
  });

  it.each([500, 400])("head, %i: nothing is measured", async (status) => {
    const { code, result } = await run({
      answer: (messages) => (isHead(messages) ? { status } : { content: "yes" }),
      flags: ["--retries", "0"],
    });
    expect([code, result.verdict, result.counts.notMeasured + result.counts.notRun]).toEqual([
      1,
      "incomplete",
      6,
    ]);
  });
});

describe("tool calls", () => {
  const wants = (text: string, more = ""): string =>
    `{ type: TOOL_CALLED, toolName: look, arguments: { order: "${text}" }${more} }`;
  const reasonOf = ({ cases }: TestResult) => cases[0]!.head.trials[0]!.assertions[0]!.reason;

  it.each([
    ["", wants("7")],
    [" with negate", wants("7", ", negate: true")],
    [" of a schema", "{ type: TOOL_CALLED, toolName: look, argumentsSchema: {} }"],
  ])("whose arguments are no JSON fail a check%s, and block", async (_name, checks) => {
    const right = checks.includes("negate") ? '{"order":"8"}' : '{"order":"7"}';
    const { code, result } = await run({
      answer: (messages) => ({ calls: [isBase(messages) ? right : "{order: 7"] }),
      count: 1,
      checks,
    });
    expect([code, result.counts.regressed, reasonOf(result)]).toEqual([
      5,
      1,
      "The reply calls look with arguments that are not JSON.",
    ]);
  });

  const calls = Array.from({ length: 200 }, (_item, at) => JSON.stringify({ order: String(at) }));

  it("of 200, one is enough", async () => {
    const { code, result } = await run({
      answer: () => ({ calls }),
      count: 1,
      checks: wants("199"),
    });
    expect([code, result.headline]).toEqual([0, "Passed."]);
  });

  it("of 200, the one that must not be is named", async () => {
    const checks = wants("99", ", negate: true");
    const { result } = await run({ answer: () => ({ calls }), count: 1, checks });
    expect(reasonOf(result)).toBe("The reply calls look with these arguments in call 100 of 200.");
    expect(result.cases[0]!.head.trials[0]!.assertions[0]!.actual).toEqual(['look {"order":"99"}']);
  });
});

describe("cases that share a request on one side only", () => {
  const sharing = { question: "Hello." };
  const answer = (messages: string): Answer => ({ content: isBase(messages) ? "yes" : "no" });

  it("of the base: the replies of the head are counted each, and the cases are one unit", async () => {
    const { code, result } = await run({ answer, base: sharing, count: 12 });
    expect([code, result.counts.regressed, result.prompts[0]!.votes]).toEqual([5, 12, undefined]);
    expect(result.passRange).toMatchObject({ passed: 0, measured: 48 });
    expect(result.passRange).not.toHaveProperty("replies");
  });

  it("of the head: its replies are counted once", async () => {
    const { code, result } = await run({
      answer,
      ...sharing,
      base: { question: "{{t}}" },
      count: 12,
    });
    expect([code, result.counts.regressed]).toEqual([5, 12]);
    expect(result.passRange).toMatchObject({ passed: 0, measured: 48, replies: 4 });
  });

  it("an unchanged text passes either way", async () => {
    const yes = (): Answer => ({ content: "yes" });
    for (const sides of [{ base: sharing }, { ...sharing, base: { question: "{{t}}" } }])
      expect((await run({ answer: yes, ...sides })).code).toBe(0);
  });
});
