// Entry point of the GitHub Action: the only file of its bundle that touches the process.
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import packageJson from "../package.json" with { type: "json" };
import { type ActionProcess, runGitHubAction } from "./cli/action/run-github-action.ts";

const { env, stdout } = process;

const action: ActionProcess = {
  env,
  cwd: process.cwd(),
  version: packageJson.version,
  log: (text) => void stdout.write(text),
  readJson: (path) => {
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch {
      return undefined;
    }
  },
  appendFile: (path, text) => appendFileSync(path, text, { mode: 0o600 }), // of a new file
  fetch: async () => (await import("./io/http/fetch.ts")).createFetch(env),
  providerFetch: async () => (await import("./io/http/fetch.ts")).createProviderFetch(env),
  sleep: (milliseconds, signal) =>
    setTimeout(milliseconds, undefined, signal && { signal }).catch(() => {}), // aborted
  time: () => Date.now(),
  now: () => performance.now(),
  random: () => Math.random(),
  uniqueId: randomUUID,
  every: (milliseconds, callback) => {
    const timer = setInterval(callback, milliseconds);
    return () => clearInterval(timer);
  },
  onSignal: (listener) => {
    process.on("SIGINT", listener);
    process.on("SIGTERM", listener);
    process.once("SIGHUP", listener);
    process.on("SIGHUP", () => {}); // a closed terminal sends it two or three times
  },
  onExit: (callback) => void process.on("exit", callback),
  exit: (code) => process.exit(code),
};

void runGitHubAction(action).then((exitCode) => (process.exitCode = exitCode));
