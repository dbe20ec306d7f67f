// Runs processes one after the other and measures their time from start to end, or their peak memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dist } from "../scripts/dist.mjs";
import { median } from "./load.mjs";
import { environment } from "./servers.mjs";

export const root = join(import.meta.dirname, "..");

/** The temporary folder of this benchmark, removed when the process ends. */
export const folder = mkdtempSync(join(tmpdir(), "promptctl-bench-"));

let program;

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  program?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** The command line of the built promptctl with these arguments. */
export function promptctl(...args) {
  return [process.execPath, join(dist, "main.cjs"), ...args];
}

/** The command line of a check, which succeeds also if it finds something: exit codes to 2. */
export function withFindings(command) {
  return ["sh", "-c", `"$@" >/dev/null; [ $? -le 2 ]`, "sh", ...command];
}

/** Runs a command to its end; returns its milliseconds and output. Throws an Error if it fails. */
export async function run([command, ...args], env = {}, cwd = process.cwd()) {
  const log = join(folder, "log");
  const logFile = openSync(log, "w");
  const start = performance.now();
  program = spawn(command, args, {
    cwd,
    env: { ...environment(), ...env },
    stdio: ["ignore", logFile, logFile],
    timeout: 1_200_000,
    killSignal: "SIGKILL",
  });
  closeSync(logFile);
  const [code, signal] = await once(program, "exit");
  const milliseconds = performance.now() - start;
  const output = readFileSync(log, "utf8");
  if (code !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${code ?? signal}\n${output.slice(-2000)}`);
  return { milliseconds, output };
}

/** Runs two programs in turns, after one run each for warming up; returns the medians of their times. */
export async function compareTimes(pairs, ours, theirs) {
  const times = [];
  for (let pair = 0; pair <= pairs; pair += 1)
    times.push([(await ours()).milliseconds, (await theirs()).milliseconds]);
  return medians(times.slice(1));
}

/** Runs two programs of Node in turns; returns the medians of their peak memory in bytes. */
export async function compareMemory(pairs, ours, theirs, env) {
  const peaks = [];
  for (let pair = 0; pair < pairs; pair += 1)
    peaks.push([await peakMemory(ours, env), await peakMemory(theirs, env)]);
  return medians(peaks);
}

/** The peak memory of a program of Node in bytes. */
export async function peakMemory([node, ...args], env = {}) {
  const file = join(folder, "peak");
  const hook = join(import.meta.dirname, "peak-memory.cjs");
  await run([node, "--require", hook, ...args], { ...env, PROMPTCTL_BENCH_PEAK: file });
  return Number(readFileSync(file, "utf8"));
}

/** Runs a program of Node; returns its user CPU time, without that of its child processes, and its output. */
export async function cpuTime([node, ...args], env = {}) {
  const file = join(folder, "cpu");
  const hook = join(import.meta.dirname, "cpu-time.cjs");
  const { output } = await run([node, "--require", hook, ...args], {
    ...env,
    PROMPTCTL_BENCH_CPU: file,
  });
  return { milliseconds: Number(readFileSync(file, "utf8")), output };
}

/** The medians of both sides of some pairs, and the median of the ratios. */
export function medians(pairs) {
  return {
    ours: median(pairs.map(([ours]) => ours)),
    theirs: median(pairs.map(([, theirs]) => theirs)),
    ratio: median(pairs.map(([ours, theirs]) => ours / theirs)),
  };
}
