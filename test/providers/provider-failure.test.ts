// Failed completions: for each failure of a provider the status and the message of the service.
import { request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { listen } from "../../src/service/http/listen.ts";
import type { RunnerOptions } from "../../src/providers/runner.ts";
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
    status: 424,
    error: "NAME rejected the API key (401). Set KEY_API_KEY to a valid key.",
  },
  {
    name: "403",
    response: { status: 403 },
    providerMessage: "Your organization may not use this model.",
    status: 424,
    error: "NAME does not allow this request (403): Your organization may not use this model.",
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
    name: "429 with a date in the past",
    response: { status: 429, headers: { "retry-after": "Fri, 20 Nov 2020 10:00:00 GMT" } },
    providerMessage: "Later",
    status: 429,
    error: "NAME limits the request rate (429): Later",
    retryAfter: "0",
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
    status: 424,
    error: "NAME requires a payment (402): No credit",
  },
  {
    name: "429 because the credit is used up",
    response: { status: 429, headers: { "retry-after": "3" } },
    body: '{"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}',
    status: 424,
    error: "NAME has no quota left for this API key (429): You exceeded your quota.",
  },
  {
    name: "400 because the credit is used up",
    response: { status: 400 },
    providerMessage: "Your credit balance is too low to access the API.",
    status: 424,
    error:
      "NAME has no quota left for this API key (400): Your credit balance is too low to access the API.",
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
    status: 424,
    error:
      "NAME returned a redirect (307). Redirects are not followed: they would disclose the API key.",
  },
  {
    name: "a body that is not JSON",
    response: {},
    body: '{"content": [',
    status: 424,
    error: "NAME returned status 200 with a reply that cannot be read: the body is not JSON.",
  },
  {
    name: "an error with status 200",
    response: {},
    body: '{"error": {"message": "Provider returned error"}, "user_id": "u"}',
    status: 502,
    error: "NAME failed (502): Provider returned error",
  },
  {
    name: "an error with status 200, and its own in the body",
    response: {},
    body: '{"id": "x", "error": {"message": "Too many tokens", "code": 400}}',
    status: 400,
    error: "NAME rejected the request (400): Too many tokens",
  },
  {
    name: "a list",
    response: {},
    body: "[]",
    status: 424,
    error:
      "NAME returned status 200 with a reply that cannot be read: the body is list, not object.",
  },
  {
    name: "no response within the time limit",
    response: { stall: "before headers" },
    status: 504,
    error:
      "NAME did not respond completely within 0.2 s. Raise the limit with promptctl serve --provider-timeout.",
  },
  {
    name: "an incomplete response within the time limit",
    response: { stall: "in the body" },
    status: 504,
    error:
      "NAME did not respond completely within 0.2 s. Raise the limit with promptctl serve --provider-timeout.",
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
    expect(result.headers.get("x-should-retry")).toBe(row.status === 504 ? "false" : null);
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

  it("a provider message that quotes a header or a parameter", async () => {
    const message = "No: own-header-of-a-gateway, own-parameter!";
    await using fake = await fakeProvider({ status: 400, body: errorBody(provider, message) });
    const access = {
      baseUrl: `${fake.url}?key=own-parameter`,
      headers: '{"X-Gateway": "own-header-of-a-gateway"}',
    };
    const { body } = await complete({
      parameters,
      runner: { providers: { anthropic: access, openai: access } },
    });
    expect(body["error"]).toBe(`${names[provider]} rejected the request (400): No: [key], [key]!`);
    const [{ path, headers }] = fake.requests as [(typeof fake.requests)[0]];
    expect([path.split("?")[1], headers["x-gateway"]]).toEqual([
      "key=own-parameter",
      "own-header-of-a-gateway",
    ]);
  });

  it("connection refused", async () => {
    const { url } = await (async () => {
      await using closed = await fakeProvider({});
      return closed;
    })();
    const result = await complete({ parameters, runner: { providers: accessTo(url) } });
    expect([result.status, result.body]).toEqual([
      502,
      { error: `${names[provider]} is unreachable at ${new URL(url).host}: connection refused.` },
    ]);
  });

  it("a proxy that cannot be reached", async () => {
    const message = "the proxy localhost:8080 cannot be reached";
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const error = Object.assign(new Error(message, { cause }), { name: "ProxyError" });
    const runner = {
      providers: accessTo("https://example.com"),
      fetch: () => Promise.reject(error),
    };
    expect((await complete({ parameters, runner })).body).toEqual({
      error: `${names[provider]} is unreachable at example.com:443: ${message}.`,
    });
  });

  it.each([
    [200, 424, "returned status 200 with a reply that cannot be read: it broke off."],
    [429, 429, "limits the request rate (429)."],
    [500, 502, "failed (500)."],
  ])("a reply with status %i that breaks off", async (sent, status, problem) => {
    await using fake = await fakeProvider({ status: sent, breaksOff: true });
    const result = await complete({ parameters, runner: { providers: accessTo(fake.url) } });
    const error = `${names[provider]} ${problem}`;
    expect([result.status, result.body]).toEqual([status, { error }]);
    expect(fake.requests).toHaveLength(1);
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
      { error: `${names[provider]} is unreachable at 127.0.0.1:1.` },
    ]);
    expect(result.failures).toEqual([]);
  });

  it.each([
    {},
    { anthropic: { key: "" }, openai: { key: undefined } },
    { anthropic: { key: " " }, openai: { key: "\n" } },
  ])("no key: %j", async (providers) => {
    const urls: string[] = [];
    const result = await complete({
      parameters,
      runner: { providers, fetch: async (url) => (urls.push(url), Response.json({})) },
    });
    const error =
      `This service has no API key for ${names[provider]}, so it cannot run this prompt. ` +
      `Set ${provider}_API_KEY for the service, or start it with --echo.`;
    expect([result.status, result.body, urls]).toEqual([424, { error }, []]);
  });

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

