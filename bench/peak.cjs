// Loaded before a program whose peak memory is asked for: writes it down in bytes when that ends.
const { readFileSync, writeFileSync } = require("node:fs");

process.once("exit", () => writeFileSync(process.env.PROMPTCTL_BENCH_PEAK, String(peakBytes())));

/** Linux counts what the process forked from into maxRSS, but not into VmHWM. */
function peakBytes() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
}
