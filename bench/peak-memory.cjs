// Preloaded into a program: writes its peak memory in bytes into the file PROMPTCTL_BENCH_PEAK at exit.
const { readFileSync, writeFileSync } = require("node:fs");

process.once("exit", () => writeFileSync(process.env.PROMPTCTL_BENCH_PEAK, String(peakBytes())));

/** On Linux maxRSS includes the process this one was forked from; VmHWM does not. */
function peakBytes() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
}
