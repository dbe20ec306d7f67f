// The embedded service at the latency of a network: its store in memory, each answer held back.
// Run as a process of its own: node bench/held.mjs <milliseconds>. POST /next answers with the calls
// since the last one, and begins anew with an empty store.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";

const latencyMs = Number(process.argv[2]);
const { createEmbeddedService, listen, openStore } = await sources(`
  export { createEmbeddedService } from "./src/cli/embedded-service.ts";
  export { listen } from "./src/service/listen.ts";
  export { openStore } from "./src/service/store.ts";
`);
let run = await emptied();
const { url } = await listen({ handler, host: "127.0.0.1", port: 0 });
process.stdout.write(`Serving at ${url}\n`);

/** What dist/ does not export, built from the same sources. */
async function sources(contents) {
  const root = join(import.meta.dirname, "..");
  const outfile = join(root, "dist", `held-${process.pid}.mjs`);
  const stdin = { contents, resolveDir: root };
  const form = { bundle: true, format: "esm", platform: "node", packages: "external" };
  try {
    await build({ stdin, outfile, ...form });
    return await import(pathToFileURL(outfile));
  } finally {
    await stop(); // esbuild's own process
    rmSync(outfile, { force: true });
  }
}

async function emptied() {
  const store = await openStore(":memory:");
  const host = { env: {}, fetch: async () => fetch, now: () => performance.now() };
  const setup = { store, keys: [], capabilities: {}, echo: true, log: () => {} };
  return { store, service: await createEmbeddedService(host, setup), calls: [] };
}

async function handler(request) {
  if (new URL(request.url).pathname === "/next") return next();
  const end = performance.now() + latencyMs;
  const call = await recorded(request);
  const { status, headers } = call.response;
  while (performance.now() < end) await setTimeout(Math.ceil(end - performance.now()));
  return new Response(call.answer, { status, headers });
}

/** Passes a request on to the service and records the response. */
async function recorded(request) {
  const { method, url, headers } = request;
  const body = request.body ? await request.text() : undefined;
  const response = await run.service(new Request(url, { method, headers, ...(body && { body }) }));
  const answer = await response.text();
  run.calls.push({ method, path: new URL(url).pathname, body, answer });
  return { response, answer };
}

async function next() {
  const { calls, store } = run;
  store.close();
  run = await emptied();
  return Response.json(calls);
}
