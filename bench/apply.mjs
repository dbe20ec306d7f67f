// npm run bench:apply: measures how long apply takes to create 1,000 resources, and compares it with a
// program that only sends the same requests. Prints a table, writes it to docs/performance.md, exits 1 if
// a target is missed.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resources, writeProject } from "./apply-project.mjs";
import { send } from "./load.mjs";
import { comparisonRow, formatCount, report, result } from "./report.mjs";
import { folder, medians, promptctl, run } from "./runs.mjs";
import { startDelayedService, stopServers } from "./servers.mjs";

const pairs = 7;
const concurrency = 10;
const latencyMs = 20;
const lists = 6; // one for each kind before the creates, one for each kind with names after them

const project = join(folder, "project");
const creates = join(folder, "creates.json");

const notes = `Each figure is the median of ${pairs} pairs of runs, in turns, after one pair for warming up; the ratio is the
median of their ratios. A run is a whole process and begins with an empty store. The project has 100 tools
and 300 prompts of 1 to 2 kB, each with an evaluation that has an assertion. "apply" is
\`promptctl apply --auto-approve --concurrency ${concurrency}\`. The baseline is a program that only sends the same requests
with Node's fetch (the recorded bodies are compared), ${concurrency} in parallel, each as soon as it has the ids it refers to;
it reads prepared bodies and requests no lists. The service is the embedded one with its store in memory, in a
process of its own on the same machine; each response takes at least ${latencyMs} ms, so a run takes at least ${(resources / concurrency) * latencyMs} ms.
The service counts the requests. Other load slows apply more than the baseline, because apply computes more.`;

const isList = ({ method }) => method === "GET";
const isWrite = (request) => !isList(request);

/** Runs a command; returns its time and the requests that the service received. */
async function runAndRecord(service, command) {
  const { milliseconds } = await run(command);
  return { milliseconds, requests: JSON.parse(await send(undefined, `${service.url}/reset`, {})) };
}

/** The write requests with the ids of created resources replaced by the values of `replacementOf`. */
function replaceIds(requests, replacementOf) {
  const replacements = new Map();
  return requests.filter(isWrite).map(({ method, path, body, response }, index) => {
    const text = body?.replace(/"([0-9a-f]{24})"/g, (id, hex) => replacements.get(hex) ?? id);
    const request = { method, path, body: text };
    replacements.set(JSON.parse(response).id, replacementOf(request, index));
    return request;
  });
}

/** The requests for baseline-apply.mjs: an id in a body is the index of the request that creates it. */
function createRequests(requests) {
  const indexed = replaceIds(requests, (_request, index) => index);
  return indexed.map(({ path, body }) => ({ path, body: JSON.parse(body) }));
}

/** A text that is equal for runs whose write requests differ only in ids and order. */
function fingerprint(requests) {
  const textOf = ({ method, path, body }) => `${method} ${path} ${body}`;
  const hash = (request) => createHash("sha256").update(textOf(request)).digest("hex");
  return replaceIds(requests, hash).map(textOf).toSorted().join("\n");
}

/** Runs both programs in turns. The first pair is for warming up; its apply yields the request bodies. */
async function measure(service) {
  const flags = ["--auto-approve", "--concurrency", String(concurrency)];
  const apply = promptctl("apply", project, "--base-url", service.url, ...flags);
  const script = join(import.meta.dirname, "baseline-apply.mjs");
  const baseline = [process.execPath, script, creates, service.url, String(concurrency)];
  const { requests } = await runAndRecord(service, apply);
  writeFileSync(creates, JSON.stringify(createRequests(requests)));
  const expected = fingerprint(requests);
  const runChecked = async (command) => {
    const measured = await runAndRecord(service, command);
    if (fingerprint(measured.requests) !== expected)
      throw new Error("The runs sent different write requests.");
    return measured;
  };
  await runChecked(baseline);
  const measured = [];
  for (let pair = 0; pair < pairs; pair += 1)
    measured.push([await runChecked(apply), await runChecked(baseline)]);
  return measured;
}

function requestsRow(name, measured, isCounted, minimum) {
  const counts = measured.map(([{ requests }]) => requests.filter(isCounted).length);
  const count = Math.max(...counts);
  const cells = [name, formatCount(count), `minimum ${formatCount(minimum)}`];
  return [...cells, (count / minimum).toFixed(2), "= 1", result(count === minimum)];
}

try {
  mkdirSync(project);
  writeProject(project);
  const measured = await measure(await startDelayedService(latencyMs));
  const times = measured.map((pair) => pair.map(({ milliseconds }) => milliseconds));
  const name = `create ${formatCount(resources)} resources`;
  report({
    script: "bench:apply",
    title: "Apply",
    headings: ["case", "apply", "compared with", "ratio", "target", "result"],
    rows: [
      comparisonRow({ name, medians: medians(times), other: "baseline", maximum: 1.15 }),
      requestsRow("write requests", measured, isWrite, resources),
      requestsRow("list requests", measured, isList, lists),
    ],
    notes,
    writes: true,
  });
} finally {
  await stopServers();
}
