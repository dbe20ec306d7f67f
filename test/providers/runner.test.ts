// Successful completions: the request to each provider, and the response of the service.
import { describe, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "../../src/engine/model/json.ts";
import type { Message, ModelParameters } from "../../src/generated/types.ts";
import { wireCompletion } from "../../src/generated/wire-validators.js";
import { fakeProvider } from "./fake-provider.ts";
import { look } from "./prompts.ts";
import {
  accessTo,
  ann,
  complete,
  hi,
  keys,
  models,
  paths,
  type ProviderName,
  serviceWith,
} from "./service-fixture.ts";

const claude = (content: Json, usage: JsonObject = { input_tokens: 1000, output_tokens: 100 }) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5-20250929",
  content,
  stop_reason: "end_turn",
  usage,
});
const gpt = (message: JsonObject, usage?: JsonObject) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  model: "gpt-4.1-2025-04-14",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }],
  usage: usage ?? { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
});

const call = (toolCallId: string, text: string) => ({
  type: "TOOL_CALL",
  toolCall: { toolCallId, type: "function", function: { name: "look", arguments: text } },
});
const gptCall = (id: string, text: string) => ({
  id,
  type: "function",
  function: { name: "look", arguments: text },
});

interface Row {
  readonly name: string;
  readonly provider: ProviderName;
  readonly parameters?: Partial<ModelParameters>;
  /** The response body of the provider. */
  readonly response: JsonObject;
  /** The request body to the provider, without model and the token limit. */
  readonly request: JsonObject;
  readonly content: Json;
}

const hiRequest = { messages: [{ role: "user", content: "Hi Ann-PRIVATE" }] };
const text = [{ type: "TEXT", text: "Hello." }];

/** native-requests.yaml has the requests of other prompts. */
const rows: readonly Row[] = [
  {
    name: "text",
    provider: "ANTHROPIC",
    response: claude([{ type: "text", text: "Hello." }]),
    request: hiRequest,
    content: text,
  },
  {
    name: "text",
    provider: "OPENAI",
    response: gpt({ content: "Hello.", refusal: null }),
    request: hiRequest,
    content: text,
  },
  {
    name: "a tool call after text",
    provider: "ANTHROPIC",
    response: claude([
      { type: "text", text: "Hello." },
      { type: "tool_use", id: "toolu_1", name: "look", input: { n: 7 } },
    ]),
    request: hiRequest,
    content: [...text, call("toolu_1", '{"n":7}')],
  },
  {
    name: "a tool call with invalid JSON as arguments",
    provider: "OPENAI",
    response: gpt({ content: null, tool_calls: [gptCall("call_1", '{"n": 7')] }),
    request: hiRequest,
    content: [call("call_1", '{"n": 7')],
  },
  {
    name: "several tool calls",
    provider: "ANTHROPIC",
    response: claude([
      { type: "tool_use", id: "a", name: "look", input: {} },
      { type: "tool_use", id: "b", name: "look", input: { n: 1 } },
    ]),
    request: hiRequest,
    content: [call("a", "{}"), call("b", '{"n":1}')],
  },
  {
    name: "stream, which the service switches off",
    provider: "OPENAI",
    parameters: { stream: true },
    response: gpt({ content: "Hello." }),
    request: hiRequest,
    content: text,
  },
  {
    name: "thinking, which messages cannot contain, and an empty text",
    provider: "ANTHROPIC",
    response: claude([
      { type: "thinking", thinking: "hm", signature: "x" },
      { type: "text", text: "" },
    ]),
    request: hiRequest,
    content: [],
  },
  {
    name: "a list of parts",
    provider: "OPENAI",
    response: gpt({
      content: [
        { type: "text", text: "Hel" },
        { type: "thinking", thinking: [] },
        { type: "text", text: "lo." },
      ],
    }),
    request: hiRequest,
    content: [
      { type: "TEXT", text: "Hel" },
      { type: "TEXT", text: "lo." },
    ],
  },
];

// Prices of 2025 in dollars per million input and output tokens: claude-sonnet-4-5 3 and 15, gpt-4.1 2 and 8.
const costs = { ANTHROPIC: 0.0045, OPENAI: 0.0028 };

