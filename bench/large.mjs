// The part "large" of the benchmark: the likeness of a real project, small files, and a large world of
// 200,000 definitions and a tenth of it, with the plan of one of its 50 teams and a history of ten years.
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importRepository } from "./fast-import.mjs";
import { baselineCommand, listServerUrl, projectFolder } from "./fixtures.mjs";
import { prettier } from "./peers.mjs";
import { comparisonRow, formatBytes, formatCount, formatTime, result } from "./report.mjs";
import {
  compareMemory,
  compareTimes,
  folder,
  peakMemory,
  promptctl,
  run,
  withFindings,
} from "./runs.mjs";
import { startService } from "./servers.mjs";
import { definitionsIn, promptPath, teamFolder } from "./world.mjs";
import { editsIn, worldHistory } from "./world-history.mjs";

const floor = "JSON.parse";
const environments = 20;

export const largeNotes = `The likeness has 12,037 definitions as a real project has them: 1,860 tools and 903 prompts in two YAML files,
225 prompts with texts of 2 to 40 kB in files of their own, and five warnings. The world has 50 teams with 400 prompts,
400 tools, 800 evaluations and 2,400 assertions each, in 25,020 files (80 MB; the lists of the service 137 MB), with
texts as long as those of the real project; of 20,000 definitions each team has a tenth. It is one project in which
each team has a folder, and an environment with a scope. "one team" is the plan with --target. "100 edits": its git
history has 20,000 commits of ten years (a tenth for 20,000 definitions) with moves, renames, reverts and two merges of
projects. The last 100 commits edit a prompt each, of which ten are as the first commit has them: the plan looks for
their versions in 500 commits, the most that it reads. "js-yaml" and "JSON.parse" are the programs of the section above,
"git log -p" reads the file of the prompt. pull runs with --dry-run. The status is that of 20 environments whose services
all return the lists of all teams. The apply creates all definitions on an empty embedded service, once.
The times are medians of 3 to 7 runs in turns with the compared program; of 200,000, of one run after one for warming up,
the plan of 3.`;

/** The three stages: the likeness and small files, a tenth of the world, the whole. */
export async function* large() {
  yield* likenessRows();
  const [tenth, whole] = [yield* worldRows(tenthOfWorld), yield* worldRows(wholeWorld)];
  const medians = { ours: whole, theirs: tenth, ratio: whole / tenth };
  yield {
    row: comparisonRow({ name: "plan 200,000", medians, other: "plan 20,000", maximum: 11 }),
  };
  yield* applyRows();
}

const tenthOfWorld = { size: "tenth", scale: 0.1, pairs: 3 };
const wholeWorld = { size: "whole", scale: 1, pairs: 1 };

async function* likenessRows() {
  const url = await listServerUrl("likeness");
  const project = projectFolder("likeness");
  const read = baselineCommand("likeness", url);
  for (const [size, name, maximum] of [
    ["likeness", "validate 12,037", 4],
    ["small", "validate 2,000 small files", 2.5],
  ]) {
    const [ours, theirs] = [promptctl("validate", projectFolder(size)), baselineCommand(size)];
    yield comparison({ name, maximum, ours, other: "js-yaml", theirs });
  }
  const service = ["--base-url", url];
  const common = { other: floor, theirs: read };
  const plan = promptctl("plan", project, ...service, "--detailed-exitcode");
  yield comparison({ ...common, name: "plan 12,037", maximum: 1.6, ours: plan });
  yield memory({ ...common, name: "memory of plan 12,037", ours: plan });
  const pull = promptctl("pull", project, ...service, "--dry-run");
  yield comparison({ ...common, name: "pull 12,037", ours: pull });
}

/** The plan, and its environment variables, of a world without changes. */
async function planOf(size, ...flags) {
  const env = { PROMPTCTL_BASE_URL_TEAM_00: await listServerUrl(size) };
  return { env, command: promptctl("plan", projectFolder(size), "--env", "team-00", ...flags) };
}

/** The rows of a world as one project, of a team of it, and of its history. Returns the time of its plan. */
async function* worldRows({ size, scale, pairs }) {
  const isWhole = size === "whole";
  const count = formatCount(definitionsIn(scale));
  const project = projectFolder(size);
  const { env, command: plan } = await planOf(size, "--detailed-exitcode");
  const read = baselineCommand(size, env.PROMPTCTL_BASE_URL_TEAM_00);
  const validate = promptctl("validate", project);
  const offline = { pairs, ours: validate, other: "js-yaml", theirs: baselineCommand(size) };
  yield comparison({ ...offline, name: `validate ${count}` });
  if (!isWhole) yield formatRow(project, count);
  const common = { pairs, env, other: floor, theirs: read };
  const planned = await comparison({
    ...common,
    pairs: 3,
    name: `plan ${count}`,
    ...(isWhole && { maximumMs: 9000 }),
    ours: plan,
  });
  yield planned;
  if (isWhole)
    yield memory({ ...common, name: `memory of plan ${count}`, maximumBytes: 900e6, ours: plan });
  const { command: ofTeam } = await planOf(size, "--target", "prompt/Team 07 *");
  yield comparison({ ...common, name: `plan ${count}, one team`, ours: ofTeam });
  const pull = promptctl("pull", project, "--env", "team-00", "--dry-run");
  if (isWhole) yield comparison({ ...common, name: `pull ${count}`, ours: pull });
  yield* historyRows({ scale, count, env, pairs });
  if (!isWhole) yield statusRow({ project, count, url: env.PROMPTCTL_BASE_URL_TEAM_00 });
  return planned.milliseconds;
}

