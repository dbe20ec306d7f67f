// The calls of promptctl test to a fake of both providers: which calls are made, and what they cost.
import { describe, expect, it } from "vitest";
import type { ProviderAdvice } from "../../src/engine/model/ports.ts";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { callsTo, kindOf, replyOf, secretKey, trialOf } from "./calls-fixture.ts";
import { fakeProvider, type RecordedRequest, type ScriptedResponse } from "./fake-provider.ts";
import { memoryCache } from "./memory-cache.ts";
import { claudeReply, gptReply } from "./replies.ts";

const openai = { provider: "OPENAI", name: "gpt-4.1" } as const;
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);

/** Replies as the provider whose path is requested. */
const reply = ({ path }: RecordedRequest, index = 0): ScriptedResponse => ({
  body: path.includes("messages") ? claudeReply(`reply ${index}`) : gptReply(`reply ${index}`),
});
const failing = (status: number, error: JsonObject = {}, headers = {}): ScriptedResponse => ({
  status,
  headers,
  body: { error },
});

describe.each([
  ["ANTHROPIC", {}, 0.0045],
  ["OPENAI", openai, 0.0028],
] as const)("%s", (_, parameters, cost) => {
  it("a second run makes no call and has the same replies, costs and dates", async () => {
    await using fake = await fakeProvider(reply);
    const cache = memoryCache();
    const first = callsTo(fake.url, { cache });
    const live = replyOf(await first.call(trialOf({ parameters })));
    const second = callsTo(fake.url, { cache });
    const cached = replyOf(await second.call(trialOf({ parameters })));
    expect([live.cached, cached]).toEqual([false, { ...live, cached: true }]);
    expect(cached.run.stats).toMatchObject({ inputTokenCount: 1000, outputTokenCount: 100, cost });
    expect(fake.requests).toHaveLength(1);
    expect([first.progress(), second.progress()]).toEqual([
      { live: 1, failed: 0, cached: 0, cost, unpriced: 0, oldest: undefined },
      { live: 0, failed: 0, cached: 1, cost: 0, unpriced: 0, oldest: live.date },
    ]);
    expect([...cache.entries].join()).not.toContain(secretKey);
  });

  it("a provider that answers 429 to 3 of 10 calls: all are measured", async () => {
    await using fake = await fakeProvider((request, index) =>
      index % 10 < 3 ? failing(429, {}, { "retry-after": "2" }) : reply(request, index),
    );
    const calls = callsTo(fake.url, { cache: memoryCache() });
    const all = await Promise.all(
      texts(40).map((text) => calls.call(trialOf({ text, parameters }))),
    );
    expect(all.map(kindOf)).toEqual(texts(40).map(() => "live"));
    expect(calls.progress()).toMatchObject({ live: 40 });
  });

  it.each([
    ["larger than the rate limit", { message: "Limit 30000, Requested 44000" }, {}, "rejected"],
    ["not to be repeated", {}, { "x-should-retry": "false" }, "rate-limited"],
  ])("a request that is %s is made once, and the others are made", async (...row) => {
    const [, error, headers, code] = row;
    await using fake = await fakeProvider((request, index) =>
      JSON.stringify(request.body).includes("n3")
        ? failing(429, error, { "retry-after": "60", ...headers })
        : reply(request, index),
    );
    const calls = callsTo(fake.url, { cache: memoryCache() });
    const all = await Promise.all(
      texts(9).map((text) => calls.call(trialOf({ text, parameters }))),
    );
    expect(all.map(kindOf)).toEqual(texts(9).map((text) => (text === "n3" ? code : "live")));
    expect(fake.requests).toHaveLength(9);
  });
});

describe("different calls", () => {
  it.each([
    ["trials", trialOf({ trial: 2 })],
    ["texts", trialOf({ text: "Hello" })],
    ["models", trialOf({ parameters: { name: "claude-haiku-4-5" } })],
    ["temperatures", trialOf({ parameters: { temperature: 0 } })],
    ["providers", trialOf({ parameters: openai })],
  ])("%s", async (_, other) => {
    await using fake = await fakeProvider(reply);
    const cache = memoryCache();
    for (const request of [trialOf(), other])
      expect(kindOf(await callsTo(fake.url, { cache }).call(request))).toBe("live");
    expect([fake.requests.length, cache.entries.size]).toEqual([2, 2]);
  });
});

