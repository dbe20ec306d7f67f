// Health, readiness and metrics of `serve`, which are not part of the interface.
import { describe, expect, it } from "vitest";
import { type ProviderFailure, providerFailure } from "../../../src/providers/provider-failure.ts";
import { createPromptRunner } from "../../../src/providers/runner.ts";
import type { Handler } from "../../../src/service/http/app.ts";
import { createMetrics } from "../../../src/service/http/metrics.ts";
import { openStore } from "../../../src/service/open-store.ts";
import { storeResultUnknown, StoreUnavailable } from "../../../src/service/store/store-failure.ts";
import type { Store } from "../../../src/service/store/stored-resource.ts";
import { memoryService } from "../../fixtures/memory-service.ts";
import { promptBody, toolBody } from "../../scenarios/contract/bodies.ts";

const key = "good";

interface Fixture {
  readonly handler: Handler;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
  /** The lines of /metrics that contain a text. */
  metrics(text: string): Promise<string[]>;
}

async function fixture(changes: Partial<Store> = {}, failure?: ProviderFailure): Promise<Fixture> {
  const store = { ...(await openStore(":memory:")), ...changes };
  const metrics = createMetrics(store);
  const echo = createPromptRunner({ fetch, providers: {}, echo: true });
  const failing = { complete: () => Promise.reject(failure) };
  const runner = metrics.countRuns(failure ? failing : echo);
  const { handler } = await memoryService({ store, keys: [key], runner, metrics });
  const send = (path: string, init: RequestInit) =>
    handler(new Request(`http://service.invalid${path}`, init));
  const get: Fixture["get"] = (path, headers = { "x-api-key": key }) => send(path, { headers });
  return {
    handler,
    get,
    post: (path, body) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      return send(path, { method: "POST", headers, body: JSON.stringify(body) });
    },
    metrics: async (text) =>
      (await (await get("/metrics")).text()).split("\n").filter((line) => line.includes(text)),
  };
}

const unavailable = (): never => {
  throw new StoreUnavailable("postgres://db/prompts", "connection refused");
};

describe("health", () => {
  it("healthz and readyz need no key", async () => {
    const { get } = await fixture();
    for (const path of ["/healthz", "/readyz"]) {
      const response = await get(path, {});
      expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
    }
  });

  it("without the database the process is alive, but not ready", async () => {
    const { get } = await fixture({ checkAccess: async () => unavailable() });
    expect((await get("/healthz")).status).toBe(200);
    const response = await get("/readyz");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  });

  it("while it stops, the process is alive, but not ready", async () => {
    const { handler } = await fixture();
    const status = async (path: string, isStopping: () => boolean): Promise<number> =>
      (await handler(new Request(`http://localhost${path}`), { isStopping })).status;
    expect(await status("/readyz", () => false)).toBe(200);
    expect(await status("/readyz", () => true)).toBe(503);
    expect(await status("/healthz", () => true)).toBe(200);
  });

  it("is not ready with every other error of the store", async () => {
    const checkAccess = (): never => {
      throw new Error("a bug");
    };
    const { get } = await fixture({ checkAccess: async () => checkAccess() });
    const response = await get("/readyz");
    expect([response.status, await response.json()]).toEqual([
      503,
      { error: "Internal error of the service. The request may be retried." },
    ]);
  });
});

describe("a store that is not available", () => {
  it("is 503 with Retry-After, because nothing was written", async () => {
    const { post } = await fixture({ insert: async () => unavailable() });
    const response = await post("/sdk/v1/tools", toolBody);
    expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
      503,
      "1",
      {
        error:
          "The database of the service is not available. The request was not executed and may be retried.",
      },
    ]);
  });

  it("is 503 without Retry-After if the write may have been executed", async () => {
    const insert = (): never => {
      throw storeResultUnknown("postgres://db/prompts", "connection reset");
    };
    const { post } = await fixture({ insert: async () => insert() });
    const response = await post("/sdk/v1/tools", toolBody);
    const { headers } = response;
    expect([response.status, headers.get("retry-after"), headers.get("x-should-retry")]).toEqual([
      503,
      null,
      "false",
    ]);
  });
});

