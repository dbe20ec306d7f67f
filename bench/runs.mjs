// Whole processes, one after the other: how long they take from start to end, and their peak memory.
// Which programs, and what is made of the figures, is the benchmarks themselves.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./load.mjs";
import { environment } from "./servers.mjs";

/** A folder for this benchmark alone; gone when it ends. */
export const folder = mkdtempSync(join(tmpdir(), "promptctl-bench-"));
const log = join(folder, "log");
let program;

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  program?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** One whole process, a command and its arguments: its milliseconds and output; throws if it fails. */
export async function run([command, ...words], env = {}) {
  const logFile = openSync(log, "w");
  const start = performance.now();
  program = spawn(command, words, {
    env: { ...environment(), ...env },
    stdio: ["ignore", logFile, logFile],
    timeout: 300_000,
    killSignal: "SIGKILL",
  });
  closeSync(logFile);
  const [code, signal] = await once(program, "exit");
  const milliseconds = performance.now() - start;
  const output = readFileSync(log, "utf8");
  if (code !== 0)
    throw new Error(`${command} ${words.join(" ")}: ${code ?? signal}\n${output.slice(-2000)}`);
  return { milliseconds, output };
}

/** Two programs in turns, after a run of each that only warms: the medians, and that of the ratios. */
export async function inTurns(pairs, ours, other) {
  const runs = [];
  for (let each = 0; each <= pairs; each += 1)
    runs.push([(await ours()).milliseconds, (await other()).milliseconds]);
  return middle(runs.slice(1));
}

/** The peak memory of two programs of Node's in bytes, in turns. */
export async function peaksInTurns(pairs, ours, other) {
  const runs = [];
  for (let each = 0; each < pairs; each += 1) runs.push([await peakOf(ours), await peakOf(other)]);
  return middle(runs);
}

const peakFile = join(folder, "peak");
const peakHook = join(import.meta.dirname, "peak.cjs");

async function peakOf([node, ...words]) {
  await run([node, "--require", peakHook, ...words], { PROMPTCTL_BENCH_PEAK: peakFile });
  return Number(readFileSync(peakFile, "utf8"));
}

function middle(runs) {
  return {
    ours: median(runs.map(([ours]) => ours)),
    other: median(runs.map(([, other]) => other)),
    ratio: median(runs.map(([ours, other]) => ours / other)),
  };
}
