// Starts the servers of the benchmarks, each in a process of its own on a free port of this machine.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { dist } from "../scripts/dist.mjs";
import { importSources } from "./import-sources.mjs";

/** Certificates slow the start; API keys would have to be sent; proxies are for other machines. */
const excluded =
  /^(NODE_EXTRA_CA_CERTS|PROMPTCTL_SERVE_KEYS|PROMPTCTL_API_KEY|https?_proxy|HTTPS?_PROXY)$/;

/** The environment of every process that is measured. */
export function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !excluded.test(name)));
}

/** The built service with a store file. Its request log is discarded. */
export function startService(store) {
  return start(join(dist, "main.cjs"), "serve", "--port", "0", "--store", store);
}

/** A PostgreSQL server, which does not wait for the disk. */
export async function startPostgresServer() {
  const source = 'export { startPostgres } from "./test/fixtures/postgres-server.ts"';
  const { startPostgres } = await importSources(source);
  const postgres = await startPostgres();
  process.on("exit", () => void postgres.stop());
  return postgres;
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
  const command = [resolve(import.meta.dirname, script), ...args];
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

/** The highest resident memory of a server so far, in bytes. Linux only. */
export function peakBytes({ child }) {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)[1]) * 1024;
}

/** The CPU time of a server so far, in milliseconds. Linux only. */
export function cpuMilliseconds({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10; // ticks of 10 ms
}

/** The resident memory of a server in bytes. */
export function residentBytes({ child }) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)])) * 1024;
}
