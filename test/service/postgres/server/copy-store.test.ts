// `promptctl store copy` between SQLite and PostgreSQL.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyStore } from "../../../../src/service/copy-store.ts";
import { openStore } from "../../../../src/service/open-store.ts";
import type { Store, StoredResource } from "../../../../src/service/store/stored-resource.ts";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";
import { runProgramIn } from "../../../fixtures/run-program.ts";
import { listAll } from "../../store/list-all.ts";
import { folderOf } from "../../../io/folder.ts";
import { builtProgram } from "../../../fixtures/built.ts";

type Place = "SQLite" | "PostgreSQL";

const sources = folderOf();
const from = { SQLite: sources.at("from.sqlite"), PostgreSQL: "" };
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  from.PostgreSQL = await server.createDatabase();
  await Promise.all(Object.values(from).map(fill));
}, 60_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await sources[Symbol.asyncDispose]();
});

const newLocation = async (place: Place, file: string): Promise<string> =>
  place === "SQLite" ? file : server.createDatabase();

const origin = { commit: "a".repeat(40), path: "prompts/é \u2028.yaml", dirty: true } as const;
const verifiedRun = { repository: "octo/shop", commit: "cd".repeat(20), runId: "9" };
const once24h = {
  requestId: "r1",
  bodyDigest: "d1",
  now: Date.now(),
  responseOf: () => '{"id":"t9"}',
};

const tool = (id: string, text = id): StoredResource => ({
  kind: "tool",
  id,
  body: { text },
  references: [],
});
const prompt = (id: string, text: string, ...tools: string[]): StoredResource => ({
  kind: "prompt",
  id,
  body: { text, number: 1e21, list: [null, true, "\u0000 \ud83d\ude00 'quote' \\u0000"] },
  references: tools.map((each) => ({ field: "tools", to: { kind: "tool", id: each } })),
});
const evaluation = (id: string, parent: string): StoredResource => ({
  kind: "evaluation",
  id,
  parent: { kind: "prompt", id: parent },
  body: {},
  references: [],
});

/** Resources in an order that is not that of their ids, versions that begin after 1, and a stored response. */
async function fill(location: string): Promise<void> {
  await using store = await opened(location);
  await store.insert(tool("t9"), { now: 5, once: once24h });
  await store.insert(tool("t1"));
  await store.insert(prompt("p2", "x".repeat(5_000_000), "t9", "t1"), { now: 6 });
  await store.insert(evaluation("e1", "p2"), { writer: { keyName: "ci" } });
  for (let n = 1; n <= 55; n++)
    await store.replace(tool("t1", `text ${n}`), {
      now: n,
      writer: { keyName: "ci", origin, verifiedRun },
    });
  await store.replace(prompt("p2", "y", "t1"), { now: 7, writer: { origin } });
  await store.remove("evaluation", "e1", {
    now: 8,
    writer: { keyName: "ci", origin, verifiedRun },
  });
  await store.insert(evaluation("e0", "p2"));
  for (let n = 1; n <= 1_050; n++) await store.insert(tool(`many${n % 7}-${n}`));
}

async function opened(location: string): Promise<Store & AsyncDisposable> {
  const store = await openStore(location);
  return { ...store, [Symbol.asyncDispose]: store.close };
}

/** All that a store says of its resources, and what it does with a create that is sent again. */
async function contentOf(location: string): Promise<unknown> {
  await using store = await opened(location);
  const resources = [];
  for (const kind of ["tool", "prompt", "evaluation"])
    for (const resource of await listAll(store, kind)) {
      const versions = await store.versions(kind, resource.id);
      const states = versions.map(({ number }) => store.getVersion(kind, resource.id, number));
      resources.push({ resource, versions, states: await Promise.all(states) });
    }
  const deletions = [];
  for (const { place, ...each } of await store.deletions("evaluation", { now: 9 }))
    deletions.push({ ...each, state: await store.getDeletion("evaluation", place) });
  return { resources, deletions, repeated: await store.insert(tool("other"), { once: once24h }) };
}

