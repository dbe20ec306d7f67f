// Part "plan" of the benchmark: plans of nothing to do for projects of all sizes, over loopback.
import { applying, kubectl } from "./kubectl.mjs";
import { promptctl } from "./programs.mjs";
import { grouped } from "./report.mjs";
import { memoryRow, timeRow } from "./rows.mjs";
import { inTurns, peaksInTurns, run } from "./runs.mjs";
import { floor, kept, project, real, served } from "./scene.mjs";
import { startCluster } from "./servers.mjs";

const sizes = [
  { count: 20, pairs: 15 },
  { count: 200, pairs: 15 },
  { count: 2000, pairs: 11 },
  { count: 20_000, pairs: 5, most: 1.8 },
];
const mostMemory = 2;
const mostGrowth = 11;
const besideKubectl = [
  { count: 1000, pairs: 7, most: 0.6 },
  { count: 10_000, pairs: 5, most: 0.35 },
];
const floorName = "js-yaml and JSON.parse";

/** The rows of this part, and what was left out. */
export async function planning() {
  const rows = [];
  for (const { count, pairs, most } of sizes) {
    const found = await inTurns(pairs, await planned(count), await floored(count));
    rows.push(timeRow(`plan ${grouped(count)}`, found, floorName, most));
  }
  if (real) {
    const found = await inTurns(7, await planned(real), await floored(real));
    rows.push(timeRow("plan a real project", found, floorName));
  }
  const growth = await inTurns(5, await planned(20_000), await planned(2000));
  rows.push(timeRow("plan 20,000", growth, "plan 2,000", mostGrowth));
  rows.push(await memory(20_000));
  const cluster = await withKubectl();
  return { rows: [...rows, ...cluster.rows], left: cluster.left };
}

/** The command line of a plan; it fails where there is anything to do. */
async function words(which) {
  const url = await served(which);
  return promptctl("plan", project(which), "--base-url", url, "--detailed-exitcode");
}

async function planned(which) {
  const command = await words(which);
  return () => run(command);
}

async function floorWords(which) {
  const program = await floor();
  return program(project(which), await served(which));
}

async function floored(which) {
  const command = await floorWords(which);
  return () => run(command);
}

async function memory(count) {
  const found = await peaksInTurns(3, await words(count), await floorWords(count));
  return memoryRow(`peak memory of plan ${grouped(count)}`, found, floorName, mostMemory);
}

async function withKubectl() {
  const version = await kubectl();
  if (version === undefined) return { rows: [], left: ["kubectl: it is not installed"] };
  const rows = [];
  for (const { count, pairs, most } of besideKubectl) {
    const { url } = await kept(startCluster());
    const found = await inTurns(pairs, await planned(count), applying(url, count));
    rows.push(timeRow(`plan ${grouped(count)}`, found, `kubectl ${version}`, most));
  }
  return { rows, left: [] };
}