describe("a reply without the provider's format", () => {
  it.each<[ProviderName, JsonObject, string]>([
    ["ANTHROPIC", {}, "content is missing"],
    ["ANTHROPIC", { content: [{ type: "text" }] }, "content[0].text is missing"],
    [
      "ANTHROPIC",
      { content: [{ type: "tool_use", id: 7 }] },
      "content[0].id is number, not string",
    ],
    ["OPENAI", { choices: [] }, "choices[0] is missing"],
    ["OPENAI", { choices: [{}] }, "choices[0].message is missing"],
    [
      "OPENAI",
      { choices: [{ message: { content: 7 } }] },
      "choices[0].message.content is number, not string or list",
    ],
    [
      "OPENAI",
      { choices: [{ message: { content: [{ type: "text", text: null }] } }] },
      "choices[0].message.content[0].text is null, not string",
    ],
  ])("%s %j: the error names the field", async (provider, body, problem) => {
    await using fake = await fakeProvider({ body });
    const parameters = { provider, name: models[provider] };
    const runner = { providers: accessTo(fake.url) };
    const error = `${names[provider]} returned status 200 with a reply that cannot be read: ${problem}.`;
    expect(await complete({ parameters, runner })).toMatchObject({ status: 424, body: { error } });
  });
});

describe("a malformed key or base URL", () => {
  it.each<[ProviderName, RunnerOptions["providers"], RegExp]>([
    [
      "ANTHROPIC",
      { anthropic: { key: "k", baseUrl: "api.anthropic.com" } },
      /^ANTHROPIC_BASE_URL is not a base URL for Anthropic: expected an http/,
    ],
    [
      "OPENAI",
      { openai: { key: "k", baseUrl: "https://me:SECRET@example.com" } },
      /^OPENAI_BASE_URL is not a base URL for OpenAI: expected/,
    ],
    [
      "OPENAI",
      { openai: { key: "k", baseUrl: "https://example.com/?a=SECRET#b" } },
      /^OPENAI_BASE_URL is not/,
    ],
    [
      "OPENAI",
      { openai: { key: "k", headers: '{"api-key": "SECRET"' } },
      /^OPENAI_EXTRA_HEADERS is not a JSON object of header names and values/,
    ],
    [
      "ANTHROPIC",
      { anthropic: { key: "k", headers: '{"x-team": "SECRET\\n"}' } },
      /^ANTHROPIC_EXTRA_HEADERS is not a JSON object/,
    ],
    [
      "ANTHROPIC",
      { anthropic: { token: "SECRET\nb" } },
      /^ANTHROPIC_AUTH_TOKEN is not a valid API key for Anthropic/,
    ],
    [
      "OPENAI",
      { openai: { key: "k", maxTokensField: "max_toks" } },
      /^OPENAI_MAX_TOKENS_FIELD must be max_completion_tokens or max_tokens\.$/,
    ],
    [
      "OPENAI",
      { openai: { key: "SECRET\nb" } },
      /^OPENAI_API_KEY is not a valid API key for OpenAI: it contains a line break/,
    ],
  ])("%s %j is reported when the provider is called", async (provider, providers, message) => {
    const parameters = { provider, name: models[provider] };
    const { status, body } = await complete({ parameters, runner: { providers } });
    expect([status, body]).toEqual([424, { error: expect.stringMatching(message) }]);
    expect(JSON.stringify(body)).not.toContain("SECRET");
  });

  it("of the other provider does not matter", async () => {
    await using fake = await fakeProvider({ status: 400, body: errorBody("ANTHROPIC", "No") });
    const providers = { ...accessTo(fake.url), openai: { key: "a b", baseUrl: "x" } };
    expect((await complete({ runner: { providers } })).status).toBe(400);
  });
});
