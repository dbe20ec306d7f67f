// Preloaded into a program: writes its user CPU time in milliseconds into the file PROMPTCTL_BENCH_CPU at exit.
const { writeFileSync } = require("node:fs");

process.once("exit", () => {
  const { user } = process.cpuUsage();
  writeFileSync(process.env.PROMPTCTL_BENCH_CPU, String(user / 1000));
});
