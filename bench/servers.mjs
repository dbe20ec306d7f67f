// The servers that are measured, each a process of its own on a free port of this machine.
// What is asked of them is load.mjs.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { repeat, send } from "./load.mjs";

const root = join(import.meta.dirname, "..");

/** Certificates slow the start; a key would have to be sent along; proxies are for other machines. */
const unwanted =
  /^(NODE_EXTRA_CA_CERTS|PROMPTCTL_SERVE_KEYS|PROMPTCTL_API_KEY|https?_proxy|HTTPS?_PROXY)$/;

/** The environment of every process that is measured. */
export function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !unwanted.test(name)));
}

/** The built service over a store file. Its request log is thrown away. */
export function startService(store) {
  return start([join(root, "dist", "main.js"), "serve", "--port", "0", "--store", store]);
}

/** The bare server with a constant of so many bytes. */
export function startBare(bytes) {
  return start([join(import.meta.dirname, "bare.mjs"), String(bytes)]);
}

/** The service over a store in memory, no answer in less than so many milliseconds. */
export function startHeld(milliseconds) {
  return start([join(import.meta.dirname, "held.mjs"), String(milliseconds)]);
}

/** Answers of the four lists, kept in a folder. */
export function startLists(folder) {
  return start([join(import.meta.dirname, "lists.mjs"), folder]);
}

/** What kubectl needs of a cluster. */
export function startCluster() {
  return start([join(import.meta.dirname, "cluster.mjs")]);
}

const children = new Set();
process.on("exit", () => children.forEach((child) => child.kill("SIGTERM")));

async function start(words) {
  const stdio = ["ignore", "pipe", "ignore"];
  const child = spawn(process.execPath, words, { env: environment(), stdio });
  children.add(child);
  const exit = once(child, "exit");
  const url = await Promise.race([urlOf(child), exit.then(() => undefined)]);
  if (!url) throw new Error(`${words.join(" ")} ended before it listened`);
  return {
    url,
    residentBytes: () => residentBytes(child.pid),
    async stop() {
      child.kill("SIGTERM");
      await exit;
      children.delete(child);
    },
  };
}

async function urlOf(child) {
  for await (const line of createInterface(child.stdout))
    if (line.startsWith("Serving at ")) return line.slice("Serving at ".length);
  return undefined;
}

function residentBytes(pid) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) * 1024;
}

/** Creates so many prompts; gives the id of the last. */
export async function fill(url, count, bodyOf) {
  let made = 0;
  let last;
  await repeat({ count }, async (agent) => {
    made += 1;
    last = await send(agent, `${url}/sdk/v1/prompts`, bodyOf(made));
  });
  return JSON.parse(last).id;
}
