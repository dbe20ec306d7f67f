// The embedded service with a store in memory and the latency of a network: each response is delayed.
// POST /reset returns the requests since the last reset and replaces the store with an empty one.
// Usage: node bench/delayed-service.mjs <milliseconds>
import { setTimeout } from "node:timers/promises";
import { importSources } from "./import-sources.mjs";

const latencyMs = Number(process.argv[2]);
const { createEmbeddedService, listen, openStore } = await importSources(`
  export { createEmbeddedService } from "./src/cli/connect/embedded-service.ts";
  export { listen } from "./src/service/http/listen.ts";
  export { openStore } from "./src/service/open-store.ts";
`);
let current = await openService();
const { url } = await listen({ handler, host: "127.0.0.1", port: 0 });
process.stdout.write(`Serving at ${url}\n`);

async function openService() {
  const store = await openStore(":memory:");
  const host = { env: {}, fetch: async () => fetch, now: () => performance.now() };
  const options = { store, keys: [], capabilities: {}, echo: true, log: () => {} };
  return { store, service: await createEmbeddedService(host, options), requests: [] };
}

async function handler(request) {
  if (new URL(request.url).pathname === "/reset") return reset();
  const end = performance.now() + latencyMs;
  const response = await respond(request);
  while (performance.now() < end) await setTimeout(Math.ceil(end - performance.now()));
  return response;
}

/** Passes a request on to the service and records it with its response. */
async function respond(request) {
  const { method, url, headers } = request;
  const { service, requests } = current;
  const body = request.body ? await request.text() : undefined;
  const response = await service(new Request(url, { method, headers, ...(body && { body }) }));
  const text = await response.text();
  requests.push({ method, path: new URL(url).pathname, body, response: text });
  return new Response(text, { status: response.status, headers: response.headers });
}

async function reset() {
  const { requests, store } = current;
  await store.close();
  current = await openService();
  return Response.json(requests);
}
