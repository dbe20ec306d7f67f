// npm run bench:service: measures the embedded service and compares it with a baseline server that uses
// node:http alone. Prints a table, writes it to docs/performance.md (not with --quick), exits 1 if a
// target is missed.
import { join } from "node:path";
import { connections, repeat, send, sendAtRate } from "./load.mjs";
import { formatBytes, formatCount, formatTime, report, result } from "./report.mjs";
import { promptBody, toolBody } from "./request-bodies.mjs";
import { folder, medians } from "./runs.mjs";
import {
  createPrompts,
  lengthOf,
  pathOf,
  postgresql,
  prompts,
  scaledService,
  sqlite,
} from "./scaled-service.mjs";
import {
  cpuMilliseconds,
  peakBytes,
  residentBytes,
  startBaselineServer,
  startPostgresServer,
  startService,
  stopServers,
} from "./servers.mjs";

const quick = process.argv.includes("--quick");
const scaled = (count) => (quick ? count / 10 : count);
const rounds = 7;
const secondsPerRound = 10;
const getsPerSecond = 500;
const tools = "/sdk/v1/tools";

const notes = `Rate, p50 and p99 are at ${connections} connections unless a row says otherwise, load and servers on one machine, with no other requests.
Each figure is the median of ${rounds} rounds in which the service and the baseline server take turns. The baseline
server returns a constant of the same size; the load takes most of the time of its requests. The service
caches the text of a response until the store changes: the first two cases repeat a read, and "get a prompt,
not cached" never finds a cached text. A create is on the disk before its response is sent. The long list is
requested over one connection (its p99 is the slowest request) and compared with the time that JSON.stringify
takes for the same data; its prompts share one tool. PostgreSQL runs on the same machine and does not wait for
the disk; each request to it checks the version in the database. The CPU time of replicas is measured with
${getsPerSecond} gets a second for each replica, so that no process waits for
the processor. At full load the requests of one turn of the event loop share a check, and two replicas on two cores
have fewer requests in each turn than one. The memory of a list is the peak of the process above its memory before the
request.`;

/** Sends requests to the service and a baseline server in turns. The first round is for warming up. */
async function compare(service, { paths, count, parallel, body, before = () => {} }) {
  const sample = await send(undefined, service.url + paths[0], body);
  const baseline = await startBaselineServer(sample.length);
  const pairs = [];
  for (let number = 0; number <= rounds; number += 1) {
    await before();
    const ours = await round(service, { paths, count, parallel, body });
    pairs.push([ours, await round(baseline, { paths, count, parallel, body })]);
  }
  await baseline.stop();
  return { pairs: pairs.slice(1), bytes: sample.length };
}

function round({ url }, { paths, count, parallel, body }) {
  let next = 0;
  return repeat({ count, parallel, seconds: secondsPerRound }, (agent) => {
    next = (next + 1) % paths.length;
    return send(agent, url + paths[next], body);
  });
}

function rateRow(name, { pairs, bytes }, minimum) {
  const figure = (key) => medians(pairs.map((pair) => pair.map((measured) => measured[key])));
  const { ours, theirs, ratio } = figure("rate");
  return [
    `${name} (${formatBytes(bytes)})`,
    formatRate(ours),
    formatTime(figure("p50").ours),
    formatTime(figure("p99").ours),
    `baseline ${formatRate(theirs)}`,
    ratio.toFixed(2),
    ...(minimum === undefined ? ["", ""] : [`≥ ${minimum}`, result(ratio >= minimum)]),
  ];
}

/** Lists all prompts over one connection, in turns with JSON.stringify of the same data. */
async function compareLongList(service, count) {
  const list = (agent) => send(agent, service.url + prompts);
  const bytes = await list();
  const data = JSON.parse(bytes);
  if (data.length !== count) throw new Error(`${data.length} of ${count} prompts in the list`);
  const pairs = [];
  for (let number = 0; number <= 2 * rounds; number += 1) {
    const { p50 } = await repeat({ count: 1, parallel: 1 }, list);
    const start = performance.now();
    JSON.stringify(data);
    pairs.push([p50, performance.now() - start]);
  }
  return { bytes: bytes.length, pairs: pairs.slice(1), paths: data.map(({ id }) => pathOf(id)) };
}