it("equal calls of different cases and sides are made once, also one after the other", async () => {
  await using fake = await fakeProvider(reply);
  const calls = callsTo(fake.url, { cache: memoryCache(), fresh: true });
  const others = [trialOf(), trialOf({ side: "base" }), trialOf({ evaluation: "evaluation/b" })];
  const together = await Promise.all(others.map(calls.call));
  const later = await calls.call(trialOf({ needsLatency: true }));
  expect([...together, later].map(kindOf)).toEqual(["live", "live", "live", "live"]);
  expect([fake.requests.length, calls.progress().live]).toEqual([1, 1]);
});

describe("a reply of an earlier run is not used", () => {
  it.each([
    ["with --fresh", { fresh: true }, {}],
    ["if the latency is judged", {}, { needsLatency: true }],
  ])("%s", async (_, options, request) => {
    await using fake = await fakeProvider(reply);
    const cache = memoryCache();
    await callsTo(fake.url, { cache }).call(trialOf());
    const calls = callsTo(fake.url, { cache, ...options });
    expect(kindOf(await calls.call(trialOf(request)))).toBe("live");
    expect([fake.requests.length, cache.entries.size]).toEqual([2, 1]);
  });

  it.each([
    ["no blocks", (entry: JsonObject) => ({ ...entry, content: [{ type: "IMAGE" }] })],
    ["no tokens", (entry: JsonObject) => ({ ...entry, usage: {} })],
    ["a latency that is no number", (entry: JsonObject) => ({ ...entry, latency: "fast" })],
    ["nothing", () => ({})],
  ])("if it is damaged: %s", async (_, damage) => {
    await using fake = await fakeProvider(reply);
    const cache = memoryCache();
    await callsTo(fake.url, { cache }).call(trialOf());
    const [[key, text]] = [...cache.entries] as [[string, string]];
    const entry = JSON.parse(text) as { reply: JsonObject };
    cache.entries.set(key, JSON.stringify({ ...entry, reply: damage(entry.reply) }));
    expect(kindOf(await callsTo(fake.url, { cache }).call(trialOf()))).toBe("live");
    expect(kindOf(await callsTo(fake.url, { cache }).call(trialOf()))).toBe("cached");
  });
});

describe("a reply that must be made now", () => {
  const isNew = trialOf({ needsNew: true });

  it("is made again, also if this run has one, and is kept", async () => {
    await using fake = await fakeProvider(reply);
    const cache = memoryCache();
    const calls = callsTo(fake.url, { cache });
    const kinds = [trialOf(), isNew, isNew, trialOf()].map(calls.call);
    const all = [];
    for (const each of kinds) all.push(kindOf(await each));
    for (const each of [isNew, isNew]) all.push(kindOf(await calls.call(each)));
    expect(all).toEqual(all.map(() => "live"));
    expect([fake.requests.length, cache.entries.size]).toEqual([3, 1]);
    expect(await calls.kept(isNew)).toBeUndefined();
  });

  it("is one for all cases that ask for it at once", async () => {
    await using fake = await fakeProvider(reply);
    const calls = callsTo(fake.url, { cache: memoryCache() });
    const cases = ["a", "b", "c"].map((name) => ({ ...isNew, evaluation: `evaluation/${name}` }));
    await Promise.all(cases.map(calls.call));
    expect(fake.requests).toHaveLength(1);
  });

  it("is not made with --cached-only", async () => {
    await using fake = await fakeProvider(reply);
    const cache = memoryCache();
    await callsTo(fake.url, { cache }).call(trialOf());
    expect(kindOf(await callsTo(fake.url, { cache, cachedOnly: true }).call(isNew))).toBe(
      "not-cached",
    );
  });

  it("is judged again: an answer about an equal reply does not suffice", async () => {
    await using fake = await fakeProvider(reply);
    const calls = callsTo(fake.url, { cache: memoryCache() });
    for (const trial of [5, 6]) await calls.call(trialOf({ judge: "J", trial, needsNew: true }));
    for (const trial of [1, 2]) await calls.call(trialOf({ judge: "J", trial }));
    expect(fake.requests).toHaveLength(3);
  });
});

it("--cached-only makes no call, also if the latency is judged", async () => {
  await using fake = await fakeProvider(reply);
  const cache = memoryCache();
  await callsTo(fake.url, { cache }).call(trialOf());
  const calls = callsTo(fake.url, { cache, cachedOnly: true });
  expect(kindOf(await calls.call(trialOf({ needsLatency: true })))).toBe("cached");
  expect(kindOf(await calls.call(trialOf({ text: "new" })))).toBe("not-cached");
  expect(fake.requests).toHaveLength(1);
});

