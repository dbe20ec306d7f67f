// Runs the built program as users do, in a process of its own that a test can kill.
import { spawn } from "node:child_process";
import { builtProgram } from "../../../fixtures/built.ts";

const main = builtProgram;

/** How a command ended. `code` is the exit code, the signal that ended it, or an error text. */
export interface CommandResult {
  readonly code: number | string | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningProgram {
  /** Ends the process at once, like a crash or a power cut. Resolves when it has ended. */
  kill(): Promise<void>;
  readonly ended: Promise<CommandResult>;
}

/** Starts the program. `onOutput` receives its output piece by piece. */
export function startProgram(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  onOutput: (text: string) => void = () => {},
): RunningProgram {
  const child = spawn(process.execPath, [main, ...argv], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  for (const [stream, pipe] of [
    ["out", child.stdout],
    ["err", child.stderr],
  ] as const)
    pipe.setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
      onOutput(text);
    });
  const ended = new Promise<CommandResult>((resolve) => {
    child.once("close", (code, signal) => resolve({ code: code ?? signal, ...output }));
  });
  return {
    ended,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
