// The part "history" of the benchmark: plans and a log in a repository with thousands of commits.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { commit, importRepository, write } from "./fast-import.mjs";
import { listServerUrl } from "./fixtures.mjs";
import { median } from "./load.mjs";
import { filesOf } from "./project.mjs";
import { comparisonRow, formatTime, result } from "./report.mjs";
import { compareTimes, folder, promptctl, run } from "./runs.mjs";

const size = 2000;
const commits = 5000;
/** One of this many commits changes a definition. */
const interval = 10;
/** The prompts that these commits change in turn. */
const changedPrompts = 300;
const updates = 10;

/** Plans with updates and without changes, and the log of one definition. */
export async function* history() {
  const url = await listServerUrl(size);
  const repositories = {
    [`plan 2,000, ${updates} updates`]: [await repository("updates", { newest: 2000 }), 2],
    [`plan 2,000, ${updates} changed on the service`]: [
      await repository("changed", { newest: 2000, older: 512 }),
      2,
    ],
    "plan 2,000, no changes, in git": [await repository("unchanged", {}), 1.05],
    "plan 2,000, a prompt removed": [await repository("removed", {}), 1.3],
  };
  rmSync(join(folder, "history-removed/prompts/team-0/5.agent.yaml")); // and not committed
  for (const [name, [project, maximum]] of Object.entries(repositories)) {
    const plan = (...flags) => run(promptctl("plan", project, "--base-url", url, ...flags));
    const medians = await compareTimes(11, plan, () => plan("--no-history"));
    yield { row: comparisonRow({ name, medians, other: "--no-history", maximum }) };
  }
  const [project] = Object.values(repositories)[0];
  const times = [];
  for (let round = 0; round <= 5; round += 1)
    times.push((await run(promptctl("log", "prompt/Agent 5"), {}, project)).milliseconds);
  const time = median(times.slice(1));
  yield {
    row: ["log of a prompt", formatTime(time), "", "", "< 1000 ms", result(time < 1000)],
  };
}

/**
 * A repository whose commits change maxTokens of prompts in turn, last to the value of the generated
 * project. `newest`: the value of the updated prompts at the end; `older`: their value before.
 */
function repository(name, { newest, older }) {
  return importRepository(join(folder, `history-${name}`), stream(newest, older));
}

/** The commits for git fast-import. */
function* stream(newest, older) {
  const files = new Map([...filesOf(size)].map(([path, text]) => [`prompts/${path}`, text]));
  const agents = [...files.keys()].filter((path) => path.endsWith(".agent.yaml"));
  const withTokens = (index, value) =>
    files.get(agents[index]).replace("maxTokens: 1024", `maxTokens: ${value}`);
  let time = 1_700_000_000;
  const next = (...files) =>
    commit(
      files.map(([path, text]) => write(path, text)),
      { seconds: (time += 60) },
    );
  yield next(["promptctl.yaml", "definitions: prompts\n"], ...files);
  for (let number = 1; number < commits - updates; number += 1) {
    const turn = Math.floor(number / interval);
    const index = turn % changedPrompts;
    const isLast = turn + changedPrompts >= Math.floor((commits - updates) / interval);
    const value =
      index < updates && older !== undefined ? older + turn : isLast ? 1024 : 900 + turn;
    yield number % interval === 0
      ? next([agents[index], withTokens(index, value)])
      : next([`src/${number % 50}.txt`, `${number}\n`]);
  }
  for (let index = 0; index < updates; index += 1)
    yield newest === undefined
      ? next([`src/${index}.txt`, "last\n"])
      : next([agents[index], withTokens(index, newest)]);
}
