// npm run bench:service: how fast the embedded service is, beside a bare node:http server.
// Prints a table, writes it to docs/performance.md (not with --quick), exits 1 where a target is missed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promptBody, toolBody } from "./bodies.mjs";
import { connections, median, repeat, send } from "./load.mjs";
import { grouped, met, sectionOf, size, table, writeSection } from "./report.mjs";
import { fill, startBare, startService } from "./servers.mjs";

const quick = process.argv.includes("--quick");
const counted = (count) => (quick ? count / 10 : count);
const rounds = 7;
const secondsPerRound = 10;
const prompts = "/sdk/v1/prompts";
const tools = "/sdk/v1/tools";
const heads = ["case", "rate", "p50", "p99", "beside", "ratio", "target", "result"];

const notes = `Rate, p50 and p99 are at ${connections} connections, load and servers on one machine, with no other requests.
Each figure is the median of ${rounds} rounds in which the service and the bare server take turns. The bare
server returns a constant of the same size; the load takes most of the time of its requests. The service
caches the text of a response until the store changes: the first two cases repeat a read, and "each the
first time" never finds a cached text. A create is on the disk before its response is sent. The long list is
requested over one connection (its p99 is the slowest request), beside the time that JSON.stringify takes for
the same data; its prompts share one tool.`;

const folder = mkdtempSync(join(tmpdir(), "promptctl-bench-"));
const running = [];

async function started(starting) {
  const server = await starting;
  running.push(server);
  return server;
}

/** The service and the bare server in turns with the same requests; the first round only warms. */
async function beside(service, { paths, count, body, before = () => {} }) {
  const sample = await send(undefined, service.url + paths[0], body);
  const bare = await started(startBare(sample.length));
  const pairs = [];
  for (let each = 0; each <= rounds; each += 1) {
    await before();
    pairs.push([await round(service, paths, count, body), await round(bare, paths, count, body)]);
  }
  await bare.stop();
  return { ...middle(pairs.slice(1)), bytes: sample.length };
}

function round({ url }, paths, count, body) {
  let next = 0;
  return repeat({ count, seconds: secondsPerRound }, (agent) => {
    next = (next + 1) % paths.length;
    return send(agent, url + paths[next], body);
  });
}

function middle(pairs) {
  return {
    rate: median(pairs.map(([ours]) => ours.rate)),
    p50: median(pairs.map(([ours]) => ours.p50)),
    p99: median(pairs.map(([ours]) => ours.p99)),
    bareRate: median(pairs.map(([, bare]) => bare.rate)),
    ratio: median(pairs.map(([ours, bare]) => ours.rate / bare.rate)),
  };
}

function besideRow(name, { rate, p50, p99, bareRate, ratio, bytes }, target) {
  const cells = [`${name} (${size(bytes)})`, perSecond(rate), ms(p50), ms(p99)];
  const verdict = target === undefined ? ["", ""] : [`${target} or more`, met(ratio >= target)];
  return [...cells, `bare ${perSecond(bareRate)}`, ratio.toFixed(2), ...verdict];
}

/** All prompts of a long list over one connection, in turns with JSON.stringify of the same. */
async function longList(service, count) {
  const ask = (agent) => send(agent, service.url + prompts);
  const bytes = await ask();
  const data = JSON.parse(bytes);
  if (data.length !== count) throw new Error(`listed ${data.length} of ${count} prompts`);
  const pairs = [];
  for (let each = 0; each <= 2 * rounds; each += 1)
    pairs.push([await repeat({ count: 1, at: 1 }, ask), timeOf(() => JSON.stringify(data))]);
  return { bytes: bytes.length, pairs: pairs.slice(1), paths: data.map(({ id }) => pathOf(id)) };
}

function longListRow(count, { bytes, pairs }) {
  const times = pairs.map(([{ p50 }]) => p50);
  const ratio = median(pairs.map(([{ p50 }, stringify]) => p50 / stringify));
  return [
    `list ${grouped(count)} prompts (${size(bytes)})`,
    perSecond(1000 / median(times)),
    ms(median(times)),
    ms(Math.max(...times)),
    `JSON.stringify ${ms(median(pairs.map(([, stringify]) => stringify)))}`,
    `${ratio.toFixed(1)} times`,
    "under 10 times",
    met(ratio < 10),
  ];
}

function timeOf(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Resident memory of a fresh server after some requests, and after ten times as many. */
async function memoryRow(store, path, first) {
  const service = await started(startService(store));
  const get = (agent) => send(agent, service.url + path);
  await repeat({ count: first }, get);
  const before = service.residentBytes();
  const { rate, p50, p99 } = await repeat({ count: 9 * first, seconds: 300 }, get);
  const after = service.residentBytes();
  await service.stop();
  const growth = after / before - 1;
  return [
    `memory after ${grouped(10 * first)} gets (${size(after)})`,
    perSecond(rate),
    ms(p50),
    ms(p99),
    `after ${grouped(first)} ${size(before)}`,
    `${growth < 0 ? "" : "+"}${(growth * 100).toFixed(0)} %`,
    "under +20 %",
    met(growth < 0.2),
  ];
}

async function fewPrompts() {
  const store = join(folder, "few.sqlite");
  const service = await started(startService(store));
  const one = pathOf(await fill(service.url, 20, promptBody));
  const get = await beside(service, { paths: [one], count: counted(5000) });
  const list = await beside(service, { paths: [prompts], count: counted(2500) });
  const create = await beside(service, { paths: [tools], count: counted(1000), body: toolBody });
  await service.stop();
  return [
    besideRow("get a prompt", get, 0.5),
    besideRow("list 20 prompts", list, 0.5),
    besideRow("create a tool", create),
    await memoryRow(store, one, counted(10_000)),
  ];
}

async function manyPrompts() {
  const count = counted(10_000);
  const service = await started(startService(join(folder, "many.sqlite")));
  const { id: toolId } = JSON.parse(await send(undefined, service.url + tools, toolBody));
  await fill(service.url, count, (number) => ({ ...promptBody(number), tools: [{ toolId }] }));
  const list = await longList(service, count);
  const before = () => send(undefined, service.url + tools, toolBody); // clears the cache
  const first = await beside(service, { paths: list.paths, count: count / 2, before });
  await service.stop();
  return [longListRow(count, list), besideRow("get a prompt, each the first time", first)];
}

const pathOf = (id) => `${prompts}/${id}`;
const ms = (time) => `${time.toFixed(time < 10 ? 2 : 0)} ms`;
const perSecond = (rate) => `${rate < 100 ? rate.toFixed(1) : Math.round(rate)}/s`;

try {
  const [get, list, create, memory] = await fewPrompts();
  const [longOne, first] = await manyPrompts();
  const rows = [get, list, create, longOne, memory, first];
  const lines = table(heads, rows);
  process.stdout.write(`${lines}\n`);
  const file = join(import.meta.dirname, "..", "docs", "performance.md");
  if (!quick) writeSection(file, "The embedded service", sectionOf("bench:service", lines, notes));
  process.exitCode = rows.some((row) => row.includes("missed")) ? 1 : 0;
} finally {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