describe("a completion", () => {
  it.each(rows)("$name, $provider", async ({ provider, ...row }) => {
    await using fake = await fakeProvider({ body: row.response });
    const withTools = row.name.includes("tool call");
    const ticks = [5_000, 6_234.4];
    const { status, body, logEntries } = await complete({
      parameters: { provider, name: models[provider], maxTokens: 64, ...row.parameters },
      messages: [hi],
      tools: withTools ? [look] : [],
      runner: { providers: accessTo(fake.url), now: () => ticks.shift()! },
    });
    expect([status, body]).toEqual([
      200,
      {
        provider,
        name: models[provider],
        stats: {
          inputTokenCount: 1000,
          outputTokenCount: 100,
          latency: 1234,
          cost: costs[provider],
        },
        message: { role: "assistant", content: row.content },
      },
    ]);
    expect(wireCompletion(body)).toBe(true);
    expect(logEntries).toEqual([]);
    const [request] = fake.requests;
    const { tools, ...sent } = request!.body;
    const limit = provider === "ANTHROPIC" ? "max_tokens" : "max_completion_tokens";
    expect(sent).toEqual({ model: models[provider], [limit]: 64, ...row.request });
    expect(tools !== undefined).toBe(withTools);
    expect([fake.requests.length, request!.method, request!.path]).toEqual([
      1,
      "POST",
      paths[provider],
    ]);
  });
});

it("the digits of a tool call are those of the reply, and of the stored call", async () => {
  const input = '{"id":9007199254740993,"more":[{"sum":0.12345678901234567891}],"far":1e400}';
  const response = `{"content": [{"type": "tool_use", "id": "t", "name": "look", "input": ${input}}], "usage": {}}`;
  const bodies: string[] = [];
  const { body } = await complete({
    parameters: { provider: "ANTHROPIC", name: models.ANTHROPIC },
    messages: [
      hi,
      { role: "assistant", content: [call("a", input)] } as Message,
      { role: "tool", content: [{ type: "TOOL_RESULT", toolCallId: "a", result: "" }] },
    ],
    tools: [look],
    runner: {
      providers: accessTo("http://127.0.0.1:1"),
      fetch: async (_url, init) => (bodies.push(String(init?.body)), new Response(response)),
    },
  });
  expect(bodies.join()).toContain(`"input":${input}`);
  expect(body["message"]).toEqual({ role: "assistant", content: [call("t", input)] });
});

describe("the key is sent only to its provider, in its header", () => {
  it.each<[ProviderName, JsonObject, Record<string, string>]>([
    ["ANTHROPIC", claude([]), { "x-api-key": keys.ANTHROPIC, "anthropic-version": "2023-06-01" }],
    ["OPENAI", gpt({ content: "" }), { authorization: `Bearer ${keys.OPENAI}` }],
  ])("%s", async (provider, body, expected) => {
    await using fake = await fakeProvider({ body });
    await using other = await fakeProvider({ body });
    const [access, otherAccess] = [accessTo(fake.url), accessTo(other.url)];
    const completion = await complete({
      parameters: { provider, name: models[provider] },
      runner: {
        providers:
          provider === "ANTHROPIC"
            ? { anthropic: access.anthropic!, openai: otherAccess.openai! }
            : { anthropic: otherAccess.anthropic!, openai: access.openai! },
      },
    });
    const { headers } = fake.requests[0]!;
    expect(headers).toMatchObject({ "content-type": "application/json", ...expected });
    expect(JSON.stringify({ ...headers, "x-api-key": "", authorization: "" })).not.toContain(
      "SECRET",
    );
    expect(JSON.stringify(fake.requests[0]!.body)).not.toContain("SECRET");
    expect(JSON.stringify([completion.body, completion.logEntries])).not.toContain("SECRET");
    expect(other.requests).toEqual([]);
  });
});

it.each([
  ["anthropic", "", "/v1/messages"],
  ["anthropic", "/", "/v1/messages"],
  ["anthropic", "/v1", "/v1/messages"],
  ["anthropic", "/v1/", "/v1/messages"],
  ["anthropic", "/proxy/", "/proxy/v1/messages"],
  ["openai", "/v1", "/v1/chat/completions"],
  ["openai", "/v1/", "/v1/chat/completions"],
  ["openai", "", "/chat/completions"],
] as const)("the base URL of %s with the suffix %j requests %s", async (id, suffix, path) => {
  await using fake = await fakeProvider({
    body: id === "anthropic" ? claude([]) : gpt({ content: "" }),
  });
  const provider = id === "anthropic" ? "ANTHROPIC" : "OPENAI";
  const providers = { [id]: { key: "k", baseUrl: fake.url + suffix } };
  const { status } = await complete({ parameters: { provider }, runner: { providers } });
  expect([status, fake.requests[0]!.path]).toEqual([200, path]);
});

it.each([
  ["ANTHROPIC", "https://api.anthropic.com/v1/messages"],
  ["OPENAI", "https://api.openai.com/v1/chat/completions"],
] as const)("without a base URL, %s is requested at its public one", async (provider, expected) => {
  const urls: string[] = [];
  const body = provider === "ANTHROPIC" ? claude([]) : gpt({ content: "" });
  await complete({
    parameters: { provider },
    runner: {
      providers: { anthropic: { key: "k", baseUrl: "" }, openai: { key: "k" } },
      fetch: async (url) => (urls.push(url), Response.json(body)),
    },
  });
  expect(urls).toEqual([expected]);
});

