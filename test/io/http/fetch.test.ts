// The proxy of the environment, against a server on a loopback port.
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { createFetch, createProviderFetch } from "../../../src/io/http/fetch.ts";
import type { ProviderInit } from "../../../src/engine/model/ports.ts";
import { closedPort, loopback } from "../loopback.ts";
import { proxy } from "../proxy.ts";
import { callOf, failureOf } from "./recorder.ts";

// The proxies of this machine do not count.
const names = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);
beforeEach(() => {
  for (const name of names) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

const ask = async (env: EnvironmentVariables, url: string): Promise<string> =>
  (await (await createFetch(env))(url, { method: "GET", headers: { "x-api-key": "k" } })).text();

describe("plain http", () => {
  it.each([
    ["no proxy is set", (): EnvironmentVariables => ({}), false],
    ["HTTP_PROXY", (url: string): EnvironmentVariables => ({ HTTP_PROXY: url }), true],
    ["http_proxy", (url: string): EnvironmentVariables => ({ http_proxy: url }), true],
    ["an empty HTTP_PROXY", (): EnvironmentVariables => ({ HTTP_PROXY: "" }), false],
    ["HTTPS_PROXY alone", (url: string): EnvironmentVariables => ({ HTTPS_PROXY: url }), false],
    [
      "NO_PROXY names the host",
      (url: string): EnvironmentVariables => ({
        HTTP_PROXY: url,
        NO_PROXY: "example.com,models.invalid",
      }),
      false,
    ],
    [
      "no_proxy names the host",
      (url: string): EnvironmentVariables => ({ HTTP_PROXY: url, no_proxy: "models.invalid" }),
      false,
    ],
    [
      "NO_PROXY names all hosts",
      (url: string): EnvironmentVariables => ({ HTTP_PROXY: url, NO_PROXY: "*" }),
      false,
    ],
    [
      "NO_PROXY names another host",
      (url: string): EnvironmentVariables => ({ HTTP_PROXY: url, NO_PROXY: "example.com" }),
      true,
    ],
  ])("%s", async (_, env, viaProxy) => {
    await using server = await loopback((_request, response) => response.end("the model"));
    await using between = await proxy(server.url);
    const answer = ask(env(between.url), "http://models.invalid/v1").catch(() => "no such host");
    expect(await answer).toBe(viaProxy ? "the model" : "no such host");
    expect(between.forwarded).toEqual(viaProxy ? ["CONNECT models.invalid:80"] : []);
  });
});

it("undici uses no proxy of process.env that the environment of the command turns off", async () => {
  await using between = await proxy();
  vi.stubEnv("http_proxy", between.url);
  const fetch = await createFetch({ HTTP_PROXY: "" }, { noTimeout: true });
  await fetch("http://models.invalid/v1", { method: "GET" }).catch(() => {}); // no such host
  expect(between.forwarded).toEqual([]);
});

describe("requests to loopback addresses never use a proxy, which would receive their key", () => {
  it.each([
    ["127.0.0.1", "http_proxy"],
    ["127.9.9.9", "HTTP_PROXY"],
    ["localhost", "HTTP_PROXY"],
    ["[::1]", "HTTP_PROXY"],
    ["127.0.0.1", "HTTPS_PROXY"],
  ])("%s with %s", async (host, variable) => {
    await using service = await loopback((_, response) => response.end("the service"));
    await using between = await proxy(service.url);
    const { port } = new URL(service.url);
    const protocol = variable === "HTTPS_PROXY" ? "https" : "http";
    for (const noTimeout of [false, true]) {
      const fetch = await createFetch({ [variable]: between.url }, { noTimeout });
      const call = callOf({ baseUrl: `${protocol}://${host}:${port}`, fetch });
      await call("GET", "/sdk/v1/tools").catch(() => {}); // not every address has the server
    }
    expect(between.requests).toEqual([]);
    expect(between.forwarded).toEqual([]);
  });

  it("the service receives the request", async () => {
    await using service = await loopback((_, response) => response.end("the service"));
    await using between = await proxy();
    expect(await ask({ HTTP_PROXY: between.url }, `${service.url}/sdk/v1/tools`)).toBe(
      "the service",
    );
    expect(service.requests.map(({ url, headers }) => [url, headers["x-api-key"]])).toEqual([
      ["/sdk/v1/tools", "k"],
    ]);
  });
});

describe("https goes through a tunnel", () => {
  const rows: [string, (url: string) => EnvironmentVariables, boolean][] = [
    ["HTTPS_PROXY", (url) => ({ HTTPS_PROXY: url }), true],
    ["https_proxy", (url) => ({ https_proxy: url }), true],
    [
      "NO_PROXY names the host",
      (url) => ({ HTTPS_PROXY: url, NO_PROXY: "prompts.invalid" }),
      false,
    ],
  ];
  it.each(rows)("%s", async (_, env, viaProxy) => {
    await using between = await proxy();
    const fetch = await createFetch(env(between.url));
    const call = callOf({ baseUrl: "https://prompts.invalid", fetch });
    await failureOf(call("GET", "/sdk/v1/tools"));
    expect(between.forwarded).toEqual(viaProxy ? ["CONNECT prompts.invalid:443"] : []);
  });

  it("the proxy does not receive the key", async () => {
    await using between = await proxy();
    const fetch = await createFetch({ HTTPS_PROXY: between.url });
    const received: string[] = [];
    between.server.on("connect", (incoming) => received.push(JSON.stringify(incoming.rawHeaders)));
    await failureOf(callOf({ baseUrl: "https://prompts.invalid", fetch })("GET", "/"));
    expect(received).toHaveLength(1);
    expect(received[0]).not.toContain("SECRET");
  });

  it("a proxy that refuses the tunnel is not reported as a time-out", async () => {
    await using between = await proxy();
    const fetch = await createFetch({ HTTPS_PROXY: between.url });
    const call = callOf({ baseUrl: "https://prompts.invalid", fetch });
    expect((await failureOf(call("GET", "/sdk/v1/tools"))).code).toBe("unreachable");
  });
});

describe("a time-out and a redirect are reported as without a proxy", () => {
  it("a time-out", async () => {
    await using service = await loopback(() => {});
    await using between = await proxy(service.url);
    const fetch = await createFetch({ HTTP_PROXY: between.url });
    const call = callOf({ baseUrl: "http://prompts.invalid", fetch, timeoutMs: 50 });
    expect((await failureOf(call("GET", "/"))).code).toBe("timed-out");
  });

  it("a redirect", async () => {
    await using elsewhere = await loopback((_, response) => response.end("[]"));
    await using service = await loopback((_, response) =>
      response.writeHead(307, { location: elsewhere.url }).end("{}"),
    );
    await using between = await proxy(service.url);
    const fetch = await createFetch({ HTTP_PROXY: between.url });
    const call = callOf({ baseUrl: "http://prompts.invalid", fetch });
    const failure = await failureOf(call("GET", "/"));
    expect([failure.code, elsewhere.requests]).toEqual(["redirected", []]);
  });
});

it("the message names a proxy that cannot be reached", async () => {
  const unreachable = await closedPort();
  const fetch = await createFetch({ HTTPS_PROXY: unreachable });
  const call = callOf({ baseUrl: "https://prompts.invalid", fetch });
  expect((await failureOf(call("GET", "/sdk/v1/tools"))).message).toMatch(/proxy/i);
});

it("reads and writes have the same headers, whatever the environment sets", async () => {
  await using service = await loopback((request, response) => {
    const status = { DELETE: 204, PUT: 205 }[request.method!] ?? 200;
    response.writeHead(status, { "x-sent": "1" }).end(status === 200 ? "[]" : undefined);
  });
  const headers = { "x-api-key": "k", "content-type": "application/json" };
  const env = { HTTP_PROXY: service.url };
  for (const fetch of [await createFetch({}), await createFetch(env, { noTimeout: true })])
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const init = { method, headers, ...(method !== "GET" && { body: "{}" }) };
      const response = await fetch(`${service.url}/sdk/v1/tools?a=1`, init);
      expect([response.ok, response.headers.get("x-sent")]).toEqual([true, "1"]);
      expect(await response.text()).toBe(["GET", "POST"].includes(method) ? "[]" : "");
    }
  const sent = service.requests.map(({ headers: { "content-length": _length, ...all } }) => all);
  expect(new Set(sent.map((all) => JSON.stringify(all)))).toEqual(
    new Set([
      JSON.stringify({
        host: new URL(service.url).host,
        connection: "keep-alive",
        "user-agent": "promptctl",
        "accept-encoding": "gzip",
        "content-type": "application/json",
        "x-api-key": "k",
      }),
    ]),
  );
});

describe("a body with gzip", () => {
  it.each<[string, Buffer, string | RegExp]>([
    ["is decoded", gzipSync('{"text":"Grüße"}'), '{"text":"Grüße"}'],
    ["may be empty", Buffer.alloc(0), ""],
    ["fails if it is something else", Buffer.from("{}"), /incorrect header check/],
  ])("%s", async (_what, body, expected) => {
    await using service = await loopback((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(body),
    );
    const fetch = await createFetch({});
    const text = fetch(service.url, { method: "GET" }).then((response) => response.text());
    if (typeof expected === "string") expect(await text).toBe(expected);
    else await expect(text).rejects.toThrow(expected);
  });

  it("ends with the connection, and with the signal", async () => {
    const half = gzipSync("[1]").subarray(0, 12);
    await using service = await loopback((request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).write(half);
      if (request.url === "/lost") response.destroy();
    });
    const fetch = await createFetch({});
    await expect(
      fetch(`${service.url}/lost`, { method: "GET" }).then((response) => response.text()),
    ).rejects.toThrow();
    const stop = new AbortController();
    const response = await fetch(service.url, { method: "GET", signal: stop.signal });
    const text = response.text();
    stop.abort();
    await expect(text).rejects.toThrow("aborted");
  });

  it("counts decoded against the limit of responses", async () => {
    await using service = await loopback((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(`"${"a".repeat(2e6)}"`)),
    );
    const fetch = await createFetch({});
    const call = callOf({ baseUrl: service.url, fetch, maxResponseMiB: 1 });
    expect((await failureOf(call("GET", "/"))).message).toMatch(/more than 1 MiB|too large/);
  });
});

describe("calls to providers", () => {
  const init: ProviderInit = {
    method: "POST",
    headers: { "x-api-key": "k", "content-type": "application/json" },
    body: '{"text":"Grüße"}',
    redirect: "manual",
    signal: new AbortController().signal,
  };

  it("send the body and the headers, and return status, headers and text", async () => {
    const received: string[] = [];
    await using provider = await loopback((request, response) => {
      request.setEncoding("utf8").on("data", (text: string) => received.push(text));
      request.on("end", () => response.writeHead(429, { "Retry-After": "7" }).end("später"));
    });
    const post = await createProviderFetch({ HTTP_PROXY: "http://127.0.0.1:1" }); // not used
    const { status, headers, text } = await post(`${provider.url}/v1/messages`, init);
    expect([status, headers.get("retry-after"), headers.get("x-request-id"), await text()]).toEqual(
      [429, "7", null, "später"],
    );
    expect(received).toEqual([init.body]);
    const { method, url, headers: sent } = provider.requests[0]!;
    expect([method, url, sent["x-api-key"], sent["accept-encoding"]]).toEqual([
      "POST",
      "/v1/messages",
      "k",
      "identity",
    ]);
  });

  it("do not follow a redirect, which would receive the key", async () => {
    await using elsewhere = await loopback((_, response) => response.end("{}"));
    await using provider = await loopback((_, response) =>
      response.writeHead(307, { location: elsewhere.url }).end("moved"),
    );
    const response = await (await createProviderFetch({}))(provider.url, init);
    expect([response.status, elsewhere.requests]).toEqual([307, []]);
  });

  it("use the proxy, and name one that cannot be reached", async () => {
    await using provider = await loopback((_, response) => response.end("the model"));
    await using between = await proxy(provider.url);
    const post = await createProviderFetch({ HTTP_PROXY: between.url });
    const response = await post("http://models.invalid/v1/messages", init);
    expect([await response.text(), between.forwarded]).toEqual([
      "the model",
      ["CONNECT models.invalid:80"],
    ]);
    const unreachable = await createProviderFetch({ HTTPS_PROXY: await closedPort() });
    await expect(unreachable("https://models.invalid/v1", init)).rejects.toThrow(
      /^the proxy .+ cannot be reached: connection refused$/,
    );
  });

  it("end with the signal, also in the body", async () => {
    await using provider = await loopback((_, response) => void response.write("{"));
    const stop = new AbortController();
    const post = await createProviderFetch({});
    const response = await post(provider.url, { ...init, signal: stop.signal });
    const text = response.text();
    stop.abort();
    await expect(text).rejects.toThrow("aborted");
  });
});
