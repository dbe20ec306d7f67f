#!/usr/bin/env node
// The only file that touches the process: words, environment, streams, signals, exit code.
// What only some runs need is loaded when they do: --version loads nothing else.
import packageJson from "../package.json" with { type: "json" };
import type { Host } from "./cli/host.ts";
import type { runProgram as RunProgram } from "./cli/program.ts";

const { env, stdin, stdout, stderr } = process;
let interrupted: (() => void) | undefined;
let asked = false; // to stop, once

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    if (!interrupted) {
      if (asked)
        stderr.write(
          "Left at once: what was under way may be done or not. The same command again finds out.\n",
        );
      process.exit(130);
    }
    interrupted();
    interrupted = undefined;
  });

const host: Host = {
  argv: process.argv.slice(2),
  env,
  cwd: currentFolder(),
  version: packageJson.version,
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  terminal: {
    out: stdout.isTTY ?? false,
    err: stderr.isTTY ?? false,
    columns: stdout.columns ?? stderr.columns ?? 100,
  },
  ask: stdin.isTTY && stderr.isTTY ? ask : undefined,
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
};

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    stderr.write("Error: The current folder is not there any more.\n");
    process.exit(64);
  }
}

/** A yes or no, asked on the terminal; anything but y or yes is no. */
async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: stdin, output: stderr });
  terminal.once("SIGINT", () => {
    stderr.write("\nNothing was done.\n");
    process.exit(130);
  });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } catch {
    stderr.write("\n");
    return false; // the terminal closed
  } finally {
    terminal.close();
  }
}

// A reader that closes early (head, less) must not end an apply halfway: what is left goes unread.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") process.exit(1);
});
void main();

async function main(): Promise<void> {
  if (host.argv.length === 1 && /^(?:--version|-V)$/.test(host.argv[0]!))
    return host.out(`${host.version}\n`);
  const { runProgram } = await groupOf(host.argv);
  process.exitCode = await runProgram(host);
  await Promise.all([stdout, stderr].map(flushed));
  process.exit(); // to take a large heap apart first is time for nothing
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}

/** The file of the build that holds the command; help has one of its own. */
function groupOf(words: readonly string[]): Promise<{ readonly runProgram: typeof RunProgram }> {
  switch (words.find((word) => !word.startsWith("-"))) {
    case "fmt":
      return import("./cli/formatting.ts");
    case "graph":
    case "init":
    case "schema":
    case "validate":
      return import("./cli/offline.ts");
    case "serve":
      return import("./cli/serving.ts");
    case undefined:
      return import("./cli/program.ts");
    default:
      return import("./cli/online.ts");
  }
}
