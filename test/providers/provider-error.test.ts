// Completions that fail: for each failure of a provider our status, and what the caller is told.
import { request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { listen } from "../../src/service/listen.ts";
import { createPromptRunner } from "../../src/providers/runner.ts";
import { fakeProvider, type Scripted } from "./fake-provider.ts";
import {
  accessTo,
  ann,
  complete,
  keys,
  models,
  type ProviderName,
  serviceWith,
} from "./service-fixture.ts";

const both: readonly ProviderName[] = ["ANTHROPIC", "OPENAI"];
const names = { ANTHROPIC: "Anthropic", OPENAI: "OpenAI" };
/** What each provider's failures look like. */
const failing = (provider: ProviderName, message: string): JsonObject =>
  provider === "ANTHROPIC"
    ? { type: "error", error: { type: "some_error", message }, request_id: "req_1" }
    : { error: { message, type: "some_error", param: null, code: "some_code" } };

interface Row {
  readonly is: string;
  readonly answers: Omit<Scripted, "body">;
  /** The provider's own words, in its own form. */
  readonly words?: string;
  readonly body?: string;
  readonly status: number;
  readonly error: string;
  readonly retryAfter?: string;
}

const rows: readonly Row[] = [
  {
    is: "400",
    answers: { status: 400 },
    words: "messages: at least one message is required",
    status: 400,
    error: "NAME rejected the request (400): messages: at least one message is required",
  },
  {
    is: "422",
    answers: { status: 422 },
    words: "bad seed",
    status: 400,
    error: "NAME rejected the request (422): bad seed",
  },
  {
    is: "401, whose words may quote the key",
    answers: { status: 401 },
    words: "Incorrect API key provided: sk-proj-**T-2.",
    status: 502,
    error: "NAME rejected the API key of this service (401). Set KEY_API_KEY to a valid key.",
  },
  {
    is: "403",
    answers: { status: 403 },
    words: "Your organization may not use this model.",
    status: 502,
    error:
      "NAME rejected the API key of this service (403): Your organization may not use this model.",
  },
  {
    is: "404",
    answers: { status: 404 },
    words: "model: gpt-9",
    status: 400,
    error: "NAME does not know the model, or its base URL is wrong (404): model: gpt-9",
  },
  {
    is: "408",
    answers: { status: 408 },
    words: "too slow",
    status: 504,
    error: "NAME timed out (408): too slow",
  },
  {
    is: "413",
    answers: { status: 413 },
    words: "Request exceeds 32 MB",
    status: 413,
    error: "NAME rejected the request as too large (413): Request exceeds 32 MB",
  },
  {
    is: "429 with Retry-After",
    answers: { status: 429, headers: { "retry-after": "17" } },
    words: "Too many tokens",
    status: 429,
    error: "NAME limits the request rate (429): Too many tokens",
    retryAfter: "17",
  },
  {
    is: "429 with a date",
    answers: { status: 429, headers: { "retry-after": "Fri, 20 Nov 2026 10:00:00 GMT" } },
    words: "Later",
    status: 429,
    error: "NAME limits the request rate (429): Later",
    retryAfter: "Fri, 20 Nov 2026 10:00:00 GMT",
  },
  {
    is: "429 with a Retry-After that says nothing",
    answers: { status: 429, headers: { "retry-after": "soon" } },
    words: "Later",
    status: 429,
    error: "NAME limits the request rate (429): Later",
  },
  {
    is: "500",
    answers: { status: 500 },
    words: "Internal server error",
    status: 502,
    error: "NAME failed (500): Internal server error",
  },
  {
    is: "529",
    answers: { status: 529 },
    words: "Overloaded",
    status: 502,
    error: "NAME failed (529): Overloaded",
  },
  {
    is: "503 with Retry-After",
    answers: { status: 503, headers: { "retry-after": "3" } },
    words: "Overloaded",
    status: 503,
    error: "NAME failed (503): Overloaded",
    retryAfter: "3",
  },
  {
    is: "402",
    answers: { status: 402 },
    words: "No credit",
    status: 502,
    error: "NAME failed (402): No credit",
  },
  {
    is: "500 with a page of a gateway",
    answers: { status: 500 },
    body: "<html>Bad Gateway</html>",
    status: 502,
    error: "NAME failed (500).",
  },
  {
    is: "a redirect",
    answers: { status: 307, headers: { location: "/elsewhere" } },
    body: "",
    status: 502,
    error:
      "NAME returned a redirect (307). Redirects are not followed: they would disclose the API key.",
  },
  {
    is: "a body that is no JSON",
    answers: {},
    body: '{"content": [',
    status: 502,
    error: "NAME returned status 200 with a body that is not a valid reply.",
  },
  {
    is: "JSON that is no reply",
    answers: {},
    body: '{"content": [{"type": "text"}], "choices": [{}]}',
    status: 502,
    error: "NAME returned status 200 with a body that is not a valid reply.",
  },
  {
    is: "a reply without counts of tokens",
    answers: {},
    body: '{"content": [], "choices": [{"message": {"content": "a"}}]}',
    status: 502,
    error: "NAME returned status 200 with a body that is not a valid reply.",
  },
  {
    is: "no answer in time",
    answers: { stall: "before headers" },
    status: 504,
    error: "NAME did not respond completely within 0.2 s.",
  },
  {
    is: "half an answer in time",
    answers: { stall: "in the body" },
    status: 504,
    error: "NAME did not respond completely within 0.2 s.",
  },
];

describe.each(both)("%s", (provider) => {
  const expected = (error: string): string =>
    error.replace("NAME", names[provider]).replace("KEY", provider);
  const parameters = { provider, name: models[provider] };

  it.each(rows)("$is", async ({ answers, words, body, ...row }) => {
    await using fake = await fakeProvider({
      ...answers,
      body: body ?? failing(provider, words ?? ""),
    });
    const answer = await complete({
      parameters,
      runner: { providers: accessTo(fake.url), timeoutMs: 200 },
    });
    expect(answer.body).toEqual({ error: expected(row.error) });
    expect(answer.status).toBe(row.status);
    expect(answer.headers.get("retry-after")).toBe(row.retryAfter ?? null);
    expect(fake.asked).toHaveLength(1); // never asked again, and no redirect followed
    expect(answer.failures).toEqual([]);
    expect(JSON.stringify([answer.body, answer.facts])).not.toMatch(/SECRET|PRIVATE/);
  });

  it("words that quote the key lose it, and long ones are cut", async () => {
    const words = `No: ${keys[provider]} and sk-other-1**2. ${"x".repeat(2000)}`;
    await using fake = await fakeProvider({ status: 400, body: failing(provider, words) });
    const { body } = await complete({ parameters, runner: { providers: accessTo(fake.url) } });
    expect(body["error"]).toMatch(/\(400\): No: \[key\] and \[key\]\. x{900,}…$/);
    expect(String(body["error"]).length).toBeLessThan(1100);
  });

  it.each([
    ["own-key-of-a-gateway", "No: [key]!"],
    ["ollama", "No: ollama!"],
  ])("words that quote the key %s", async (key, words) => {
    await using fake = await fakeProvider({ status: 400, body: failing(provider, `No: ${key}!`) });
    const access = { key, baseUrl: fake.url };
    const { body } = await complete({
      parameters,
      runner: { providers: { anthropic: access, openai: access } },
    });
    expect(body["error"]).toBe(`${names[provider]} rejected the request (400): ${words}`);
  });

  it("nobody at the address", async () => {
    const { url } = await (async () => {
      await using gone = await fakeProvider({});
      return gone;
    })();
    const answer = await complete({ parameters, runner: { providers: accessTo(url) } });
    expect([answer.status, answer.body]).toEqual([
      502,
      { error: `${names[provider]} is unreachable (ECONNREFUSED).` },
    ]);
  });

  it("a fetch that fails with key and text in its words", async () => {
    const providers = accessTo("http://127.0.0.1:1");
    const answer = await complete({
      parameters,
      runner: {
        providers,
        fetch: async (url, init) => {
          throw new TypeError(`${url} ${JSON.stringify(init)}`);
        },
      },
    });
    expect([answer.status, answer.body]).toEqual([
      502,
      { error: `${names[provider]} is unreachable.` },
    ]);
    expect(answer.failures).toEqual([]);
  });

  it.each([{}, { anthropic: { key: "" }, openai: { key: undefined } }])(
    "no key (%j)",
    async (providers) => {
      const asked: string[] = [];
      const answer = await complete({
        parameters,
        runner: { providers, fetch: async (url) => (asked.push(url), Response.json({})) },
      });
      const error =
        `This service has no API key for ${names[provider]}, so it cannot run this prompt. ` +
        `Set ${provider}_API_KEY for the service, or start it with --echo.`;
      expect([answer.status, answer.body, asked]).toEqual([400, { error }, []]);
    },
  );

  it("who asked hangs up, over a socket: the provider is not kept busy", async () => {
    await using fake = await fakeProvider({ stall: "before headers" });
    const runner = { providers: accessTo(fake.url) };
    const { handler, path, failures } = await serviceWith({ parameters, runner });
    const statuses: number[] = [];
    const listening = await listen({
      handler: async (request) => {
        const answer = await handler(request);
        statuses.push(answer.status);
        return answer;
      },
      host: "127.0.0.1",
      port: 0,
    });
    const asking = request(`${listening.url}${path}/completion`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    asking.on("error", () => {}); // that it is broken off is the point
    asking.end(JSON.stringify(ann));
    await vi.waitUntil(() => fake.asked.length === 1);
    asking.destroy();
    await fake.hungUp;
    await vi.waitUntil(() => statuses.length === 1);
    await listening.close();
    expect([statuses, failures]).toEqual([[408], []]);
  });
});

it.each([
  [
    { anthropic: { baseUrl: "api.anthropic.com" } },
    /^Invalid base URL of Anthropic: expected an http/,
  ],
  [
    { openai: { baseUrl: "https://me:SECRET@example.com" } },
    /^Invalid base URL of OpenAI: expected/,
  ],
  [{ openai: { baseUrl: "https://example.com/?a" } }, /^Invalid base URL of OpenAI: expected/],
  [
    { openai: { key: "SECRET\nb" } },
    /^Invalid API key of OpenAI: OPENAI_API_KEY contains characters/,
  ],
])("a runner is not made with %j", (providers, message) => {
  const make = () => createPromptRunner({ fetch, providers });
  expect(make).toThrow(message);
  expect(make).not.toThrow(/SECRET/);
});
