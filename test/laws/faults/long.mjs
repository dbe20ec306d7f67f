// Runs the fault tests in their long form: every fault on every request, a kill at every request, and
// thousands of random schedules. The last line of output is the number of runs. Arguments are passed to
// vitest.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "promptctl-faults-"));
const tally = join(folder, "runs"); // each test appends its number of runs
writeFileSync(tally, "");
const { status } = spawnSync(
  join(root, "node_modules", ".bin", "vitest"),
  ["run", "test/laws/faults", `--maxWorkers=${availableParallelism()}`, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
    env: { PROMPTCTL_FAULT_RUNS: "150", ...process.env, PROMPTCTL_FAULT_TALLY: tally },
  },
);
const counts = readFileSync(tally, "utf8").trim().split("\n").map(Number);
const runs = counts.reduce((sum, count) => sum + count, 0);
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${runs} runs under faults, ${status === 0 ? "all passed" : "some failed"}\n`);
process.exit(status ?? 1);
