// The built program as its users run it: a process of its own, its words watched as they come.
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Ended } from "../oracle/run-rules.ts";

const main = join(import.meta.dirname, "../../../../dist/main.js");

export interface Program {
  /** Ends it at once, as a crash or a power cut does; resolves when it is gone. */
  kill(): Promise<void>;
  readonly ended: Promise<Ended>;
}

/** Starts it; `heard` hears every piece of its output. */
export function start(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  heard: (text: string) => void = () => {},
): Program {
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const seen = { out: "", err: "" };
  for (const [stream, pipe] of [
    ["out", child.stdout],
    ["err", child.stderr],
  ] as const)
    pipe.setEncoding("utf8").on("data", (text: string) => {
      seen[stream] += text;
      heard(text);
    });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code: code ?? signal, ...seen }));
  });
  return {
    ended,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
