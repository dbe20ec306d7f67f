// npm run bench:test: measures promptctl test with a provider on this machine, and promptfoo beside it.
// Prints a table, writes it to docs/performance.md (not with --quick), exits 1 if a target is missed.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./load.mjs";
import { promptfoo, promptfooEval } from "./peers.mjs";
import { applicationRow, checksRow, programNotes } from "./program-rows.mjs";
import { formatBytes, formatCount, formatTime, report, result } from "./report.mjs";
import { folder, peakMemory, promptctl, run } from "./runs.mjs";
import { startTestProvider, stopServers } from "./servers.mjs";

const quick = process.argv.includes("--quick");
const rounds = quick ? 1 : 7;
const cases = 800;
const manyCases = 10_000;
const concurrency = 20;
const latencyMs = 50;
const casesPerPrompt = 20;
const floorMs = (cases / concurrency) * latencyMs;

const notes = `Each figure is the median of ${rounds} runs after one for warming up. A run is a whole process, without a base. A
project has a prompt for ${casesPerPrompt} cases with two assertions each. The provider is a process on the same machine that
answers each call after ${latencyMs} ms, so that ${cases} calls at --concurrency ${concurrency} take at least ${formatTime(floorMs)}. promptfoo runs as many
tests with equal assertions against the same provider. Memory is the peak of the process (VmHWM). No other
programs ran: other load slows a run more than its floor.

${programNotes}`;

/** Writes a project with this number of cases; returns its folder. */
function writeCases(count) {
  const project = join(folder, `cases-${count}`);
  mkdirSync(join(project, "prompts"), { recursive: true });
  writeFileSync(join(project, "promptctl.yaml"), "definitions: prompts\n");
  for (let first = 0; first < count; first += casesPerPrompt) {
    const numbers = Array.from(
      { length: Math.min(casesPerPrompt, count - first) },
      (_, at) => first + at,
    );
    writeFileSync(join(project, "prompts", `${first}.yaml`), promptText(first, numbers));
  }
  return project;
}

function promptText(first, numbers) {
  const evaluations = numbers.map(
    (number) => `  - name: order ${number}
    variables: { ticket: "Where is order ${number}?" }
    assertions:
      - { type: CONTAINS_ANY, targetValues: [order, parcel] }
      - { type: CONTAINS_ALL, targetValues: [reply], ignoreCase: true }
`,
  );
  return `kind: prompt
name: Support ${first}
parameters: { provider: OPENAI, name: gpt-5.4-mini }
messages:
  - { role: system, content: "${"You answer the customers of a shop. ".repeat(20).trim()}" }
  - { role: user, content: "{{ticket}}" }
evaluations:
${evaluations.join("")}`;
}

/** The median time of a command; `before` prepares each run. */
async function medianTime(command, env, before = () => {}) {
  const times = [];
  for (let number = 0; number <= rounds; number += 1) {
    await before();
    times.push((await run(command, env)).milliseconds);
  }
  return median(times.slice(1));
}

/** The median of the peaks of three runs of a command; `before` prepares each run. */
async function medianMemory(command, env, before) {
  const peaks = [];
  for (let number = 0; number < 3; number += 1) {
    before();
    peaks.push(await peakMemory(command, env));
  }
  return median(peaks);
}

function row(name, figure, target, isMet, peer = "") {
  return [name, figure, peer, target, result(isMet)];
}

/** The times of promptfoo with the same calls; without it, why. */
async function peerTimes(url) {
  if (quick) return { skipped: "promptfoo, with --quick" };
  const peer = await promptfoo();
  if (peer.skip) return { skipped: peer.skip };
  const { live, cached, env } = promptfooEval(peer, { count: cases, url, concurrency });
  try {
    const [liveTime, cachedTime] = [await medianTime(live, env), await medianTime(cached, env)];
    const text = (time) => `${peer.name} ${formatTime(time)}`;
    return { live: text(liveTime), cached: text(cachedTime) };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return { skipped: `${peer.name}: the run failed` };
  }
}

async function rowsWithProvider(url, peer) {
  const env = { OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${url}/v1` };
  const test = (project) =>
    promptctl("test", project, "--base", "none", "--concurrency", String(concurrency));
  const project = writeCases(cases);
  const removeReplies = (path) =>
    rmSync(join(path, ".promptctl"), { recursive: true, force: true });
  const live = await medianTime(test(project), env, () => removeReplies(project));
  const cached = await medianTime(test(project), env);
  const many = writeCases(manyCases);
  const memory = await medianMemory(test(many), env, () => removeReplies(many));
  const name = `${formatCount(cases)} cases, ${latencyMs} ms each`;
  const ratio = live / floorMs;
  return [
    row(
      `${name} (${ratio.toFixed(2)} times ${formatTime(floorMs)})`,
      formatTime(live),
      "≤ 1.25 times",
      ratio <= 1.25,
      peer.live,
    ),
    row(
      `${formatCount(cases)} cases from the cache`,
      formatTime(cached),
      "≤ 1,000 ms",
      cached <= 1000,
      peer.cached,
    ),
    await checksRow(rounds, env),
    row(
      `memory of ${formatCount(manyCases)} cases`,
      formatBytes(memory),
      "≤ 300 MB",
      memory <= 300e6,
    ),
  ];
}

async function echoRow() {
  const project = writeCases(2);
  const time = await medianTime(
    promptctl("test", project, "--base", "none", "--on", "echo", "--gate", "report"),
  );
  return row("2 cases with --on echo", formatTime(time), "≤ 250 ms", time <= 250);
}

try {
  const { url } = await startTestProvider(latencyMs);
  const peer = await peerTimes(url);
  report({
    script: "bench:test",
    title: "promptctl test",
    headings: ["case", "promptctl", "compared with", "target", "result"],
    rows: [...(await rowsWithProvider(url, peer)), await applicationRow(rounds), await echoRow()],
    skipped: peer.skipped ? [`Not measured: ${peer.skipped}.`] : [],
    notes,
    writes: !quick,
  });
} finally {
  await stopServers();
}
