#!/usr/bin/env node
// Entry point of the command line: the only file of its program that touches the process. The rest
// is loaded on demand, so --version loads nothing else.
import { closeSync, fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { getSystemErrorMap } from "node:util";
import packageJson from "../package.json" with { type: "json" };
import type { CommandHost } from "./cli/host/command-host.ts";
import type { EmbeddedService } from "./cli/connect/embedded-service.ts";

const { env } = process;
let interrupted: (() => void) | undefined;
let hungUp: (() => void) | undefined;
let isStopping = false;
/** A signal has asked the command to end, which it does when it can. */
let isEnding = false;
let embedded: EmbeddedService | undefined;
/** The line below all output on the terminal; empty if there is none. */
let status = "";
const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;
/** The streams that have been written to. */
const streams = new Set<NodeJS.WriteStream>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (signal === "SIGHUP" && hungUp) return hungUp();
    if (signal === "SIGHUP" && isEnding) return; // a closed terminal sends it two or three times
    if (signal === "SIGINT" && isTerminal("stderr")) host.err("\n"); // the terminal printed ^C
    if (!interrupted) {
      if (isStopping)
        host.err(
          "Interrupted: requests in progress may or may not have succeeded. Run the same command again to continue.\n",
        );
      showStatus("");
      process.exit(130);
    }
    isEnding = true;
    interrupted();
    interrupted = undefined;
  });

// Node.js ends with SIGABRT if it cannot reset a terminal that was closed.
process.on("exit", () => {
  for (const descriptor of Object.values(descriptors))
    if (isCharacterDevice(descriptor) && !isatty(descriptor)) closeSync(descriptor);
});

const host: CommandHost = {
  argv: process.argv.slice(2),
  env,
  cwd: currentFolder(),
  version: packageJson.version,
  programFile: process.argv[1],
  out: (text) => write("stdout", text),
  err: (text) => write("stderr", text),
  terminal: {
    get out() {
      return isTerminal("stdout");
    },
    get err() {
      return isTerminal("stderr");
    },
    get columns() {
      const terminal = (["stdout", "stderr"] as const).find(isTerminal);
      return (terminal && process[terminal].columns) || 100; // 0: the terminal does not know
    },
  },
  file: {
    get out() {
      return isFile("stdout");
    },
    get err() {
      return isFile("stderr");
    },
  },
  get ask() {
    return isTerminal("stdin") && isTerminal("stderr") ? ask : undefined;
  },
  get showStatus() {
    return isTerminal("stderr") && env["TERM"] !== "dumb" ? showStatus : undefined;
  },
  every: (milliseconds, callback) => {
    const timer = setInterval(callback, milliseconds);
    return () => clearInterval(timer);
  },
  onInterrupt: (stop) =>
    (interrupted = () => {
      isStopping = true;
      stop();
    }),
  onExit: (callback) => void process.on("exit", callback),
  onHangup: (callback) => (hungUp = callback),
  untilInterrupted: () => new Promise((resolve) => (interrupted = resolve)),
  now: () => performance.now(),
  time: () => new Date(),
  random: () => Math.random(),
  sleep: async (milliseconds, stop) => {
    const { setTimeout } = await import("node:timers/promises");
    await setTimeout(milliseconds, undefined, stop && { signal: stop }).catch(() => {}); // aborted
  },
  fetch: async (options) => (await import("./io/http/fetch.ts")).createFetch(env, options),
  providerFetch: async () => (await import("./io/http/fetch.ts")).createProviderFetch(env),
  openRepository: async (folder) =>
    (await import("./io/git/git-repository.ts")).openRepository(folder, env),
  openEmbedded: async (options) => {
    const { openEmbedded } = await import("./cli/connect/embedded-service.ts");
    embedded = await openEmbedded(host, options);
    return embedded.fetch;
  },
};

/** Opens only streams that may be terminals, because opening takes time. */
function isTerminal(name: "stdin" | "stdout" | "stderr"): boolean {
  return isCharacterDevice(descriptors[name]) && Boolean(process[name].isTTY);
}

function isCharacterDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false; // closed
  }
}

function isFile(name: "stdout" | "stderr"): boolean {
  try {
    return fstatSync(descriptors[name]).isFile();
  } catch {
    return false; // closed
  }
}

/** Prints a text above the status line. */
function write(name: "stdout" | "stderr", text: string): void {
  const below = status;
  showStatus("");
  streamOf(name).write(text);
  if (text.endsWith("\n")) showStatus(below);
}

/**
 * Replaces the status line. It is cut to one line of the terminal, because only one can be erased.
 */
function showStatus(text: string): void {
  if (text === "" && status === "") return;
  const eraseLine = "\r\u001B[K";
  streamOf("stderr").write(eraseLine + text.slice(0, (process.stderr.columns || 80) - 1));
  status = text;
}

function streamOf(name: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[name];
  if (!streams.has(stream)) stream.on("error", (error) => handleWriteError(name, error));
  streams.add(stream);
  return stream;
}

/**
 * Ignores that the reader of a pipe ended (head, less) and that a terminal was closed, so that an apply
 * continues.
 */
function handleWriteError(name: "stdout" | "stderr", error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE" || (error.code === "EIO" && process[name].isTTY)) return;
  const [, reason = error.message] = getSystemErrorMap().get(error.errno ?? 0) ?? [];
  if (name === "stdout") host.err(`Error: Cannot write to standard output: ${reason}.\n`);
  process.exit(1);
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write("Error: The current directory does not exist.\n");
    process.exit(64);
  }
}

/** Asks a question on the terminal; returns true for y or yes, or for the expected text. */
async function ask(
  question: string,
  cancelled = "Cancelled.",
  expected?: string,
): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once("SIGINT", () => {
    process.stderr.write(`\n${cancelled}\n`);
    process.exit(130);
  });
  try {
    const answer = (await terminal.question(question)).trim();
    return expected === undefined ? /^y(es)?$/i.test(answer) : answer === expected;
  } catch {
    process.stderr.write("\n");
    return false; // the terminal closed
  } finally {
    terminal.close();
  }
}

void main();

async function main(): Promise<void> {
  if (host.argv.length === 1 && /^(?:--version|-v|-V)$/.test(host.argv[0]!))
    return host.out(`${host.version}\n`);
  process.exitCode = 1; // in case the event loop ends early
  const { runProgram } = await import("./cli/program.ts");
  process.exitCode = await runProgram(host);
  showStatus("");
  await embedded?.close();
  await Promise.all([...streams].map(flush));
  process.exit(); // skips the heap teardown
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