it("a reply that cannot be used is not cached, and one of an earlier run is not used", async () => {
  await using fake = await fakeProvider(reply);
  const cache = memoryCache();
  const accepting = (text: string) =>
    trialOf({ judge: "J", isUsable: ({ message }) => JSON.stringify(message).includes(text) });
  const call = async (text: string): Promise<string> =>
    kindOf(await callsTo(fake.url, { cache }).call(accepting(text)));
  expect([await call("reply 1"), cache.entries.size]).toEqual(["live", 0]);
  expect([await call("reply 1"), cache.entries.size]).toEqual(["live", 1]);
  expect([await call("reply 1"), await call("reply 2"), await call("reply 2")]).toEqual([
    "cached",
    "live",
    "cached",
  ]);
  const offline = callsTo(fake.url, { cache, cachedOnly: true });
  expect(kindOf(await offline.call(accepting("reply 1")))).toBe("not-cached");
});

it("truncated replies are cached, failures are not", async () => {
  const truncated = { ...claudeReply("Hel"), stop_reason: "max_tokens" };
  await using fake = await fakeProvider((_, index) =>
    index === 0 ? failing(400, { message: "bad" }) : { body: truncated },
  );
  const cache = memoryCache();
  const run = async (): Promise<string> =>
    kindOf(await callsTo(fake.url, { cache }).call(trialOf()));
  expect([await run(), cache.entries.size]).toEqual(["rejected", 0]);
  expect([await run(), await run()]).toEqual(["live", "cached"]);
});

describe("the budget", () => {
  it("--max-calls: no call starts when the limit is reached", async () => {
    await using fake = await fakeProvider(reply);
    const calls = callsTo(fake.url, { cache: memoryCache(), budget: { maxCalls: 3 } });
    const all = await Promise.all(texts(10).map((text) => calls.call(trialOf({ text }))));
    expect(all.map(kindOf).filter((kind) => kind === "over-budget")).toHaveLength(7);
    expect(fake.requests).toHaveLength(3);
    expect(all.at(-1)).toEqual({
      problem: { code: "over-budget", message: "The limit --max-calls 3 is reached." },
    });
  });

  it("--max-calls limits retries after a server error too, and they are counted", async () => {
    await using fake = await fakeProvider({ status: 500 });
    const calls = callsTo(fake.url, { cache: memoryCache(), budget: { maxCalls: 3 } });
    const first = kindOf(await calls.call(trialOf()));
    expect([first === "over-budget", fake.requests.length]).toEqual([false, 3]);
    expect(kindOf(await calls.call(trialOf({ text: "other" })))).toBe("over-budget");
    expect(calls.progress()).toMatchObject({ live: 0, failed: 3 });
  });

  it.each<[string, ScriptedResponse, string]>([
    ["a page", { body: "<html>Bad gateway</html>" }, "unreadable-reply"],
    ["half a body", { body: '{"choices": [{"mess' }, "unreadable-reply"],
    ["an empty body", { body: "" }, "unreadable-reply"],
    ["a reply that breaks off", { breaksOff: true }, "broke-off"],
    ["a reply without token counts", { body: { ...claudeReply("a"), usage: {} } }, "live"],
  ])("--max-cost counts %s once, with its estimate", async (_, response, kind) => {
    await using fake = await fakeProvider(response);
    // 1 input token × 3 and 100 output tokens × 15 millionths: 0.0015 each.
    const options = { cache: memoryCache(), budget: { maxCost: 0.004 }, maximum: 1 };
    const calls = callsTo(fake.url, options);
    const kinds = [];
    for (const text of texts(5))
      kinds.push(kindOf(await calls.call(trialOf({ text, parameters: { maxTokens: 100 } }))));
    expect(kinds).toEqual([kind, kind, kind, "over-budget", "over-budget"]);
    expect([fake.requests.length, calls.progress().cost]).toEqual([3, 0]);
  });

  it.each(["null", "{}", '"none"'])("a reply with usage %s has an unknown cost", async (usage) => {
    const body = `{"choices": [{"message": {"content": "a"}}], "content": [{"type": "text", "text": "a"}], "usage": ${usage}}`;
    await using fake = await fakeProvider({ body });
    const calls = callsTo(fake.url, { cache: memoryCache() });
    expect(await calls.call(trialOf())).toMatchObject({ run: { stats: { cost: null } } });
    expect(calls.progress()).toMatchObject({ live: 1, cost: 0, unpriced: 1 });
  });

  it("an unreadable reply counts, a rejected request does not", async () => {
    await using fake = await fakeProvider((_, index) =>
      index === 0 ? { body: "[]" } : failing(400, { message: "bad" }),
    );
    const calls = callsTo(fake.url, { cache: memoryCache(), budget: { maxCalls: 2 } });
    const kinds = [];
    for (const text of texts(4)) kinds.push(kindOf(await calls.call(trialOf({ text }))));
    expect(kinds).toEqual(["unreadable-reply", "rejected", "rejected", "rejected"]);
    expect(calls.progress()).toMatchObject({ live: 0, failed: 1 });
  });

  it("--max-cost: at most the calls in progress are made after the limit is reached", async () => {
    await using fake = await fakeProvider(reply);
    const options = { cache: memoryCache(), budget: { maxCost: 0.01 }, maximum: 2 };
    const calls = callsTo(fake.url, options);
    const all = await Promise.all(texts(20).map((text) => calls.call(trialOf({ text }))));
    expect(fake.requests.length).toBeGreaterThanOrEqual(3); // 0.0045 each
    expect(fake.requests.length).toBeLessThanOrEqual(4);
    expect(all.map(kindOf).filter((kind) => kind === "live")).toHaveLength(fake.requests.length);
    expect(calls.progress().cost).toBeCloseTo(0.0045 * fake.requests.length);
  });

  it("does not limit cached replies", async () => {
    await using fake = await fakeProvider(reply);
    const cache = memoryCache();
    await callsTo(fake.url, { cache }).call(trialOf());
    const calls = callsTo(fake.url, { cache, budget: { maxCost: 0, maxCalls: 0 } });
    expect(kindOf(await calls.call(trialOf()))).toBe("cached");
  });
});

