// Which requests have access to the service, with and without API keys.
import { describe, expect, it } from "vitest";
import type { Handler } from "../../../../src/service/http/app.ts";
import { memoryService } from "../../../fixtures/memory-service.ts";

const service = async (options: { readonly keys: readonly string[] }): Promise<Handler> =>
  (await memoryService(options)).handler;

describe("access to the service", () => {
  it.each<[string, readonly string[], Record<string, string>, number]>([
    ["the first of two keys", ["one", "two"], { "x-api-key": "one" }, 200],
    ["the second of two keys", ["one", "two"], { "x-api-key": "two" }, 200],
    ["a prefix of a key", ["one"], { "x-api-key": "on" }, 401],
    ["two keys in one header", ["one", "two"], { "x-api-key": "one, two" }, 401],
    ["no key", ["one"], {}, 401],
    ["a key with a space", ["one key"], { "x-api-key": "one key" }, 200],
    ["a key of Latin-1", ["k\u00e9y"], { "x-api-key": "k\u00e9y" }, 200],
    ["the same key, sent in UTF-8", ["k\u00e9y"], { "x-api-key": "k\u00c3\u00a9y" }, 200],
    [
      "a valid key with any host and origin",
      ["one"],
      { "x-api-key": "one", host: "example.com", origin: "http://example.com" },
      200,
    ],
    ["without keys, localhost", [], { host: "localhost" }, 200],
    ["without keys, localhost with a port", [], { host: "LOCALHOST:8080" }, 200],
    ["without keys, 127.0.0.1", [], { host: "127.0.0.1:8080" }, 200],
    ["without keys, 127.9.9.9", [], { host: "127.9.9.9" }, 200],
    ["without keys, [::1]", [], { host: "[::1]:8080" }, 200],
    [
      "without keys, another host name that resolves to loopback",
      [],
      { host: "evil.example" },
      403,
    ],
    [
      "without keys, a host name that starts with a loopback address",
      [],
      { host: "127.0.0.1.evil.example" },
      403,
    ],
    ["without keys, a host name that ends with localhost", [], { host: "evil-localhost" }, 403],
    ["without keys, a web page", [], { host: "localhost", origin: "http://localhost:3000" }, 403],
    ["without keys, a sandboxed web page", [], { host: "localhost", origin: "null" }, 403],
    [
      "without keys, a link or an image of another site, which has no Origin",
      [],
      { host: "localhost", "sec-fetch-site": "cross-site" },
      403,
    ],
    [
      "without keys, a page on another port of localhost",
      [],
      { host: "localhost", "sec-fetch-site": "same-site" },
      403,
    ],
    [
      "without keys, an address that the user entered in a browser",
      [],
      { host: "localhost", "sec-fetch-site": "none" },
      200,
    ],
    [
      "a valid key of a web page on another site",
      ["one"],
      { "x-api-key": "one", "sec-fetch-site": "cross-site" },
      200,
    ],
    ["without keys, a number that is no address", [], { host: "127.256.0.1" }, 403],
  ])("%s", async (_, keys, headers, status) => {
    const handler = await service({ keys });
    const response = await handler(new Request("http://localhost/sdk/v1/tools", { headers }));
    expect(response.status).toBe(status);
    if (status !== 200) expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  it("requires a key for unknown paths too", async () => {
    const handler = await service({ keys: ["one"] });
    expect((await handler(new Request("http://localhost/else"))).status).toBe(401);
  });

  it("does not require a key for /healthz", async () => {
    const handler = await service({ keys: ["one"] });
    const response = await handler(new Request("http://localhost/healthz"));
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  it("does not start with an empty key", async () => {
    await expect(service({ keys: ["one", ""] })).rejects.toThrow(/must not be empty/);
  });
});
