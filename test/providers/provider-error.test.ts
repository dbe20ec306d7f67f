// Failed completions: for each failure of a provider the status and the message of the service.
import { request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { listen } from "../../src/service/listen.ts";
import { createPromptRunner } from "../../src/providers/runner.ts";
import { fakeProvider, type ScriptedResponse } from "./fake-provider.ts";
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
/** The provider's error body. */
const errorBody = (provider: ProviderName, message: string): JsonObject =>
  provider === "ANTHROPIC"
    ? { type: "error", error: { type: "some_error", message }, request_id: "req_1" }
    : { error: { message, type: "some_error", param: null, code: "some_code" } };

interface Row {
  readonly name: string;
  readonly response: Omit<ScriptedResponse, "body">;
  /** The provider's message, sent in its error body. */
  readonly providerMessage?: string;
  readonly body?: string;
  readonly status: number;
  readonly error: string;
  readonly retryAfter?: string;
}

const rows: readonly Row[] = [
  {
    name: "400",
    response: { status: 400 },
    providerMessage: "messages: at least one message is required",
    status: 400,
    error: "NAME rejected the request (400): messages: at least one message is required",
  },
  {
    name: "422",
    response: { status: 422 },
    providerMessage: "bad seed",
    status: 400,
    error: "NAME rejected the request (422): bad seed",
  },
  {
    name: "401, whose message may quote the key",
    response: { status: 401 },
    providerMessage: "Incorrect API key provided: sk-proj-**T-2.",
    status: 502,
    error: "NAME rejected the API key of this service (401). Set KEY_API_KEY to a valid key.",
  },
  {
    name: "403",
    response: { status: 403 },
    providerMessage: "Your organization may not use this model.",
    status: 502,
    error:
      "NAME rejected the API key of this service (403): Your organization may not use this model.",
  },
  {
    name: "404",
    response: { status: 404 },
    providerMessage: "model: gpt-9",
    status: 400,
    error: "NAME does not know the model, or its base URL is wrong (404): model: gpt-9",
  },
  {
    name: "408",
    response: { status: 408 },
    providerMessage: "too slow",
    status: 504,
    error: "NAME timed out (408): too slow",
  },
  {
    name: "413",
    response: { status: 413 },
    providerMessage: "Request exceeds 32 MB",
    status: 413,
    error: "NAME rejected the request as too large (413): Request exceeds 32 MB",
  },
  {
    name: "429 with Retry-After",
    response: { status: 429, headers: { "retry-after": "17" } },
    providerMessage: "Too many tokens",
    status: 429,
    error: "NAME limits the request rate (429): Too many tokens",
    retryAfter: "17",
  },
  {
    name: "429 with a date",
    response: { status: 429, headers: { "retry-after": "Fri, 20 Nov 2026 10:00:00 GMT" } },
    providerMessage: "Later",
    status: 429,
    error: "NAME limits the request rate (429): Later",
    retryAfter: "Fri, 20 Nov 2026 10:00:00 GMT",
  },
  {
    name: "429 with an invalid Retry-After",
    response: { status: 429, headers: { "retry-after": "soon" } },
    providerMessage: "Later",
    status: 429,
    error: "NAME limits the request rate (429): Later",
  },
  {
    name: "500",
    response: { status: 500 },
    providerMessage: "Internal server error",
    status: 502,
    error: "NAME failed (500): Internal server error",
  },
  {
    name: "529",
    response: { status: 529 },
    providerMessage: "Overloaded",
    status: 502,
    error: "NAME failed (529): Overloaded",
  },
  {
    name: "503 with Retry-After",
    response: { status: 503, headers: { "retry-after": "3" } },
    providerMessage: "Overloaded",
    status: 503,
    error: "NAME failed (503): Overloaded",
    retryAfter: "3",
  },
  {
    name: "402",
    response: { status: 402 },
    providerMessage: "No credit",
    status: 502,
    error: "NAME failed (402): No credit",
  },
  {
    name: "500 with a gateway's HTML page",
    response: { status: 500 },
    body: "<html>Bad Gateway</html>",
    status: 502,
    error: "NAME failed (500).",
  },
  {
    name: "a redirect",
    response: { status: 307, headers: { location: "/elsewhere" } },
    body: "",
    status: 502,
    error:
      "NAME returned a redirect (307). Redirects are not followed: they would disclose the API key.",
  },
  {
    name: "a body that is not JSON",
    response: {},
    body: '{"content": [',
    status: 502,
    error: "NAME returned status 200 with a body that is not a valid reply.",
  },
  {
    name: "JSON that is not a reply",
    response: {},
    body: '{"content": [{"type": "text"}], "choices": [{}]}',
    status: 502,
    error: "NAME returned status 200 with a body that is not a valid reply.",
  },
  {
    name: "a reply without token counts",
    response: {},
    body: '{"content": [], "choices": [{"message": {"content": "a"}}]}',
    status: 502,
    error: "NAME returned status 200 with a body that is not a valid reply.",
  },
  {
    name: "no response within the time limit",
    response: { stall: "before headers" },
    status: 504,
    error: "NAME did not respond completely within 0.2 s.",
  },
  {
    name: "an incomplete response within the time limit",
    response: { stall: "in the body" },
    status: 504,
    error: "NAME did not respond completely within 0.2 s.",
  },
];

describe.each(both)("%s", (provider) => {
  const expected = (error: string): string =>
    error.replace("NAME", names[provider]).replace("KEY", provider);
  const parameters = { provider, name: models[provider] };

  it.each(rows)("$name", async ({ response, providerMessage, body, ...row }) => {
    await using fake = await fakeProvider({
      ...response,
      body: body ?? errorBody(provider, providerMessage ?? ""),
    });
    const result = await complete({
      parameters,
      runner: { providers: accessTo(fake.url), ...(response.stall && { timeoutMs: 200 }) },
    });
    expect(result.body).toEqual({ error: expected(row.error) });
    expect(result.status).toBe(row.status);
    expect(result.headers.get("retry-after")).toBe(row.retryAfter ?? null);
    expect(fake.requests).toHaveLength(1); // no retry, and no redirect followed
    expect(result.failures).toEqual([]);
    expect(JSON.stringify([result.body, result.logEntries])).not.toMatch(/SECRET|PRIVATE/);
  });

  it("removes keys from the provider's message and truncates long messages", async () => {
    const message = `No: ${keys[provider]} and sk-other-1**2. ${"x".repeat(2000)}`;
    await using fake = await fakeProvider({ status: 400, body: errorBody(provider, message) });
    const { body } = await complete({ parameters, runner: { providers: accessTo(fake.url) } });
    expect(body["error"]).toMatch(/\(400\): No: \[key\] and \[key\]\. x{900,}…$/);
    expect(String(body["error"]).length).toBeLessThan(1100);
  });

  it.each([
    ["own-key-of-a-gateway", "No: [key]!"],
    ["ollama", "No: ollama!"],
  ])("a provider message that quotes the key %s", async (key, redacted) => {
    await using fake = await fakeProvider({
      status: 400,
      body: errorBody(provider, `No: ${key}!`),
    });
    const access = { key, baseUrl: fake.url };
    const { body } = await complete({
      parameters,
      runner: { providers: { anthropic: access, openai: access } },
    });
    expect(body["error"]).toBe(`${names[provider]} rejected the request (400): ${redacted}`);
  });

  it("connection refused", async () => {
    const { url } = await (async () => {
      await using closed = await fakeProvider({});
      return closed;
    })();
    const result = await complete({ parameters, runner: { providers: accessTo(url) } });
    expect([result.status, result.body]).toEqual([
      502,
      { error: `${names[provider]} is unreachable (ECONNREFUSED).` },
    ]);
  });

  it("a fetch error that contains the key and the text", async () => {
    const providers = accessTo("http://127.0.0.1:1");
    const result = await complete({
      parameters,
      runner: {
        providers,
        fetch: async (url, init) => {
          throw new TypeError(`${url} ${JSON.stringify(init)}`);
        },
      },
    });
    expect([result.status, result.body]).toEqual([
      502,
      { error: `${names[provider]} is unreachable.` },
    ]);
    expect(result.failures).toEqual([]);
  });

  it.each([{}, { anthropic: { key: "" }, openai: { key: undefined } }])(
    "no key: %j",
    async (providers) => {
      const urls: string[] = [];
      const result = await complete({
        parameters,
        runner: { providers, fetch: async (url) => (urls.push(url), Response.json({})) },
      });
      const error =
        `This service has no API key for ${names[provider]}, so it cannot run this prompt. ` +
        `Set ${provider}_API_KEY for the service, or start it with --echo.`;
      expect([result.status, result.body, urls]).toEqual([400, { error }, []]);
    },
  );

  it("a client that disconnects cancels the request to the provider", async () => {
    await using fake = await fakeProvider({ stall: "before headers" });
    const runner = { providers: accessTo(fake.url) };
    const { handler, path, failures } = await serviceWith({ parameters, runner });
    const statuses: number[] = [];
    const listening = await listen({
      handler: async (request) => {
        const result = await handler(request);
        statuses.push(result.status);
        return result;
      },
      host: "127.0.0.1",
      port: 0,
    });
    const clientRequest = request(`${listening.url}${path}/completion`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    clientRequest.on("error", () => {}); // expected: the request is destroyed below
    clientRequest.end(JSON.stringify(ann));
    await vi.waitUntil(() => fake.requests.length === 1);
    clientRequest.destroy();
    await fake.disconnected;
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
])("rejects the runner options %j", (providers, message) => {
  const create = () => createPromptRunner({ fetch, providers });
  expect(create).toThrow(message);
  expect(create).not.toThrow(/SECRET/);
});
