// The GitHub Action: hands the process to the run, and ends with its exit code. Like main.ts it is
// the only file of its program that touches the process.
import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import packageJson from "../package.json" with { type: "json" };
import { createActionCommands } from "./cli/action-commands.ts";
import type { CommandHost } from "./cli/command-host.ts";
import type { Runner } from "./github/runner.ts";
import { runAction } from "./github/run.ts";
import { createFetch } from "./io/fetch.ts";

const { env, stdout } = process;
const { version } = packageJson;
const log = (text: string): void => void stdout.write(text);
const sleep = (milliseconds: number, stop?: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, stop && { signal: stop }).catch(() => {}); // told to stop
let interrupted: (() => void) | undefined;
let leave = (): void => {};

// A job that is cancelled gets SIGINT, and SIGTERM 7.5 seconds later: what is under way is finished
// where something is; at the second signal what is known is told, and the process ends.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    const stop = interrupted;
    interrupted = undefined;
    if (stop) return stop();
    try {
      leave();
    } finally {
      process.exit(130);
    }
  });

const runner: Runner = {
  env,
  version,
  log,
  readFile: (path) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  },
  appendFile: appendFileSync,
  beforeExit: (tell) => (leave = tell),
  fetch: () => createFetch(env),
  sleep,
  time: () => Date.now(),
  uniqueId: randomUUID,
};

/** For the commands: nobody is asked, and no address counts but that of the input. */
const host: CommandHost = {
  argv: [],
  env: {
    ...env,
    CI: "true",
    PROMPTCTL_BASE_URL: undefined,
    PROMPTCTL_API_KEY: env["PROMPTCTL_API_KEY"]?.trim(), // secrets are pasted with line ends
  },
  cwd: env["GITHUB_WORKSPACE"] || process.cwd(),
  version,
  out: log,
  err: log,
  terminal: { out: false, err: false, columns: 120 },
  ask: undefined,
  onInterrupt: (stop) => (interrupted = stop),
  untilAsked: () => new Promise((resolve) => (interrupted = resolve)),
  now: () => performance.now(),
  time: () => new Date(),
  random: () => Math.random(),
  sleep,
  fetch: () => createFetch(env),
};

void main();

async function main(): Promise<void> {
  process.exitCode = await runAction(runner, (inputs) => createActionCommands(host, inputs));
}
