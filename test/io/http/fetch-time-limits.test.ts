// The time limits of undici, which end a request after 5 minutes: long replies take longer.
import { beforeEach, expect, it, vi } from "vitest";
import type { EnvironmentVariables } from "../../../src/engine/model/ports.ts";
import { createFetch, createProviderFetch, type FetchOptions } from "../../../src/io/http/fetch.ts";

/** The options of the agents: first of the direct one, then of the one with a proxy. */
const agents: object[] = vi.hoisted(() => []);
const agent = vi.hoisted(
  () => (created: object[]) =>
    vi.fn<(options: object) => void>(function (options) {
      created.push(options);
    }),
);
vi.mock("undici/lib/dispatcher/agent.js", () => ({ default: agent(agents) }));
vi.mock("undici/lib/dispatcher/env-http-proxy-agent.js", () => ({ default: agent(agents) }));
beforeEach(() => void agents.splice(0));

const proxy = { HTTPS_PROXY: "http://proxy.example.com" };
const connect: unknown = expect.any(Function);
const unset = { httpsProxy: "", httpProxy: "", noProxy: "", connect };
const viaProxy = { ...unset, httpsProxy: proxy.HTTPS_PROXY };
const none = { headersTimeout: 0, bodyTimeout: 0 };

it.each<[string, EnvironmentVariables, FetchOptions, object[]]>([
  ["stay without options", {}, {}, [{}, unset]],
  ["stay with a proxy", proxy, {}, [{}, viaProxy]],
  ["are off with noTimeout", {}, { noTimeout: true }, [none, { ...unset, ...none }]],
  [
    "are off with noTimeout and a proxy",
    proxy,
    { noTimeout: true },
    [none, { ...viaProxy, ...none }],
  ],
])("%s", async (_, env, options, created) => {
  await createFetch(env, options);
  expect(agents).toEqual(created);
});

it("are off in calls to providers, whose responses have at most 64 MiB", async () => {
  await createProviderFetch(proxy);
  const limits = { ...none, maxResponseSize: 67_108_864 };
  expect(agents).toEqual([limits, { ...viaProxy, ...limits }]);
});
