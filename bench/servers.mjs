// Starts the servers of the benchmarks, each in a process of its own on a free port of this machine.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Certificates slow the start; API keys would have to be sent; proxies are for other machines. */
const excluded =
  /^(NODE_EXTRA_CA_CERTS|PROMPTCTL_SERVE_KEYS|PROMPTCTL_API_KEY|https?_proxy|HTTPS?_PROXY)$/;

/** The environment of every process that is measured. */
export function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !excluded.test(name)));
}

/** The built service with a store file. Its request log is discarded. */
export function startService(store) {
  return start("../dist/main.cjs", "serve", "--port", "0", "--store", store);
}

/** The server that returns a constant of this size. */
export function startBaselineServer(bytes) {
  return start("baseline-server.mjs", String(bytes));
}

/** The service with a store in memory, which delays each response to this latency. */
export function startDelayedService(milliseconds) {
  return start("delayed-service.mjs", String(milliseconds));
}

/** The server that returns the lists recorded in a folder. */
export function startListServer(folder) {
  return start("list-server.mjs", folder);
}

/** The part of a Kubernetes cluster that kubectl needs. */
export function startFakeCluster() {
  return start("fake-cluster.mjs");
}

/** The provider that answers each call after this time. */
export function startTestProvider(milliseconds) {
  return start("test-provider.mjs", String(milliseconds));
}

const servers = new Set();
process.on("exit", () => servers.forEach(({ child }) => child.kill("SIGTERM")));

/** Stops every server that still runs. */
export async function stopServers() {
  await Promise.all([...servers].map((server) => server.stop()));
}

async function start(script, ...args) {
  const stdio = ["ignore", "pipe", "ignore"];
  const command = [join(import.meta.dirname, script), ...args];
  const child = spawn(process.execPath, command, { env: environment(), stdio });
  const exit = once(child, "exit");
  const server = {
    child,
    async stop() {
      child.kill("SIGTERM");
      await exit;
      servers.delete(server);
    },
  };
  servers.add(server);
  server.url = await Promise.race([readUrl(child), exit.then(() => undefined)]);
  if (!server.url) throw new Error(`${command.join(" ")} exited before it listened`);
  return server;
}

async function readUrl(child) {
  for await (const line of createInterface(child.stdout))
    if (line.startsWith("Serving at ")) return line.slice("Serving at ".length);
  return undefined;
}

/** The resident memory of a server in bytes. */
export function residentBytes({ child }) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)])) * 1024;
}
