// When a provider is down: which failures in a row end the calls of a run.
import { expect, it } from "vitest";
import type { CallProblem } from "../../src/engine/evaluate/trials/trial-calls.ts";
import { createFailureStreaks } from "../../src/providers/failure-streaks.ts";
import { callsTo, kindOf, trialOf } from "./calls-fixture.ts";
import { fakeProvider } from "./fake-provider.ts";
import { memoryCache } from "./memory-cache.ts";
import { claudeReply } from "./replies.ts";

const code = (name: CallProblem["code"]): CallProblem => ({ code: name, message: "Own words." });
const letters: { readonly [letter: string]: CallProblem | "reply" } = {
  ".": "reply",
  F: code("provider-failed"),
  T: code("timed-out"),
  U: code("unreachable"),
  L: code("rate-limited"),
  R: code("rejected"),
  M: code("unknown-model"),
  B: code("over-budget"),
};

it.each([
  ["FTULF", true],
  ["FFFF", false],
  ["FFFF.FFFF", false],
  [".FFFFF", true],
  ["FFFFRFFFF", false],
  ["RRRRRR", false],
  ["MMMMMM", false],
  ["BBBBBB", false],
  ["FF.FF.FF.FF.", false],
])("calls with the results %s end the run: %s", (results, isEnded) => {
  const streaks = createFailureStreaks(new AbortController().signal);
  for (const letter of results) {
    const result = letters[letter]!;
    streaks.count("OPENAI", result === "reply" ? { reply: "" } : { problem: result });
  }
  expect([streaks.signal.aborted, streaks.ended()?.problem.code]).toEqual([
    isEnded,
    isEnded ? "provider-down" : undefined,
  ]);
});

it("the calls of each provider are counted by themselves", () => {
  const streaks = createFailureStreaks(new AbortController().signal);
  for (let call = 0; call < 8; call++)
    streaks.count(call % 2 === 0 ? "OPENAI" : "ANTHROPIC", { problem: code("timed-out") });
  expect(streaks.ended()).toBeUndefined();
});

const texts = Array.from({ length: 50 }, (_item, index) => `n${index}`);
const running = (url: string, options = {}) => {
  const calls = callsTo(url, { cache: memoryCache(), ...options });
  return { calls, all: Promise.all(texts.map((text) => calls.call(trialOf({ text })))) };
};

it("a provider that fails every call is asked for no more after five, and the others are not run", async () => {
  await using fake = await fakeProvider(() => ({ status: 500, body: {} }));
  const { calls, all } = running(fake.url, { retries: 0, maximum: 1 });
  const kinds = (await all).map(kindOf);
  expect(fake.requests).toHaveLength(5);
  expect(kinds.slice(0, 5)).toEqual(texts.slice(0, 5).map(() => "provider-failed"));
  expect(new Set(kinds.slice(5))).toEqual(new Set(["provider-down"]));
  expect(calls.progress().ended).toBe(
    "The run ended after 5 failed calls in a row (provider-failed).",
  );
});

it("calls that wait for a retry end too", async () => {
  await using fake = await fakeProvider(() => ({ status: 500, body: {} }));
  const { all } = running(fake.url);
  await all;
  // Five attempts of each of eight calls in progress at once, and of those that begin as four have failed.
  expect(fake.requests.length).toBeLessThanOrEqual(60);
});

it("a provider that fails every third call is asked for all", async () => {
  await using fake = await fakeProvider((_request, index) =>
    index % 3 === 2 ? { status: 500, body: {} } : { body: claudeReply("Hi") },
  );
  const { calls, all } = running(fake.url, { retries: 0 });
  expect((await all).map(kindOf).filter((kind) => kind === "live")).toHaveLength(34);
  expect([fake.requests.length, calls.progress().ended]).toEqual([50, undefined]);
});
