// npm run bench:sizes: what the service needs on disk, in memory, for its start and for a backup, with 1,000
// and 100,000 prompts in each store. Prints a table and writes it to docs/performance.md (not with --quick).
// Needs sqlite3 and PostgreSQL.
import { statSync } from "node:fs";
import { join } from "node:path";
import { median } from "./load.mjs";
import { formatBytes, formatCount, formatTime, report } from "./report.mjs";
import { folder, run } from "./runs.mjs";
import { lengthOf, postgresql, prompts, scaledService, sqlite } from "./scaled-service.mjs";
import {
  peakBytes,
  residentBytes,
  startPostgresServer,
  startService,
  stopServers,
} from "./servers.mjs";

const quick = process.argv.includes("--quick");
const starts = 5;

const notes = `A prompt has 2 kB of JSON and one version. "start" is the time of a whole process until it accepts
requests, the median of ${starts} starts. Memory is that of the process (resident): idle after the start, during one
list of all prompts over one connection (the peak), and after it. The backup is made with the command of
[Backup and restore](backup.md), while the service runs: VACUUM INTO for SQLite, pg_dump for PostgreSQL, which
compresses (the texts of these prompts are similar; others compress less). The size of a PostgreSQL database
contains 7 to 8 MB that an empty one has too. Other load slows the start, the list and the backup.`;

/** The row of a store. `sizeOf` returns its bytes while no service runs; `backUp` writes a file. */
async function rowOf({ name, count, store, sizeOf, backUp }) {
  const bytes = await sizeOf();
  const times = [];
  for (let number = 1; number < starts; number += 1) {
    const [time, service] = await timed(() => startService(store));
    times.push(time);
    await service.stop();
  }
  const [time, service] = await timed(() => startService(store));
  times.push(time);
  const idle = residentBytes(service);
  const [listTime, listBytes] = await timed(() => lengthOf(service.url + prompts));
  const after = residentBytes(service);
  const peak = peakBytes(service);
  const file = join(folder, `backup-${name}-${count}`);
  const { milliseconds } = await run(backUp(file));
  await service.stop();
  return [
    `${formatCount(count)} prompts, ${name}`,
    formatBytes(bytes),
    formatTime(median(times)),
    formatBytes(idle),
    formatBytes(listBytes),
    formatTime(listTime),
    formatBytes(peak),
    formatBytes(after),
    formatTime(milliseconds),
    formatBytes(statSync(file).size),
  ];
}

/** The milliseconds and the result of a function. */
async function timed(work) {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

async function sqliteRow(count) {
  const store = join(folder, `sizes-${count}.sqlite`);
  const { service } = await scaledService(store, count, sqlite(store));
  await service.stop();
  return rowOf({
    name: "SQLite",
    count,
    store,
    sizeOf: () => statSync(store).size,
    backUp: (file) => ["sqlite3", "-readonly", store, ".timeout 10000", `VACUUM INTO '${file}'`],
  });
}

async function postgresRow(server, count) {
  const store = await server.createDatabase();
  const { service } = await scaledService(store, count, postgresql(server, store));
  await service.stop();
  await server.sql(store, "VACUUM ANALYZE");
  const size = "SELECT pg_database_size(current_database())::text AS bytes";
  return rowOf({
    name: "PostgreSQL",
    count,
    store,
    sizeOf: async () => Number((await server.sql(store, size))[0].bytes),
    backUp: (file) => ["pg_dump", "--format=custom", "--schema=promptctl", `--file=${file}`, store],
  });
}

try {
  const counts = [1_000, quick ? 10_000 : 100_000];
  const rows = [];
  for (const count of counts) rows.push(await sqliteRow(count));
  const server = await startPostgresServer();
  for (const count of counts) rows.push(await postgresRow(server, count));
  await server[Symbol.asyncDispose]();
  report({
    script: "bench:sizes",
    title: "Sizes of the service",
    headings: [
      "store",
      "on disk",
      "start",
      "idle",
      "list",
      "time",
      "peak",
      "after it",
      "backup in",
      "backup",
    ],
    rows,
    notes,
    writes: !quick,
  });
} finally {
  await stopServers();
}