it.each<[Place, Place]>([
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
  ["SQLite", "SQLite"],
  ["PostgreSQL", "PostgreSQL"],
])(
  "a copy from %s to %s has the same content, and can be written to",
  async (one, other) => {
    await using folder = folderOf();
    const to = await newLocation(other, folder.at("to.sqlite"));
    const copied = await copyStore({ location: from[one] }, { location: to });
    expect(copied).toEqual({ resources: 1054, versions: 1104, isOutdated: false });
    const content = await contentOf(to);
    expect(content).toEqual(await contentOf(from[one]));
    expect(content).toMatchObject({ repeated: { is: "repeated", response: '{"id":"t9"}' } });
    {
      await using store = await opened(to);
      expect(await store.insert(tool("last"))).toMatchObject({ is: "done" });
      expect((await listAll(store, "tool")).at(-1)?.id).toBe("last");
      await store.replace(tool("t1", "new"));
      expect((await store.versions("tool", "t1"))[0]).toMatchObject({ number: 57 });
    }
    const again = copyStore({ location: from[one] }, { location: to });
    await expect(again).rejects.toThrow(/is not empty. Nothing was copied/);
  },
  60_000,
);

/** Starts a copy that waits for a lock of the test on the last table, acts, and ends the lock. */
async function whileCopying<Copy>(
  locked: string,
  lock: "EXCLUSIVE" | "ACCESS EXCLUSIVE",
  start: () => Copy,
  act: (copy: Copy) => Promise<void>,
): Promise<Awaited<Copy>> {
  const { Client } = await import("pg");
  const holder = new Client(locked);
  await holder.connect();
  let copy: Copy;
  try {
    await holder.query(`BEGIN; LOCK TABLE promptctl.responses IN ${lock} MODE`);
    copy = start();
    const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%responses%'`;
    while ((await server.sql(locked, waits)).length === 0);
    await act(copy);
  } finally {
    await holder.end();
  }
  return await copy;
}

async function kill(copy: ChildProcess): Promise<void> {
  const ended = once(copy, "exit");
  expect(copy.exitCode).toBeNull();
  copy.kill("SIGKILL");
  await ended;
}

function spawnCopy(source: string, to: string): ChildProcess {
  const program = builtProgram;
  return spawn(process.execPath, [program, "store", "copy", source, to], { stdio: "ignore" });
}

it.each<[Place, Place]>([
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
])(
  "a copy from %s to %s that is killed copied nothing, and can be repeated",
  async (one, other) => {
    await using folder = folderOf();
    const to = await newLocation(other, folder.at("to.sqlite"));
    await (await openStore(to)).close(); // the tables
    const start = (): ChildProcess => spawnCopy(from[one], to);
    if (other === "PostgreSQL") await whileCopying(to, "EXCLUSIVE", start, kill);
    else await whileCopying(from[one], "ACCESS EXCLUSIVE", start, kill);
    {
      await using store = await opened(to);
      for (const kind of ["tool", "prompt", "evaluation"])
        expect(await listAll(store, kind)).toEqual([]);
    }
    const repeated = await runProgramIn(folder.at("."), ["store", "copy", from[one], to]);
    expect(repeated).toMatchObject({ code: 0, err: "" });
    expect(repeated.out).toMatch(/^Copied 1054 resources with 1104 versions to /);
    expect(await contentOf(to)).toEqual(await contentOf(from[one]));
  },
  60_000,
);

it.each<[Place, Place]>([
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
])("a copy from %s to %s has the state of its beginning, and says so", async (one, other) => {
  await using folder = folderOf();
  const source = await newLocation(one, folder.at("from.sqlite"));
  const to = await newLocation(other, folder.at("to.sqlite"));
  await using writer = await opened(source);
  await writer.insert(tool("before"), { once: once24h }); // the copy waits for the table of its response
  await (await openStore(to)).close(); // the tables
  const [locked, lock] =
    other === "PostgreSQL" ? [to, "EXCLUSIVE" as const] : [source, "ACCESS EXCLUSIVE" as const];
  const start = () => copyStore({ location: source }, { location: to });
  const copied = await whileCopying(locked, lock, start, async () => {
    await writer.insert(tool("meanwhile"));
  });
  expect(copied).toEqual({ resources: 1, versions: 1, isOutdated: true });
  await using copy = await opened(to);
  expect((await listAll(copy, "tool")).map(({ id }) => id)).toEqual(["before"]);
});

it("says what is wrong with a store, and creates none", async () => {
  await using folder = folderOf();
  const empty = await server.createDatabase();
  const run = (one: string, to: string) => runProgramIn(folder.at("."), ["store", "copy", one, to]);
  expect(await run("missing.sqlite", "new.sqlite")).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no store at"),
  });
  expect(await run(empty, "new.sqlite")).toMatchObject({
    code: 1,
    err: expect.stringContaining("is empty, or was written by an older promptctl."),
  });
  expect(await run("missing.sqlite", "mysql://db/prompts")).toMatchObject({
    code: 64,
    err: expect.stringContaining("The store of TO cannot be a URL with mysql://."),
  });
});
