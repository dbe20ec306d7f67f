// What the application under test answers, as a reply: the words of replies.yaml, tokens and cost.
import { describe, expect, it, test } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import type { ModelParameters } from "../../src/generated/types.ts";
import { readOutcome } from "../../src/providers/application-reply.ts";
import { trialOf } from "./calls-fixture.ts";

async function read(answer: JsonObject, parameters: Partial<ModelParameters> = {}) {
  const { rendered } = trialOf({ parameters });
  return readOutcome(
    { answer: { id: "1", ...answer }, latency: 123 },
    { rendered, name: "node agent.mjs" },
  );
}

async function runOf(answer: JsonObject, parameters: Partial<ModelParameters> = {}) {
  const reply = await read(answer, parameters);
  if ("run" in reply) return reply.run;
  throw new Error(reply.problem.message);
}

it("text, calls of all turns in order, and the time", async () => {
  const run = await runOf({
    text: "Done.",
    calls: [
      { name: "find", arguments: { order: "OM-1" } },
      { name: "refund", arguments: "{not json" },
      { name: "end" },
    ],
  });
  expect(run.message.content).toEqual([
    { type: "TEXT", text: "Done." },
    ...[
      ["call_1", "find", '{"order":"OM-1"}'],
      ["call_2", "refund", "{not json"],
      ["call_3", "end", "{}"],
    ].map(([toolCallId, name, args]) => ({
      type: "TOOL_CALL",
      toolCall: { toolCallId, type: "function", function: { name, arguments: args } },
    })),
  ]);
  expect([run.stopReason, run.stats.latency]).toEqual(["tool-calls", 123]);
});

test.each([
  [{ text: "Hi" }, "complete"],
  [{ text: "Hi", stopReason: null }, "complete"],
  [{ text: "Hi", stopReason: "truncated" }, "truncated"],
  [{ text: "Hi", stopReason: "refused" }, "refused"],
  [{ calls: [] }, "complete"],
  [{ text: "", model: null, usage: null, cost: null, calls: null }, "complete"],
])("%j is a reply that ended as %s", async (answer, stopReason) => {
  expect(await runOf(answer)).toMatchObject({ stopReason });
});

const wrong = "node agent.mjs answered wrongly:";

test.each<[JsonObject, string]>([
  [{}, `${wrong} it has neither text nor calls nor error.`],
  [{ text: 7 }, `${wrong} text is number, not string.`],
  [{ text: "Hi", calls: {} }, `${wrong} calls is object, not list.`],
  [{ calls: ["find"] }, `${wrong} calls[0] is string, not object.`],
  [{ calls: [{ name: "find" }, {}] }, `${wrong} calls[1].name is missing.`],
  [
    { calls: [{ name: "find", arguments: [1] }] },
    `${wrong} calls[0].arguments is neither object nor string.`,
  ],
  [
    { text: "Hi", stopReason: "stop" },
    `${wrong} stopReason is not one of complete, truncated, refused, filtered.`,
  ],
  [{ text: "Hi", model: 4 }, `${wrong} model is number, not string.`],
  [{ text: "Hi", usage: 12 }, `${wrong} usage is number, not object.`],
  [
    { text: "Hi", usage: { tokens: 3 } },
    `${wrong} usage has no counts of tokens that a provider's API has.`,
  ],
  [{ text: "Hi", cost: "0.1" }, `${wrong} cost is not a number of US dollars.`],
  [{ text: "Hi", cost: -1 }, `${wrong} cost is not a number of US dollars.`],
  [{ error: "The database is down." }, "node agent.mjs reports an error: The database is down."],
  [{ error: "x".repeat(600), text: "Hi" }, `node agent.mjs reports an error: ${"x".repeat(500)}….`],
])("%j is no reply", async (answer, message) => {
  expect(await read(answer)).toEqual({ problem: { code: "command-failed", message } });
});

describe("the cost", () => {
  const usages: [string, JsonObject][] = [
    ["Anthropic", { input_tokens: 1000, output_tokens: 100 }],
    ["Chat Completions", { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }],
    ["Responses", { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 }],
  ];

  // 1000 × $1.25 and 100 × $10 for a million: https://openai.com/api/pricing (GPT-5, November 2026)
  test.each(usages)(
    "by tokens in the form of %s and the model that was used",
    async (_name, usage) => {
      const { stats, name } = await runOf({ text: "Hi", model: "gpt-5", usage });
      expect([name, stats.inputTokenCount, stats.outputTokenCount, stats.cost]).toEqual([
        "gpt-5",
        1000,
        100,
        0.00225,
      ]);
    },
  );

  test.each<[string, JsonObject, number | null]>([
    ["as given", { cost: 0.5, model: "gpt-5", usage: usages[0]![1] }, 0.5],
    ["0 as given", { cost: 0, model: "gpt-5", usage: usages[0]![1] }, 0],
    ["unknown without a model", { usage: usages[0]![1] }, null],
    ["unknown without tokens", { model: "gpt-5" }, null],
    ["unknown for an unknown model", { model: "our-own", usage: usages[0]![1] }, null],
  ])("%s", async (_name, answer, cost) => {
    expect((await runOf({ text: "Hi", ...answer })).stats.cost).toBe(cost);
  });
});

test.each([
  [{ problem: "ended with exit code 1", isLate: false, output: "Error: no\n" }, "command-failed"],
  [{ problem: "did not answer within 1 s", isLate: true, output: "Error: no\n" }, "timed-out"],
])("a process without an answer: %j", async (outcome, code) => {
  const { rendered } = trialOf();
  expect(await readOutcome(outcome, { rendered, name: "node agent.mjs" })).toEqual({
    problem: { code, message: `node agent.mjs ${outcome.problem}.`, output: "Error: no\n" },
  });
});