function longListRow(count, { bytes, pairs }) {
  const { ours, theirs, ratio } = medians(pairs);
  return [
    `list ${formatCount(count)} prompts (${formatBytes(bytes)})`,
    formatRate(1000 / ours),
    formatTime(ours),
    formatTime(Math.max(...pairs.map(([time]) => time))),
    `JSON.stringify ${formatTime(theirs)}`,
    `${ratio.toFixed(1)} times`,
    "< 10 times",
    result(ratio < 10),
  ];
}

/** The resident memory of a new server after `count` requests, and after ten times as many. */
async function memoryRow(store, path, count) {
  const service = await startService(store);
  const get = (agent) => send(agent, service.url + path);
  await repeat({ count }, get);
  const before = residentBytes(service);
  const { rate, p50, p99 } = await repeat({ count: 9 * count, seconds: 300 }, get);
  const after = residentBytes(service);
  await service.stop();
  const growth = after / before - 1;
  return [
    `memory after ${formatCount(10 * count)} gets (${formatBytes(after)})`,
    formatRate(rate),
    formatTime(p50),
    formatTime(p99),
    `after ${formatCount(count)} ${formatBytes(before)}`,
    `${growth < 0 ? "" : "+"}${(growth * 100).toFixed(0)} %`,
    "< +20 %",
    result(growth < 0.2),
  ];
}

async function rowsOfFewPrompts() {
  const store = join(folder, "few.sqlite");
  const service = await startService(store);
  const prompt = pathOf(await createPrompts(service.url, 20, promptBody));
  const get = await compare(service, { paths: [prompt], count: scaled(5000) });
  const alone = await compare(service, { paths: [prompt], count: scaled(2500), parallel: 1 });
  const list = await compare(service, { paths: [prompts], count: scaled(2500) });
  const create = await compare(service, { paths: [tools], count: scaled(1000), body: toolBody });
  await service.stop();
  return [
    rateRow("get a prompt", get, 0.5),
    rateRow("get a prompt, 1 connection", alone),
    rateRow("list 20 prompts", list, 0.5),
    rateRow("create a tool", create),
    await memoryRow(store, prompt, scaled(50_000)),
  ];
}

async function rowsOfManyPrompts() {
  const count = scaled(10_000);
  const service = await startService(join(folder, "many.sqlite"));
  const createTool = () => send(undefined, service.url + tools, toolBody);
  const { id: toolId } = JSON.parse(await createTool());
  const bodyOf = (number) => ({ ...promptBody(number), tools: [{ toolId }] });
  await createPrompts(service.url, count, bodyOf);
  const list = await compareLongList(service, count);
  const clearCache = createTool;
  const get = await compare(service, { paths: list.paths, count: count / 2, before: clearCache });
  await service.stop();
  return [longListRow(count, list), rateRow("get a prompt, not cached", get)];
}

/** Two replicas and one, on PostgreSQL: the rate of one, and the CPU time of a replica per get. */
async function rowsOfPostgres(store) {
  const [one, two] = [await startService(store), await startService(store)];
  const prompt = pathOf(await createPrompts(one.url, 20, promptBody));
  const get = await compare(one, { paths: [prompt], count: scaled(5000) });
  const list = await compare(one, { paths: [prompts], count: scaled(2500) });
  const pairs = [];
  for (let number = 0; number <= rounds; number += 1)
    pairs.push([await cpuPerGet([one, two], prompt), await cpuPerGet([one], prompt)]);
  await Promise.all([one.stop(), two.stop()]);
  const { ours, theirs, ratio } = medians(pairs.slice(1));
  return [
    rateRow("get a prompt, PostgreSQL", get, 0.25),
    rateRow("list 20 prompts, PostgreSQL", list),
    [
      "CPU of a replica per get, 2 replicas",
      "",
      formatTime(ours),
      "",
      `1 replica ${formatTime(theirs)}`,
      ratio.toFixed(2),
      "≤ 1.3",
      result(ratio <= 1.3),
    ],
  ];
}

