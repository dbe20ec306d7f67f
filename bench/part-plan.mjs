// Part "plan" of the benchmark: plans of nothing to do for projects of all sizes, over loopback.
import { applying, kubectl } from "./kubectl.mjs";
import { promptctl } from "./programs.mjs";
import { grouped } from "./report.mjs";
import { memoryRow, timeRow } from "./rows.mjs";
import { inTurns, peaksInTurns, run } from "./runs.mjs";
import { floor, kept, named, project, real, served } from "./scene.mjs";
import { startCluster } from "./servers.mjs";

const projects = [
  { which: 20, pairs: 15 },
  { which: 200, pairs: 15 },
  { which: 2000, pairs: 11 },
  { which: 20_000, pairs: 5, most: 1.8 },
  ...(real ? [{ which: real, pairs: 7 }] : []),
];
const mostMemory = 2;
const mostGrowth = 11;
const pairsOfGrowth = 3;
const pairsOfMemory = 3;
const besideKubectl = [
  { count: 1000, pairs: 7, most: 0.6 },
  { count: 10_000, pairs: 5, most: 0.35 },
];
const floorName = "js-yaml and JSON.parse";

/** Gives the rows of this part, and sentences about what is left out. */
export async function* planning() {
  for (const { which, pairs, most } of projects) {
    const command = await floorWords(which);
    const found = await inTurns(pairs, await plan(which), () => run(command));
    yield timeRow(`plan ${await named(which)}`, found, floorName, most);
  }
  const growth = await inTurns(pairsOfGrowth, await plan(20_000), await plan(2000));
  yield timeRow("plan 20,000", growth, "plan 2,000", mostGrowth);
  yield await memory(20_000);
  yield* withKubectl();
}

/** The command line of a plan; it fails where there is anything to do. */
async function words(which) {
  const url = await served(which);
  return promptctl("plan", project(which), "--base-url", url, "--detailed-exitcode");
}

async function plan(which) {
  const command = await words(which);
  return () => run(command);
}

async function floorWords(which) {
  const program = await floor();
  return program(project(which), await served(which));
}

async function memory(count) {
  const found = await peaksInTurns(pairsOfMemory, await words(count), await floorWords(count));
  return memoryRow(`peak memory of plan ${grouped(count)}`, found, floorName, mostMemory);
}

async function* withKubectl() {
  const version = await kubectl();
  if (version === undefined) yield "kubectl: it is not installed";
  else
    for (const { count, pairs, most } of besideKubectl) {
      const { url } = await kept(startCluster());
      const found = await inTurns(pairs, await plan(count), applying(url, count));
      yield timeRow(`plan ${grouped(count)}`, found, `kubectl ${version}`, most);
    }
}
