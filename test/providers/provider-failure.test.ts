// Failed completions: for each failure of a provider the status and the message of the service.
import { request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/engine/model/json.ts";
import { listen } from "../../src/service/http/listen.ts";
import type { ProviderAccess } from "../../src/engine/providers/provider-access.ts";
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
const unreadable = (why: string): string =>
  `returned status 200 with a reply that cannot be read: ${why}.`;
/** The provider's error body. */
const errorBody = (provider: ProviderName, message: string): JsonObject =>
  provider === "ANTHROPIC"
    ? { type: "error", error: { type: "some_error", message }, request_id: "req_1" }
    : { error: { message, type: "some_error", param: null, code: "some_code" } };

type Response = Omit<ScriptedResponse, "body">;

/** A response; the provider's message, or the whole body; the status and the error of the service. */
type Row = [
  name: string,
  response: Response,
  sent: string | { readonly body: string },
  status: number,
  error: string,
  retryAfter?: string | undefined,
  shouldRetry?: "true" | "false",
];

const tooLarge =
  "Request too large for gpt-4.1 on tokens per min (TPM): Limit 30000, Requested 44000.";
const neverPermitted = "rejected the request: its rate limit never permits it (429)";

const rows: readonly Row[] = [
  ["400", { status: 400 }, "No message", 400, "rejected the request (400): No message"],
  ["422", { status: 422 }, "bad seed", 400, "rejected the request (422): bad seed"],
  [
    "401, whose message may quote the key",
    { status: 401 },
    "Incorrect API key provided: sk-proj-**T-2.",
    424,
    "rejected the API key (401). Set KEY_API_KEY to a valid key.",
  ],
  ["403", { status: 403 }, "Not yours.", 424, "does not allow this request (403): Not yours."],
  [
    "404",
    { status: 404 },
    "model: gpt-9",
    400,
    "does not know the model, or its base URL is wrong (404): model: gpt-9",
  ],
  ["408", { status: 408 }, "too slow", 504, "timed out (408): too slow", undefined, "false"],
  ["413", { status: 413 }, "32 MB", 413, "rejected the request as too large (413): 32 MB"],
  ["500", { status: 500 }, "Internal error", 502, "failed (500): Internal error"],
  ["529", { status: 529 }, "Overloaded", 502, "failed (529): Overloaded"],
  ["402", { status: 402 }, "No credit", 424, "requires a payment (402): No credit"],
  ...(
    [
      ["seconds", 429, "17", "limits the request rate (429)", "17"],
      ["a date", 429, "Fri, 20 Nov 2020 10:00:00 GMT", "limits the request rate (429)", "0"],
      ["a text", 429, "soon", "limits the request rate (429)", undefined],
      ["seconds", 503, "3", "failed (503)", "3"],
    ] as const
  ).map(([what, status, after, error, retryAfter]): Row => [
    `${status} with ${what} as Retry-After`,
    { status, headers: { "retry-after": after } },
    "Later",
    status,
    `${error}: Later`,
    retryAfter,
  ]),
  [
    "429 because the credit is used up",
    { status: 429, headers: { "retry-after": "3" } },
    { body: '{"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}' },
    424,
    "has no quota left for this API key (429): You exceeded your quota.",
  ],
  ["429 that no wait can end", { status: 429 }, tooLarge, 400, `${neverPermitted}: ${tooLarge}`],
  [
    "429 that the provider asks not to repeat",
    { status: 429, headers: { "retry-after": "3", "x-should-retry": "false" } },
    "Later",
    429,
    "limits the request rate (429): Later",
    undefined,
    "false",
  ],
  [
    "529 that the provider asks not to repeat",
    { status: 529, headers: { "x-should-retry": "false" } },
    "Overloaded",
    502,
    "failed (529): Overloaded",
    undefined,
    "false",
  ],
  [
    "400 that the provider asks to repeat",
    { status: 400, headers: { "retry-after": "3", "x-should-retry": "true" } },
    "Not yet",
    400,
    "rejected the request (400): Not yet",
    "3",
    "true",
  ],
  ["409", { status: 409 }, "Conflict", 502, "failed (409): Conflict", undefined, "false"],
  [
    "400 because the credit is used up",
    { status: 400 },
    "Your credit balance is too low to access the API.",
    424,
    "has no quota left for this API key (400): Your credit balance is too low to access the API.",
  ],
  ["an HTML page", { status: 500 }, { body: "<html>Bad Gateway</html>" }, 502, "failed (500)."],
  [
    "a redirect",
    { status: 307, headers: { location: "/elsewhere" } },
    { body: "" },
    424,
    "returned a redirect (307). Redirects are not followed: they would disclose the API key.",
  ],
  [
    "a body that is not JSON",
    {},
    { body: '{"content": [' },
    424,
    unreadable("the body is not JSON"),
  ],
  ["a list", {}, { body: "[]" }, 424, unreadable("the body is list, not object")],
  [
    "an error with status 200",
    {},
    { body: '{"error": {"message": "Provider returned error"}, "user_id": "u"}' },
    502,
    "failed (502): Provider returned error",
  ],
  [
    "an error with status 200, and its own in the body",
    {},
    { body: '{"id": "x", "error": {"message": "Too many tokens", "code": 400}}' },
    400,
    "rejected the request (400): Too many tokens",
  ],
  ...(["before headers", "in the body"] as const).map((stall): Row => [
    `no response within the time limit, ${stall}`,
    { stall },
    "",
    504,
    'did not respond completely within 0.2 s. Advice: {"reason":"timed-out"}',
    undefined,
    "false",
  ]),
];

describe.each(both)("%s", (provider) => {
  const parameters = { provider, name: models[provider] };

  it.each<Row>(rows)("%s", async (...row) => {
    const [, response, sent, status, error, retryAfter, shouldRetry] = row;
    const body = typeof sent === "string" ? errorBody(provider, sent) : sent.body;
    await using fake = await fakeProvider({ ...response, body });
    const result = await complete({
      parameters,
      runner: { providers: accessTo(fake.url), ...(response.stall && { timeoutMs: 200 }) },
    });
    expect(result.body).toEqual({ error: `${names[provider]} ${error.replace("KEY", provider)}` });
    expect(result.status).toBe(status);
    expect(result.headers.get("retry-after")).toBe(retryAfter ?? null);
    expect(result.headers.get("x-should-retry")).toBe(shouldRetry ?? null);
    expect(fake.requests).toHaveLength(1); // no retry, and no redirect followed
    expect(result.failures).toEqual([]);
    expect(JSON.stringify([result.body, result.logEntries])).not.toMatch(/SECRET|PRIVATE/);
  });

  it.each<[string, ProviderAccess, string, string | RegExp]>([
    [
      "its key and another one",
      { key: keys[provider] },
      `${keys[provider]}, sk-x-1**2`,
      "[key], [key]",
    ],
    [
      "a key of its own form, twice",
      { key: "own-key-of-a-gateway" },
      "own-key-of-a-gateway, own-key-of-a-gateway",
      "[key], [key]",
    ],
    ["a word as its key", { key: "ollama" }, "ollama", "ollama"],
    ["a header", { headers: '{"X-Gateway": "own-header"}' }, "own-header", "[key]"],
    ["a parameter", { baseUrl: "?key=own-parameter" }, "own-parameter", "[key]"],
    ["a long text", { key: "k" }, `A${"x".repeat(2000)}`, /^Ax{900,1000}…$/],
  ])("a provider message that quotes %s", async (_what, access, quoted, shown) => {
    await using fake = await fakeProvider({ status: 400, body: errorBody(provider, quoted) });
    const own = { ...access, baseUrl: `${fake.url}${access.baseUrl ?? ""}` };
    const { body } = await complete({
      parameters,
      runner: { providers: { anthropic: own, openai: own } },
    });
    expect(String(body["error"]).split(" rejected the request (400): ")).toEqual([
      names[provider],
      typeof shown === "string" ? shown : expect.stringMatching(shown),
    ]);
    const [{ path, headers }] = fake.requests as [(typeof fake.requests)[0]];
    expect(path.split("?")[1]).toBe(access.baseUrl?.slice(1));
    expect(headers["x-gateway"]).toBe(access.headers && "own-header");
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
    const hint = "Check HTTPS_PROXY.";
    const isFinal = false;
    const error = Object.assign(new Error(message, { cause }), {
      name: "ProxyError",
      hint,
      isFinal,
    });
    const runner = {
      providers: accessTo("https://example.com"),
      fetch: () => Promise.reject(error),
    };
    expect((await complete({ parameters, runner })).body).toEqual({
      error: `${names[provider]} is unreachable at example.com:443: ${message}. ${hint}`,
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
      `There is no API key for ${names[provider]}. ` +
      `Advice: {"reason":"no-key","variable":"${provider}_API_KEY"}`;
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
      { content: [{ type: "tool_use", id: ["7"] }] },
      "content[0].id is list, not string",
    ],
    ["ANTHROPIC", { content: [{ type: "tool_use", id: "7" }] }, "content[0].name is missing"],
    [
      "OPENAI",
      { choices: [{ message: { tool_calls: [{ id: "7" }] } }] },
      "choices[0].message.tool_calls[0].function is missing",
    ],
    [
      "OPENAI",
      { choices: [{ message: { tool_calls: [{ function: { name: null } }] } }] },
      "choices[0].message.tool_calls[0].function.name is null, not string",
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
    const error = `${names[provider]} ${unreadable(problem)}`;
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
