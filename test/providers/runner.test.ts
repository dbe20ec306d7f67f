// Completions by providers that answer: what each is asked, and what the caller gets.
import { describe, expect, it } from "vitest";
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

const image: Message = {
  role: "user",
  content: [{ type: "IMAGE_BASE64", imageBase64: "AAAA", mediaType: "image/png" }],
};

interface Row {
  readonly of: string;
  readonly provider: ProviderName;
  readonly parameters?: Partial<ModelParameters>;
  readonly messages?: readonly Message[];
  readonly answers: JsonObject;
  /** What the provider is asked, besides model and the limit of tokens. */
  readonly asked: JsonObject;
  readonly content: Json;
}

const saysHi = { messages: [{ role: "user", content: "Hi Ann-PRIVATE" }] };
const text = [{ type: "TEXT", text: "Hello." }];

const rows: readonly Row[] = [
  {
    of: "text",
    provider: "ANTHROPIC",
    answers: claude([{ type: "text", text: "Hello." }]),
    asked: saysHi,
    content: text,
  },
  {
    of: "text",
    provider: "OPENAI",
    answers: gpt({ content: "Hello.", refusal: null }),
    asked: saysHi,
    content: text,
  },
  {
    of: "a tool call after text",
    provider: "ANTHROPIC",
    answers: claude([
      { type: "text", text: "Hello." },
      { type: "tool_use", id: "toolu_1", name: "look", input: { n: 7 } },
    ]),
    asked: saysHi,
    content: [...text, call("toolu_1", '{"n":7}')],
  },
  {
    of: "a tool call, its arguments as they were written",
    provider: "OPENAI",
    answers: gpt({ content: null, tool_calls: [gptCall("call_1", '{"n": 7')] }),
    asked: saysHi,
    content: [call("call_1", '{"n": 7')],
  },
  {
    of: "several tool calls",
    provider: "ANTHROPIC",
    answers: claude([
      { type: "tool_use", id: "a", name: "look", input: {} },
      { type: "tool_use", id: "b", name: "look", input: { n: 1 } },
    ]),
    asked: saysHi,
    content: [call("a", "{}"), call("b", '{"n":1}')],
  },
  {
    of: "several tool calls",
    provider: "OPENAI",
    answers: gpt({ content: "", tool_calls: [gptCall("a", "{}"), gptCall("b", '{"n":1}')] }),
    asked: saysHi,
    content: [call("a", "{}"), call("b", '{"n":1}')],
  },
  {
    of: "JSON mode, which Anthropic has not",
    provider: "ANTHROPIC",
    parameters: { responseFormat: "JSON" },
    answers: claude([{ type: "text", text: '{"a":1}' }]),
    asked: saysHi,
    content: [{ type: "TEXT", text: '{"a":1}' }],
  },
  {
    of: "JSON mode",
    provider: "OPENAI",
    parameters: { responseFormat: "JSON" },
    answers: gpt({ content: '{"a":1}' }),
    asked: { ...saysHi, response_format: { type: "json_object" } },
    content: [{ type: "TEXT", text: '{"a":1}' }],
  },
  {
    of: "an image",
    provider: "ANTHROPIC",
    messages: [image],
    answers: claude([{ type: "text", text: "Hello." }]),
    asked: {
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          ],
        },
      ],
    },
    content: text,
  },
  {
    of: "an image",
    provider: "OPENAI",
    messages: [image],
    answers: gpt({ content: "Hello." }),
    asked: {
      messages: [
        {
          role: "user",
          content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }],
        },
      ],
    },
    content: text,
  },
  {
    of: "stream, which the service never asks for",
    provider: "ANTHROPIC",
    parameters: { stream: true },
    answers: claude([{ type: "text", text: "Hello." }]),
    asked: saysHi,
    content: text,
  },
  {
    of: "stream, which the service never asks for",
    provider: "OPENAI",
    parameters: { stream: true },
    answers: gpt({ content: "Hello." }),
    asked: saysHi,
    content: text,
  },
  {
    of: "thinking, which no message of ours holds, and no text",
    provider: "ANTHROPIC",
    answers: claude([
      { type: "thinking", thinking: "hm", signature: "x" },
      { type: "text", text: "" },
    ]),
    asked: saysHi,
    content: [],
  },
  {
    of: "a refusal of the model",
    provider: "OPENAI",
    answers: gpt({ content: null, refusal: "I will not." }),
    asked: saysHi,
    content: [{ type: "TEXT", text: "I will not." }],
  },
];

// Prices of 2025 per million tokens: claude-sonnet-4-5 3 and 15 dollars, gpt-4.1 2 and 8.
const costs = { ANTHROPIC: 0.0045, OPENAI: 0.0028 };

