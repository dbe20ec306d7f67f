#!/usr/bin/env node
// The only file that touches the process: words, environment, streams, signals, exit code.
// What only some runs need is loaded when they do: --version loads nothing else.
import { fstatSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };
import type { CommandHost } from "./cli/command-host.ts";

const { env } = process;
let interrupted: (() => void) | undefined;
let asked = false; // to stop, once
const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;
/** The streams that something was written to. */
const streams = new Set<NodeJS.WriteStream>();

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    if (!interrupted) {
      if (asked)
        process.stderr.write(
          "Left at once: what was under way may be done or not. The same command again finds out.\n",
        );
      process.exit(130);
    }
    interrupted();
    interrupted = undefined;
  });

const host: CommandHost = {
  argv: process.argv.slice(2),
  env,
  cwd: currentFolder(),
  version: packageJson.version,
  out: (text) => void opened("stdout").write(text),
  err: (text) => void opened("stderr").write(text),
  terminal: {
    get out() {
      return isTerminal("stdout");
    },
    get err() {
      return isTerminal("stderr");
    },
    get columns() {
      const shown = (["stdout", "stderr"] as const).find(isTerminal);
      return (shown && process[shown].columns) ?? 100;
    },
  },
  get ask() {
    return isTerminal("stdin") && isTerminal("stderr") ? ask : undefined;
  },
  onInterrupt: (stop) =>
    (interrupted = () => {
      asked = true;
      stop();
    }),
  untilAsked: () => new Promise((resolve) => (interrupted = resolve)),
  now: () => performance.now(),
  time: () => new Date(),
  random: () => Math.random(),
  sleep: async (milliseconds, stop) => {
    const { setTimeout } = await import("node:timers/promises");
    await setTimeout(milliseconds, undefined, stop && { signal: stop }).catch(() => {}); // told to stop
  },
  fetch: async () => {
    const { createFetch } = await import("./io/fetch.ts");
    return createFetch(env);
  },
  openEmbedded: async (options) => {
    const { openEmbedded } = await import("./cli/embedded.ts");
    return openEmbedded(host, options);
  },
};

/** Whether a stream is a terminal; it is not opened for that where it cannot be one, which takes time. */
function isTerminal(name: "stdin" | "stdout" | "stderr"): boolean {
  try {
    return fstatSync(descriptors[name]).isCharacterDevice() && Boolean(process[name].isTTY);
  } catch {
    return false; // it is closed
  }
}

function opened(name: "stdout" | "stderr"): NodeJS.WriteStream {
  const stream = process[name];
  if (!streams.has(stream)) stream.on("error", unwritten);
  streams.add(stream);
  return stream;
}

/** A reader that closes early (head, less) must not end an apply halfway: what is left goes unread. */
function unwritten(problem: NodeJS.ErrnoException): void {
  if (problem.code !== "EPIPE") process.exit(1);
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write("Error: The current folder is not there any more.\n");
    process.exit(64);
  }
}

/** A yes or no, asked on the terminal; anything but y or yes is no. */
async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once("SIGINT", () => {
    process.stderr.write("\nNothing was done.\n");
    process.exit(130);
  });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } catch {
    process.stderr.write("\n");
    return false; // the terminal closed
  } finally {
    terminal.close();
  }
}

void main();

async function main(): Promise<void> {
  if (host.argv.length === 1 && /^(?:--version|-V)$/.test(host.argv[0]!))
    return host.out(`${host.version}\n`);
  process.exitCode = 1; // what never ends is no success
  const { runProgram } = await import("./cli/program.ts");
  process.exitCode = await runProgram(host);
  await Promise.all([...streams].map(flushed));
  process.exit(); // to take a large heap apart first is time for nothing
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