/** The apply of the whole world on an empty service. */
async function* applyRows() {
  const service = await startService(join(folder, "applied.sqlite"));
  const env = { PROMPTCTL_BASE_URL_TEAM_00: service.url };
  const project = projectFolder("whole");
  const start = performance.now();
  const ours = await peakMemory(
    promptctl("apply", project, "--env", "team-00", "--auto-approve"),
    env,
  );
  const milliseconds = performance.now() - start;
  await service.stop();
  const count = formatCount(definitionsIn(1));
  yield { row: [`apply ${count}`, formatTime(milliseconds), "", "", "", ""] };
  const theirs = await peakMemory(baselineCommand("whole"));
  const medians = { ours, theirs, ratio: ours / theirs };
  const name = `memory of apply ${count}`;
  const row = comparisonRow({ name, medians, other: "js-yaml", format: formatBytes });
  yield { row: withLimit(row, ours, 1.3e9, formatBytes) };
}

/** `fmt --check` beside prettier, which reads the same files. */
async function formatRow(project, count) {
  const peer = await prettier();
  if (peer.skip) return peer;
  const files = join(project, "teams", "**", "*.yaml");
  return comparison({
    name: `fmt --check ${count}`,
    pairs: 1,
    maximum: 1.3,
    ours: withFindings(promptctl("fmt", project, "--check")),
    other: peer.name,
    theirs: withFindings(peer.command("--check", files)),
  });
}

/** The plan of the edits that the last commits make, and the log of a prompt that changed several times. */
async function* historyRows({ scale, count, env, pairs }) {
  const path = await importRepository(join(folder, `history-${scale}`), worldHistory(scale));
  const plan = promptctl("plan", path, "--env", "team-00");
  yield comparison({
    name: `plan ${count}, ${editsIn} edits`,
    pairs,
    env,
    maximum: 2,
    ours: plan,
    other: "--no-history",
    theirs: [...plan, "--no-history"],
  });
  if (scale < 1) return;
  const log = ["git", "log", "--first-parent", "-p", "--", promptPath(1, scale)];
  yield comparison({
    name: `log of a prompt, ${count}`,
    pairs,
    cwd: path,
    ours: promptctl("log", "prompt/Team 00 prompt 1"),
    other: "git log -p",
    theirs: log,
  });
}

/** The status of environments of one team. */
async function statusRow({ project, count, url }) {
  const path = join(folder, `status-${count}`);
  cpSync(join(project, teamFolder(7)), join(path, teamFolder(7)), { recursive: true });
  cpSync(join(project, "shared"), join(path, "shared"), { recursive: true });
  const names = Array.from({ length: environments }, (_, index) => `place-${index}`);
  const addresses = names.map((name) => `  ${name}: { baseUrl: "${url}/${name}" }\n`).join("");
  const configuration = `definitions: ${teamFolder(7)}/prompts\nenvironments:\n${addresses}`;
  writeFileSync(join(path, "promptctl.yaml"), configuration);
  const { milliseconds } = await run(withFindings(promptctl("status", path)));
  const name = `status of ${environments} environments`;
  return { row: [name, formatTime(milliseconds), "", "", "", ""] };
}

/** A row of times. With `maximumMs` the time has a limit, else with `maximum` the ratio. */
async function comparison({ name, ours, other, theirs, env, cwd, pairs = 7, ...limits }) {
  const runs = (command) => () => run(command, env, cwd);
  const { maximum, maximumMs } = limits;
  const medians = await compareTimes(pairs, runs(ours), runs(theirs));
  const row = comparisonRow({ name, medians, other, maximum });
  return {
    row: withLimit(row, medians.ours, maximumMs, formatTime),
    milliseconds: medians.ours,
  };
}

/** A row of the peak memory, with a limit in bytes. */
async function memory({ name, ours, other, theirs, env, pairs = 3, maximumBytes }) {
  const medians = await compareMemory(pairs, ours, theirs, env);
  const row = comparisonRow({ name, medians, other, format: formatBytes });
  return { row: withLimit(row, medians.ours, maximumBytes, formatBytes) };
}

function withLimit(row, value, maximum, format) {
  if (maximum === undefined) return row;
  return [...row.slice(0, -2), `≤ ${format(maximum)}`, result(value <= maximum)];
}