it("an exhausted quota stops its provider at once, and no other", async () => {
  const quota = { code: "insufficient_quota", message: "You exceeded your quota." };
  await using fake = await fakeProvider((request) =>
    request.path.includes("messages") ? reply(request) : failing(429, quota),
  );
  const calls = callsTo(fake.url, { cache: memoryCache(), maximum: 1 });
  const all = await Promise.all(
    texts(10).map((text) => calls.call(trialOf({ text, parameters: openai }))),
  );
  const message = "OpenAI has no quota left for this API key (429): You exceeded your quota.";
  expect(all).toEqual(texts(10).map(() => ({ problem: { code: "no-quota", message } })));
  expect(fake.requests).toHaveLength(1);
  expect(kindOf(await calls.call(trialOf()))).toBe("live");
});

it("without an API key no call is made, and the message says what the command advises", async () => {
  const { createProviderRoute } = await import("../../src/providers/provider-route.ts");
  const providers = { anthropic: {}, openai: {} };
  const advise: ProviderAdvice = ({ reason, ...rest }) =>
    `${reason === "no-key" && "variable" in rest && rest.variable}!`;
  const route = createProviderRoute({ fetch, providers, advise });
  const calls = callsTo("", { cache: memoryCache(), route } as never);
  expect(await calls.call(trialOf())).toEqual({
    problem: {
      code: "wrong-key",
      message: "There is no API key for Anthropic. ANTHROPIC_API_KEY!",
    },
  });
});

it("the estimate counts different calls, cached replies, cost and hosts, without a call", async () => {
  await using fake = await fakeProvider(reply);
  const cache = memoryCache();
  await callsTo(fake.url, { cache }).call(trialOf());
  const requests = [
    trialOf(),
    trialOf({ side: "base" }),
    trialOf({ text: "new" }),
    trialOf({ text: "new", side: "base" }),
    trialOf({ parameters: { provider: "OPENAI", name: "own-model" } }),
  ];
  const estimate = await callsTo(fake.url, { cache }).estimate(requests);
  expect(estimate).toMatchObject({
    calls: 2,
    cached: 1,
    unpricedModels: ["own-model"],
    hosts: [{ host: new URL(fake.url).host, calls: 2 }],
  });
  // 2 input tokens × 3 and 100 output tokens, as in the cached reply, × 15 millionths.
  expect(estimate.cost).toBeCloseTo(0.001506, 6);
  expect(fake.requests).toHaveLength(1);
});