describe("metrics", () => {
  it("need a key, in X-API-KEY or as a bearer token", async () => {
    const { get } = await fixture();
    const statuses = [];
    for (const headers of [
      {},
      { authorization: "Bearer wrong" },
      { authorization: `Bearer ${key}` },
      { "x-api-key": key },
    ])
      statuses.push((await get("/metrics", headers as Record<string, string>)).status);
    expect(statuses).toEqual([401, 401, 200, 200]);
    expect((await get("/sdk/v1/tools", { authorization: `Bearer ${key}` })).status).toBe(401);
    expect((await get("/metrics")).headers.get("content-type")).toMatch(/^text\/plain; version=0/);
  });

  it("count requests by route and status, never by path", async () => {
    const { get, post, metrics } = await fixture();
    await get("/healthz");
    await get("/sdk/v1/tools/secret-id");
    await get("/secret-path");
    await get("/sdk/v1/tools", {});
    await post("/sdk/v1/tools", toolBody);
    await post("/sdk/v1/tools", {});
    expect(await metrics("promptctl_http_request_duration_seconds_count")).toEqual([
      'promptctl_http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
      'promptctl_http_request_duration_seconds_count{method="GET",route="/sdk/v1/tools/:id",status="404"} 1',
      'promptctl_http_request_duration_seconds_count{method="GET",route="other",status="404"} 1',
      'promptctl_http_request_duration_seconds_count{method="GET",route="/sdk/v1/tools",status="401"} 1',
      'promptctl_http_request_duration_seconds_count{method="POST",route="/sdk/v1/tools",status="200"} 1',
      'promptctl_http_request_duration_seconds_count{method="POST",route="/sdk/v1/tools",status="400"} 1',
    ]);
    expect(await metrics("secret")).toEqual([]);
  });

  it("show the connections of a database", async () => {
    const { metrics } = await fixture({
      pools: () => [{ pool: "read", idle: 3, busy: 2, waiting: 1 }],
    });
    expect((await metrics("promptctl_store")).filter((line) => !line.startsWith("#"))).toEqual([
      'promptctl_store_connections{pool="read",state="idle"} 3',
      'promptctl_store_connections{pool="read",state="busy"} 2',
      'promptctl_store_waiting_requests{pool="read"} 1',
    ]);
    expect(await (await fixture()).metrics("promptctl_store")).toEqual([]);
  });

  it.each<[string, ProviderFailure | undefined, string]>([
    ["a reply", undefined, "ok"],
    ["an error", providerFailure("rate-limited", "slow down"), "rate-limited"],
  ])("count calls to providers: %s", async (_what, failure, outcome) => {
    const { post, metrics } = await fixture({}, failure);
    const { id } = (await (await post("/sdk/v1/prompts", promptBody())).json()) as { id: string };
    const variables = { variables: { question: "x", company: "y", name: "z" } };
    await post(`/sdk/v1/prompts/${id}/completion`, variables);
    expect(await metrics("provider_call_duration_seconds_count")).toEqual([
      expect.stringContaining(`outcome="${outcome}"} 1`),
    ]);
    expect(await metrics('tokens_total{provider="')).toHaveLength(failure ? 0 : 2);
  });

  it("do not count a missing API key as a call", async () => {
    const { post, metrics } = await fixture({}, providerFailure("wrong-key", "no key"));
    const { id } = (await (await post("/sdk/v1/prompts", promptBody())).json()) as { id: string };
    const variables = { variables: { question: "x", company: "y", name: "z" } };
    expect((await post(`/sdk/v1/prompts/${id}/completion`, variables)).status).toBe(424);
    expect(await metrics("provider_call_duration_seconds_count")).toEqual([]);
  });
});
