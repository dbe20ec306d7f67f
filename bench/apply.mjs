// npm run bench:apply: how long apply takes to create 1,000 resources, beside a bare fetch program.
// Prints a table, writes it to docs/performance.md, exits 1 where a target is missed.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resources, writeProject } from "./definitions.mjs";
import { median, send } from "./load.mjs";
import { grouped, met, sectionOf, table, writeSection } from "./report.mjs";
import { folder, run } from "./runs.mjs";
import { startHeld } from "./servers.mjs";

const pairs = 7;
const atOnce = 10;
const latencyMs = 20;
const mostRatio = 1.15;
const lists = 4; // one for each kind

const root = join(import.meta.dirname, "..");
const [project, bodies] = ["project", "creates.json"].map((name) => join(folder, name));
let service;

const notes = `Each figure is the median of ${pairs} pairs of runs, in turns, after one that only warms; the ratio is the
median of their ratios. A run is a whole process, from its start to its end, and begins with an empty store:
\`promptctl apply --auto-approve --concurrency ${atOnce}\` with a project of 100 tools and 300 prompts of 1 to 2 kB,
each with an evaluation that has an assertion, and a program of Node's fetch alone that sends the same
bodies (compared at the service), ${atOnce} at once, each as soon as it has the ids it needs. That program reads
ready bodies and lists nothing. The service is the embedded one, its store in memory, in a process of its
own on the same machine; no answer comes in less than ${latencyMs} ms, which makes ${(resources / atOnce) * latencyMs} ms the least possible.
The calls are counted at the service. Nothing else ran: load from elsewhere weighs more on apply, which
computes more.`;

/** One whole process: how long it took, and the calls that the service heard. */
async function timed(words) {
  const { milliseconds } = await run([process.execPath, ...words]);
  return { milliseconds, calls: JSON.parse(await send(undefined, `${service.url}/next`, {})) };
}

function apply() {
  const main = join(root, "dist", "main.js");
  const flags = ["--base-url", service.url, "--auto-approve", "--concurrency", String(atOnce)];
  return timed([main, "apply", project, ...flags]);
}

function bare() {
  return timed([join(root, "bench", "creates.mjs"), bodies, service.url, String(atOnce)]);
}

const id = /"([0-9a-f]{24})"/g;
const isList = ({ method }) => method === "GET";
const isWrite = (call) => !isList(call);

/** The calls that write, for the bare program: ids of others as positions. */
function createsOf(calls) {
  const positions = new Map();
  return calls.filter(isWrite).map(({ path, body, answer }, position) => {
    const resolved = JSON.parse(body.replace(id, (text, known) => positions.get(known) ?? text));
    positions.set(JSON.parse(answer).id, position);
    return { path, body: resolved };
  });
}

/** The written requests as one text, equal for runs that differ only in ids and order. */
function writtenBy(calls) {
  const digests = new Map(); // id → what it is the id of
  const texts = calls.filter(isWrite).map(({ method, path, body, answer }) => {
    const resolved = `${method} ${path} ${body?.replace(id, (text, known) => digests.get(known) ?? text)}`;
    digests.set(JSON.parse(answer).id, createHash("sha256").update(resolved).digest("hex"));
    return resolved;
  });
  return texts.sort().join("\n");
}

/** Runs both in turns; the first run of each only warms, and that of apply gives the bodies. */
async function measure() {
  const { calls } = await apply();
  const written = writtenBy(calls);
  writeFileSync(bodies, JSON.stringify(createsOf(calls)));
  const same = (run) => {
    if (writtenBy(run.calls) !== written) throw new Error("the runs did not write the same");
    return run;
  };
  same(await bare());
  const runs = [];
  for (let each = 0; each < pairs; each += 1) runs.push([same(await apply()), same(await bare())]);
  return runs;
}

function rowsOf(runs) {
  const ratio = median(runs.map(([ours, other]) => ours.milliseconds / other.milliseconds));
  const most = (which) => Math.max(...runs.map(([{ calls }]) => calls.filter(which).length));
  const time = (column) => median(runs.map((run) => run[column].milliseconds));
  return [
    [
      `create ${grouped(resources)} resources`,
      ms(time(0)),
      `bare ${ms(time(1))}`,
      ratio.toFixed(2),
      `${mostRatio} or less`,
      met(ratio <= mostRatio),
    ],
    callsRow("calls that write", most(isWrite), resources),
    callsRow("calls that list", most(isList), lists),
  ];
}

function callsRow(name, count, fewest) {
  const cells = [grouped(count), `fewest ${grouped(fewest)}`, (count / fewest).toFixed(2)];
  return [name, ...cells, "the fewest", met(count === fewest)];
}

const ms = (time) => `${Math.round(time)} ms`;

try {
  mkdirSync(project);
  writeProject(project);
  service = await startHeld(latencyMs);
  const rows = rowsOf(await measure());
  const lines = table(["case", "apply", "beside", "ratio", "target", "result"], rows);
  process.stdout.write(`${lines}\n`);
  const section = sectionOf("bench:apply", lines, notes);
  writeSection(join(root, "docs", "performance.md"), "Apply", section);
  process.exitCode = rows.some((row) => row.includes("missed")) ? 1 : 0;
} finally {
  await service?.stop();
}