describe("a completion", () => {
  it.each(rows)("of $of by $provider", async ({ provider, ...row }) => {
    await using fake = await fakeProvider({ body: row.answers });
    const withTools = row.of.includes("tool call");
    const ticks = [5_000, 6_234.4];
    const { status, body, facts } = await complete({
      parameters: { provider, name: models[provider], maxTokens: 64, ...row.parameters },
      messages: row.messages ?? [hi],
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
    expect(facts).toEqual([]);
    const [asked] = fake.asked;
    const { tools, ...sent } = asked!.body;
    const limit = provider === "ANTHROPIC" ? "max_tokens" : "max_completion_tokens";
    expect(sent).toEqual({ model: models[provider], [limit]: 64, ...row.asked });
    expect(tools !== undefined).toBe(withTools);
    expect([fake.asked.length, asked!.method, asked!.path]).toEqual([1, "POST", paths[provider]]);
  });
});

describe("the key goes to its provider, in its header, and nowhere else", () => {
  it.each<[ProviderName, JsonObject, Record<string, string>]>([
    ["ANTHROPIC", claude([]), { "x-api-key": keys.ANTHROPIC, "anthropic-version": "2023-06-01" }],
    ["OPENAI", gpt({ content: "" }), { authorization: `Bearer ${keys.OPENAI}` }],
  ])("%s", async (provider, body, expected) => {
    await using fake = await fakeProvider({ body });
    await using other = await fakeProvider({ body });
    const [mine, its] = [accessTo(fake.url), accessTo(other.url)];
    const answer = await complete({
      parameters: { provider, name: models[provider] },
      runner: {
        providers:
          provider === "ANTHROPIC"
            ? { anthropic: mine.anthropic!, openai: its.openai! }
            : { anthropic: its.anthropic!, openai: mine.openai! },
      },
    });
    const { headers } = fake.asked[0]!;
    expect(headers).toMatchObject({ "content-type": "application/json", ...expected });
    expect(JSON.stringify({ ...headers, "x-api-key": "", authorization: "" })).not.toContain(
      "SECRET",
    );
    expect(JSON.stringify(fake.asked[0]!.body)).not.toContain("SECRET");
    expect(JSON.stringify([answer.body, answer.facts])).not.toContain("SECRET");
    expect(other.asked).toEqual([]);
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
] as const)("the base address of %s with %j at its end asks at %s", async (id, end, path) => {
  await using fake = await fakeProvider({
    body: id === "anthropic" ? claude([]) : gpt({ content: "" }),
  });
  const provider = id === "anthropic" ? "ANTHROPIC" : "OPENAI";
  const providers = { [id]: { key: "k", baseUrl: fake.url + end } };
  const { status } = await complete({ parameters: { provider }, runner: { providers } });
  expect([status, fake.asked[0]!.path]).toEqual([200, path]);
});

it.each([
  ["ANTHROPIC", "https://api.anthropic.com/v1/messages"],
  ["OPENAI", "https://api.openai.com/v1/chat/completions"],
] as const)("without a base address %s is asked at its own", async (provider, expected) => {
  const asked: string[] = [];
  const answer = provider === "ANTHROPIC" ? claude([]) : gpt({ content: "" });
  await complete({
    parameters: { provider },
    runner: {
      providers: { anthropic: { key: "k", baseUrl: "" }, openai: { key: "k" } },
      fetch: async (url) => (asked.push(url), Response.json(answer)),
    },
  });
  expect(asked).toEqual([expected]);
});

describe("tokens and cost", () => {
  it.each<[string, ProviderName, JsonObject, number[]]>([
    [
      "tokens of the cache beside the others",
      "ANTHROPIC",
      claude([], {
        input_tokens: 500,
        cache_read_input_tokens: 200,
        cache_creation_input_tokens: 300,
        output_tokens: 100,
      }),
      // 500 × 3 + 200 × 0.30 + 300 × 3.75 + 100 × 15 millionths
      [1000, 100, 0.004185],
    ],
    [
      "tokens of the cache among the others",
      "OPENAI",
      gpt(
        { content: "" },
        {
          prompt_tokens: 1000,
          completion_tokens: 100,
          prompt_tokens_details: { cached_tokens: 400 },
        },
      ),
      // 600 × 2 + 400 × 0.50 + 100 × 8 millionths
      [1000, 100, 0.0022],
    ],
  ])("%s, %s", async (_, provider, body, expected) => {
    await using fake = await fakeProvider({ body });
    const answer = await complete({
      parameters: { provider, name: models[provider] },
      runner: { providers: accessTo(fake.url) },
    });
    const { inputTokenCount, outputTokenCount, cost, latency } = answer.body["stats"] as JsonObject;
    expect([inputTokenCount, outputTokenCount, cost]).toEqual(expected);
    expect(latency).toBeGreaterThanOrEqual(0);
    expect(latency).toBeLessThan(10_000);
  });

  it("a model with another name is priced by the name it answers with", async () => {
    await using fake = await fakeProvider({ body: gpt({ content: "" }) });
    const { body, facts } = await complete({
      parameters: { provider: "OPENAI", name: "alias-of-mine" },
      runner: { providers: accessTo(fake.url) },
    });
    expect([(body["stats"] as JsonObject)["cost"], facts]).toEqual([0.0028, []]);
  });

  it("an unknown model costs 0, and who runs the service is told", async () => {
    await using fake = await fakeProvider({
      body: { ...gpt({ content: "" }), model: "own-model" },
    });
    const { status, body, facts } = await complete({
      parameters: { provider: "OPENAI", name: "own-model" },
      runner: { providers: accessTo(fake.url) },
    });
    expect([status, (body["stats"] as JsonObject)["cost"]]).toEqual([200, 0]);
    expect(facts).toEqual([{ type: "price-unknown", provider: "openai", model: "own-model" }]);
  });
});

it("the end-user goes to the provider", async () => {
  await using fake = await fakeProvider({ body: claude([]) });
  await complete({ runner: { providers: accessTo(fake.url) } }, { ...ann, user: "u-1" });
  expect(fake.asked[0]!.body).toMatchObject({ metadata: { user_id: "u-1" } });
});
