// The parts "startup", "validate" and "plan" of the benchmark. Each yields objects with a `row` of the
// table, or with `skip`, the reason why a comparison is skipped.
import { baselineCommand, listServerUrl, projectFolder } from "./fixtures.mjs";
import { configMapsApply, kubectlVersion } from "./kubectl.mjs";
import { auth0, auth0Import, promptfoo, promptfooValidate } from "./peers.mjs";
import { comparisonRow, formatBytes, formatCount } from "./report.mjs";
import { compareMemory, compareTimes, promptctl, run } from "./runs.mjs";
import { startFakeCluster } from "./servers.mjs";

const maximumGrowth = 11; // from 2,000 to 20,000 definitions

/** `--version`, and `validate` of the smallest project. */
export async function* startup() {
  const version = () => run(promptctl("--version"));
  const node = { other: "node -e 0", theirs: () => run([process.execPath, "-e", "0"]) };
  yield times({ name: "--version", pairs: 41, ours: version, ...node, maximum: 1.5 });
  yield times({ name: "validate 1", pairs: 41, ours: validateRun(1), ...node, maximum: 2.5 });
}

/** Projects of all sizes, offline. */
export async function* validate() {
  for (const { size, pairs } of projects) {
    const name = `validate ${formatCount(size)}`;
    const baseline = baselineCommand(size);
    const theirs = () => run(baseline);
    const maximum = size === 2000 ? 2 : undefined;
    yield times({ name, pairs, ours: validateRun(size), other: "js-yaml", theirs, maximum });
  }
  const [ours, small] = [validateRun(20_000), validateRun(2000)];
  yield growth("validate", ours, small);
  yield peerTimes("validate 2,000", 3, small, await auth0(), auth0Import);
  yield peerTimes("validate 2,000", 3, small, await promptfoo(), promptfooValidate);
}

/** Plans without changes for projects of all sizes, over loopback. */
export async function* plan() {
  const other = "JSON.parse";
  for (const { size, pairs } of projects) {
    const name = `plan ${formatCount(size)}`;
    const baseline = baselineCommand(size, await listServerUrl(size));
    const theirs = () => run(baseline);
    const maximum = size === 20_000 ? 2.2 : undefined;
    yield times({ name, pairs, ours: await planRun(size), other, theirs, maximum });
  }
  yield growth("plan", await planRun(20_000), await planRun(2000));
  const baseline = baselineCommand(20_000, await listServerUrl(20_000));
  const medians = await compareMemory(3, await planCommand(20_000), baseline);
  const name = "peak memory of plan 20,000";
  yield { row: comparisonRow({ name, medians, other, maximum: 2, format: formatBytes }) };
  yield* planAndKubectl();
}

async function* planAndKubectl() {
  const version = await kubectlVersion();
  if (version === undefined) return yield { skip: "kubectl: not installed" };
  const other = `kubectl ${version}`;
  for (const [size, pairs, maximum] of [
    [1000, 7, 0.35],
    [10_000, 5, 0.2],
  ]) {
    const name = `plan ${formatCount(size)}`;
    const theirs = configMapsApply((await startFakeCluster()).url, size);
    yield times({ name, pairs, ours: await planRun(size), other, theirs, maximum });
  }
}

const projects = [
  { size: 20, pairs: 15 },
  { size: 2000, pairs: 11 },
  { size: 20_000, pairs: 5 },
];

function validateRun(size) {
  return () => run(promptctl("validate", projectFolder(size)));
}

/** The command line of a plan; it fails if the plan has changes. */
async function planCommand(size) {
  const url = await listServerUrl(size);
  return promptctl("plan", projectFolder(size), "--base-url", url, "--detailed-exitcode");
}

async function planRun(size) {
  const command = await planCommand(size);
  return () => run(command);
}

/** A row that compares the times of two programs. */
async function times({ name, pairs, ours, other, theirs, maximum }) {
  const medians = await compareTimes(pairs, ours, theirs);
  return { row: comparisonRow({ name, medians, other, maximum }) };
}

function growth(command, ours, theirs) {
  const names = { name: `${command} 20,000`, other: `${command} 2,000` };
  return times({ ...names, pairs: 3, ours, theirs, maximum: maximumGrowth });
}

/** Compares with a peer; `commandOf` returns the peer's command line. */
async function peerTimes(name, pairs, ours, peer, commandOf) {
  if (peer.skip) return peer;
  const command = commandOf(peer);
  const theirs = () => run(command, peer.env);
  return times({ name, pairs, ours, other: peer.name, theirs });
}
