// The metrics of `serve` in the text format of Prometheus: requests, connections to the store, calls
// to providers, and those of the process.
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { isCallFailure } from "../../engine/model/failure.ts";
import { providerFacts } from "../../engine/providers/provider-facts.ts";
import type { RenderedPrompt } from "../../engine/render/rendered-prompt.ts";
import type { PromptRunner } from "../../providers/runner.ts";
import type { Store } from "../store/stored-resource.ts";

export interface ServiceMetrics {
  /** Counts each request and measures the time until its response begins. */
  readonly countRequest: MiddlewareHandler;
  /** The same runner; its calls are counted. */
  countRuns(runner: PromptRunner): PromptRunner;
  /** The response to `GET /metrics`. */
  respond(): Promise<Response>;
}

/** Seconds: from a cached response to a long list. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Seconds: a provider may take minutes. */
const providerBuckets = [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640];

export function createMetrics(store: Pick<Store, "pools">): ServiceMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addPoolMetrics(registry, store);
  return {
    countRequest: requestCounter(registry),
    countRuns: runCounter(registry),
    respond: async () =>
      new Response(await registry.metrics(), {
        headers: { "content-type": registry.contentType },
      }),
  };
}

function requestCounter(registry: Registry): MiddlewareHandler {
  const duration = new Histogram({
    name: "promptctl_http_request_duration_seconds",
    help: "Time until the response to a request begins, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: requestBuckets,
    registers: [registry],
  });
  const countKey = keyCounter(registry);
  return async (context, next) => {
    const start = performance.now();
    await next();
    countKey(context);
    const matched = matchedRoutes(context).findLast(({ path }) => !path.endsWith("*"));
    const route = matched?.path ?? "other"; // not the path of the request
    const labels = { method: context.req.method, route, status: context.res.status };
    duration.observe(labels, (performance.now() - start) / 1000);
  };
}

/** Counts the requests of each key, and those with a wrong one. */
function keyCounter(registry: Registry): (context: Context) => void {
  const counts = new Map<string, number>();
  const requests = new Counter({
    name: "promptctl_key_requests_total",
    help: "Requests with an API key, by the name of the key (empty if it has none).",
    labelNames: ["key"],
    registers: [],
    // Not counted by inc, which is slow with labels: the row "get a prompt" of npm run bench:service.
    collect() {
      this.reset();
      for (const [key, count] of counts) this.inc({ key }, count);
    },
  });
  const wrongKeys = new Counter({
    name: "promptctl_wrong_keys_total",
    help: "Requests and logins with an API key that is not accepted.",
    registers: [],
  });
  registry.registerMetric(requests);
  registry.registerMetric(wrongKeys);
  return (context) => {
    const key: string = context.get("keyName") ?? "";
    if (context.get("keyScope")) counts.set(key, (counts.get(key) ?? 0) + 1);
    if (context.get("hasWrongKey")) wrongKeys.inc();
  };
}

function addPoolMetrics(registry: Registry, store: Pick<Store, "pools">): void {
  if (store.pools().length === 0) return;
  const connections = new Gauge({
    name: "promptctl_store_connections",
    help: "Connections to the database, by pool (read, write) and state (idle, busy).",
    labelNames: ["pool", "state"],
    registers: [],
    collect() {
      for (const { pool, idle, busy } of store.pools()) {
        this.set({ pool, state: "idle" }, idle);
        this.set({ pool, state: "busy" }, busy);
      }
    },
  });
  const waiting = new Gauge({
    name: "promptctl_store_waiting_requests",
    help: "Requests that wait for a connection to the database, by pool.",
    labelNames: ["pool"],
    registers: [],
    collect() {
      for (const state of store.pools()) this.set({ pool: state.pool }, state.waiting);
    },
  });
  registry.registerMetric(connections);
  registry.registerMetric(waiting);
}

function runCounter(registry: Registry): ServiceMetrics["countRuns"] {
  const registers = [registry];
  const duration = new Histogram({
    name: "promptctl_provider_call_duration_seconds",
    help: "Duration of the calls to providers, by provider and outcome (ok, or the error).",
    labelNames: ["provider", "outcome"],
    buckets: providerBuckets,
    registers,
  });
  const tokens = new Counter({
    name: "promptctl_provider_tokens_total",
    help: "Tokens of completed calls to providers, by provider and type (input, output).",
    labelNames: ["provider", "type"],
    registers,
  });
  return ({ complete }) => ({
    complete: async (rendered, signal) => {
      const provider = providerOf(rendered);
      const start = performance.now();
      const observe = (outcome: string): void =>
        duration.observe({ provider, outcome }, (performance.now() - start) / 1000);
      try {
        const run = await complete(rendered, signal);
        tokens.inc({ provider, type: "input" }, run.stats.inputTokenCount);
        tokens.inc({ provider, type: "output" }, run.stats.outputTokenCount);
        observe("ok");
        return run;
      } catch (error) {
        if (!isLocal(error)) observe(isCallFailure(error) ? error.code : "error");
        throw error;
      }
    },
  });
}

/** Whether no call was made, because the settings of the provider are missing or malformed. */
function isLocal(error: unknown): boolean {
  return (
    isCallFailure(error) &&
    error.status === undefined &&
    ["wrong-key", "wrong-settings"].includes(error.code)
  );
}

function providerOf({ prompt }: RenderedPrompt): string {
  return providerFacts[prompt.parameters.provider].id;
}
