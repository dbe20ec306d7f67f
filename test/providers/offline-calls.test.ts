// Scripted replies and the echo in place of the providers.
import { expect, it } from "vitest";
import type { ScriptedReplies } from "../../src/generated/types.ts";
import { createCallCounters } from "../../src/providers/call-counters.ts";
import { createFailureStreaks } from "../../src/providers/failure-streaks.ts";
import { createOfflineCalls } from "../../src/providers/offline-calls.ts";
import { fakeClock } from "../fixtures/fake-clock.ts";
import { kindOf, replyOf, trialOf } from "./calls-fixture.ts";

const callsWith = (replies: ScriptedReplies, echo = false, budget = {}) =>
  createOfflineCalls({
    ...fakeClock(),
    replies,
    echo,
    counters: createCallCounters(budget),
    streaks: createFailureStreaks(new AbortController().signal),
  });

const replies: ScriptedReplies = [
  { evaluation: "evaluation/Prompt/refund", side: "base", text: "base" },
  { evaluation: "evaluation/Prompt/refund", trial: 2, text: "second" },
  { evaluation: "evaluation/Prompt/refund", error: "The model is overloaded." },
  { evaluation: "evaluation/Prompt/call*", calls: [{ name: "look", arguments: { n: 7 } }] },
  { evaluation: "evaluation/Prompt/call*", text: "never used" },
  {
    evaluation: "*raw",
    text: "Wait.",
    calls: [{ name: "look", arguments: "{n: 7" }],
    cost: 0.5,
    latency: 900,
  },
];

it.each([
  ["refund", { side: "base" }, "base"],
  ["refund", { side: "base", trial: 2 }, "base"],
  ["refund", { trial: 2 }, "second"],
] as const)("the first reply that matches %s %j is taken: %s", async (name, more, text) => {
  const request = trialOf({ evaluation: `evaluation/Prompt/${name}`, ...more });
  const { run, cached } = replyOf(await callsWith(replies).call(request));
  expect([run.message.content, cached]).toEqual([[{ type: "TEXT", text }], false]);
  expect(run).toMatchObject({ stopReason: "complete", stats: { cost: 0, latency: 0 } });
});

it("tool calls, with arguments that are not JSON too, cost and latency", async () => {
  const { call, progress } = callsWith(replies);
  const one = replyOf(await call(trialOf({ evaluation: "evaluation/Prompt/call" })));
  const other = replyOf(await call(trialOf({ evaluation: "evaluation/Prompt/raw" })));
  const toolCall = (args: string) => ({
    type: "TOOL_CALL",
    toolCall: {
      toolCallId: "scripted_1_1",
      type: "function",
      function: { name: "look", arguments: args },
    },
  });
  expect(one.run.message.content).toEqual([toolCall('{"n":7}')]);
  expect(other.run.message.content).toEqual([{ type: "TEXT", text: "Wait." }, toolCall("{n: 7")]);
  expect(other.run).toMatchObject({ stopReason: "tool-calls", stats: { cost: 0.5, latency: 900 } });
  expect(progress()).toMatchObject({ live: 2, cached: 0, cost: 0.5 });
});

it("an error is a problem with its words", async () => {
  const request = trialOf({ evaluation: "evaluation/Prompt/refund" });
  expect(await callsWith(replies, true).call(request)).toEqual({
    problem: { code: "scripted-error", message: "The model is overloaded." },
  });
});

it("a trial without a reply is a problem, or gets the echo", async () => {
  const request = trialOf({ evaluation: "evaluation/Prompt/other", trial: 3 });
  expect(await callsWith(replies).call(request)).toEqual({
    problem: {
      code: "no-scripted-reply",
      message: "There is no scripted reply.",
    },
  });
  const echoed = await callsWith(replies, true).call(request);
  expect([kindOf(echoed), replyOf(echoed).run.message.content]).toEqual([
    "live",
    [{ type: "TEXT", text: "[echo] Hi" }],
  ]);
});

it.each([
  [{ maxCalls: 2 }, "The limit --max-calls 2 is reached."],
  [{ maxCost: 1 }, "The limit --max-cost $1.00 is reached."],
])("the budget %j ends the replies, and scripted errors do not count", async (budget, message) => {
  const { call, progress } = callsWith(replies, false, budget);
  const make = (name: string) => call(trialOf({ evaluation: `evaluation/Prompt/${name}` }));
  expect([await make("raw"), await make("refund"), await make("raw")].map(kindOf)).toEqual([
    "live",
    "scripted-error",
    "live",
  ]);
  expect(await make("raw")).toEqual({ problem: { code: "over-budget", message } });
  expect(progress()).toMatchObject({ live: 2, cost: 1 });
});