/** The CPU time per get, in milliseconds, of services that each get the same number of requests a second. */
async function cpuPerGet(services, path) {
  const load = { count: scaled(5000), perSecond: getsPerSecond };
  const before = services.map(cpuMilliseconds);
  await Promise.all(
    services.map(({ url }) => sendAtRate(load, (agent) => send(agent, url + path))),
  );
  const used = services.map((service, index) => cpuMilliseconds(service) - before[index]);
  return used.reduce((sum, each) => sum + each, 0) / (load.count * services.length);
}

/**
 * A service with 100,000 prompts, made by SQL from one: the memory of the list above idle, and the
 * slowest gets compared with those of 1,000 prompts.
 */
async function rowsOfScale(name, [few, many]) {
  const p99 = async ({ service, ids }) => {
    let next = 0;
    const get = (agent) => send(agent, service.url + pathOf(ids[(next += 7) % ids.length]));
    await repeat({ count: scaled(2000) }, get);
    return (await repeat({ count: scaled(10_000) }, get)).p99;
  };
  const pairs = [];
  for (let number = 0; number < 3; number += 1) pairs.push([await p99(many), await p99(few)]);
  const { ours, theirs, ratio } = medians(pairs);
  const idle = residentBytes(many.service);
  const start = performance.now();
  const bytes = await lengthOf(many.service.url + prompts);
  const seconds = performance.now() - start;
  const above = peakBytes(many.service) - idle;
  const count = formatCount(many.ids.length);
  return [
    [
      `get one of ${count} prompts, ${name}`,
      "",
      "",
      formatTime(ours),
      `of 1,000 ${formatTime(theirs)}`,
      `${ratio.toFixed(1)} times`,
      "≤ 5 times",
      result(ratio <= 5),
    ],
    [
      `memory of the list of ${count}, ${name} (${formatBytes(bytes)})`,
      formatRate(1000 / seconds),
      formatTime(seconds),
      "",
      `idle ${formatBytes(idle)}`,
      `+${formatBytes(above)}`,
      "< +200 MB",
      result(above < 200e6),
    ],
  ];
}

async function rowsOfBothScales(server) {
  const counts = [1_000, scaled(100_000)];
  const files = counts.map((count) => join(folder, `scale-${count}.sqlite`));
  const onSqlite = [];
  for (const [index, count] of counts.entries())
    onSqlite.push(await scaledService(files[index], count, sqlite(files[index])));
  const rows = await rowsOfScale("SQLite", onSqlite);
  await stopServers();
  const onPostgres = [];
  for (const count of counts) {
    const url = await server.createDatabase();
    onPostgres.push(await scaledService(url, count, postgresql(server, url)));
  }
  rows.push(...(await rowsOfScale("PostgreSQL", onPostgres)));
  await stopServers();
  return rows;
}

const formatRate = (rate) => `${rate < 100 ? rate.toFixed(1) : Math.round(rate)}/s`;

try {
  const fewRows = await rowsOfFewPrompts();
  const [longList, getNotCached] = await rowsOfManyPrompts();
  const postgres = await startPostgresServer();
  const postgresRows = await rowsOfPostgres(await postgres.createDatabase());
  const scaleRows = await rowsOfBothScales(postgres);
  await postgres[Symbol.asyncDispose]();
  report({
    script: "bench:service",
    title: "The embedded service",
    headings: ["case", "rate", "p50", "p99", "compared with", "ratio", "target", "result"],
    rows: [...fewRows, longList, getNotCached, ...postgresRows, ...scaleRows],
    notes,
    writes: !quick,
  });
} finally {
  await stopServers();
}