describe("tokens and cost", () => {
  const details = { prompt_tokens_details: { cached_tokens: 400 } };
  it.each<[string, ProviderName, JsonObject, number]>([
    [
      "separately, where the cache is written and read",
      "ANTHROPIC",
      { input_tokens: 500, cache_read_input_tokens: 200, cache_creation_input_tokens: 300 },
      0.004185, // 500 × 3 + 200 × 0.30 + 300 × 3.75 + 100 × 15 millionths
    ],
    [
      "in the total",
      "OPENAI",
      { prompt_tokens: 1000, completion_tokens: 100, ...details },
      0.0022, // 600 × 2 + 400 × 0.50 + 100 × 8 millionths
    ],
  ])("cached tokens are counted %s, %s", async (_, provider, usage, cost) => {
    const isClaude = provider === "ANTHROPIC";
    const body = isClaude
      ? claude([], { output_tokens: 100, ...usage })
      : gpt({ content: "" }, usage);
    await using fake = await fakeProvider({ body });
    const completion = await complete({
      parameters: { provider, name: models[provider] },
      runner: { providers: accessTo(fake.url) },
    });
    expect(completion.body["stats"]).toMatchObject({
      inputTokenCount: 1000,
      outputTokenCount: 100,
      cost,
    });
  });

  it("an unknown model name is priced by the model name in the reply", async () => {
    await using fake = await fakeProvider({ body: gpt({ content: "" }) });
    const { body, logEntries } = await complete({
      parameters: { provider: "OPENAI", name: "my-alias" },
      runner: { providers: accessTo(fake.url) },
    });
    expect([(body["stats"] as JsonObject)["cost"], logEntries]).toEqual([0.0028, []]);
  });

  it.each<[ProviderName, string]>([
    ["ANTHROPIC", "claude-opus-5-5"],
    ["ANTHROPIC", "claude-sonnet-5"],
    ["ANTHROPIC", "claude-haiku-4-5-20251001"],
    ["OPENAI", "gpt-6-sol"],
    ["OPENAI", "gpt-5.6"],
    ["OPENAI", "gpt-5.4-mini-2026-03-17"],
  ])("the current model of %s, %s, has a price", async (provider, name) => {
    const body = provider === "ANTHROPIC" ? claude([]) : gpt({ content: "" });
    await using fake = await fakeProvider({ body: { ...body, model: name } });
    const completion = await complete({
      parameters: { provider, name },
      runner: { providers: accessTo(fake.url) },
    });
    expect((completion.body["stats"] as JsonObject)["cost"]).toBeGreaterThan(0);
    expect(completion.headers.get("x-promptctl-cost")).toBeNull();
  });

  it.each([
    ["own-model", gpt({ content: "" }), "price-unknown", 1000],
    ["gpt-5.4-mini", { ...gpt({ content: "" }), usage: null }, "usage-unknown", 0],
  ])(
    "an unknown cost of %s is 0, which a header and the log say",
    async (name, reply, type, tokens) => {
      await using fake = await fakeProvider({ body: { ...reply, model: name } });
      const { status, body, headers, logEntries } = await complete({
        parameters: { provider: "OPENAI", name },
        runner: { providers: accessTo(fake.url) },
      });
      const { cost, inputTokenCount } = body["stats"] as JsonObject;
      expect([status, cost, inputTokenCount]).toEqual([200, 0, tokens]);
      expect(headers.get("x-promptctl-cost")).toBe("unknown");
      expect(logEntries).toEqual([{ type, provider: "openai", model: name }]);
    },
  );
});

it("the end user is sent to the provider", async () => {
  await using fake = await fakeProvider({ body: claude([]) });
  await complete({ runner: { providers: accessTo(fake.url) } }, { ...ann, user: "u-1" });
  expect(fake.requests[0]!.body).toMatchObject({ metadata: { user_id: "u-1" } });
});

describe("why the reply ended", () => {
  const claudeEnded = (reason: Json, details: JsonObject = {}): JsonObject => ({
    ...claude([{ type: "text", text: "Hel" }]),
    stop_reason: reason,
    ...details,
  });
  const gptEnded = (reason: Json, message: JsonObject = { content: "Hel" }): JsonObject => ({
    ...gpt({}),
    choices: [{ index: 0, finish_reason: reason, message: { role: "assistant", ...message } }],
  });
  const refusal = { stop_details: { type: "refusal", category: null, explanation: "Né: no.\n" } };
  it.each<[ProviderName, string, JsonObject, string | null]>([
    ["ANTHROPIC", "end_turn", claudeEnded("end_turn"), "complete"],
    ["ANTHROPIC", "stop_sequence", claudeEnded("stop_sequence"), "complete"],
    ["ANTHROPIC", "tool_use", claudeEnded("tool_use"), "tool-calls"],
    ["ANTHROPIC", "max_tokens", claudeEnded("max_tokens"), "truncated"],
    ["ANTHROPIC", "context", claudeEnded("model_context_window_exceeded"), "truncated"],
    ["ANTHROPIC", "refusal", claudeEnded("refusal", refusal), "refused"],
    ["ANTHROPIC", "a new reason", claudeEnded("pause_turn"), "other"],
    ["ANTHROPIC", "no reason", claudeEnded(null), null],
    ["OPENAI", "stop", gptEnded("stop"), "complete"],
    ["OPENAI", "tool_calls", gptEnded("tool_calls"), "tool-calls"],
    [
      "OPENAI",
      "stop after a call that toolChoice forced",
      gptEnded("stop", { content: null, tool_calls: [gptCall("c", "{}")] }),
      "tool-calls",
    ],
    ["OPENAI", "length", gptEnded("length"), "truncated"],
    ["OPENAI", "content_filter", gptEnded("content_filter"), "filtered"],
    ["OPENAI", "a refusal", gptEnded("stop", { content: null, refusal: "No." }), "refused"],
    [
      "OPENAI",
      "a refusal in a list of parts",
      gptEnded("stop", { content: [{ type: "refusal", refusal: "No." }] }),
      "refused",
    ],
    ["OPENAI", "no reason", gptEnded(null), null],
  ])("%s, %s", async (provider, _, response, expected) => {
    await using fake = await fakeProvider({ body: response });
    const { status, body, headers, logEntries } = await complete({
      parameters: { provider, name: models[provider] },
      runner: { providers: accessTo(fake.url) },
    });
    expect([status, wireCompletion(body)]).toEqual([200, true]);
    expect(headers.get("x-promptctl-stop-reason")).toBe(expected);
    const isLogged = !["complete", "tool-calls", null].includes(expected);
    expect(logEntries).toEqual(
      isLogged
        ? [
            {
              type: "incomplete-reply",
              provider: provider.toLowerCase(),
              model: models[provider],
              prompt: expect.any(String),
              stopReason: expected,
            },
          ]
        : [],
    );
  });

  it("the refusal of an OpenAI model is text of the reply", async () => {
    await using fake = await fakeProvider({ body: gpt({ content: null, refusal: "I will not." }) });
    const { body } = await complete({
      parameters: { provider: "OPENAI", name: models.OPENAI },
      runner: { providers: accessTo(fake.url) },
    });
    expect(body["message"]).toEqual({
      role: "assistant",
      content: [{ type: "TEXT", text: "I will not." }],
    });
  });
});

describe("settings that the model refuses", () => {
  it("are not sent, which a header says", async () => {
    await using fake = await fakeProvider({ body: gpt({ content: "Hi." }) });
    const parameters = {
      provider: "OPENAI",
      name: "gpt-5",
      temperature: 0.5,
      maxTokens: 9,
    } as const;
    const { headers } = await complete({
      parameters,
      runner: { providers: accessTo(fake.url) },
    });
    expect(fake.requests[0]!.body).toEqual({
      model: "gpt-5",
      max_completion_tokens: 9,
      ...hiRequest,
    });
    expect(headers.get("x-promptctl-omitted-settings")).toBe("temperature");
  });

  it("are named by a header of the rendered request too", async () => {
    const parameters = { name: "claude-opus-4-8", temperature: 0.5, topP: 0.9, topK: 4 } as const;
    const { handler, path } = await serviceWith({ parameters });
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      body: JSON.stringify(ann),
      headers: { "content-type": "application/json" },
    });
    const response = await handler(request);
    expect(response.headers.get("x-promptctl-omitted-settings")).toBe("temperature, topP, topK");
    expect(await response.json()).toMatchObject({
      parameters: { model: "claude-opus-4-8", max_tokens: 4096, ...hiRequest },
    });
  });
});

describe("a call without a --provider-timeout", () => {
  it("has 10 minutes", async () => {
    await using fake = await fakeProvider({ body: claude([]) });
    // Requests of other test files in this worker may create signals too.
    const timers = vi.spyOn(globalThis, "setTimeout");
    await complete({ runner: { providers: accessTo(fake.url) } });
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(600_000);
    timers.mockRestore();
  });
});
