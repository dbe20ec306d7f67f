// A database that restarts, connections that break, and no free connection: what the store throws,
// what is stored then, and that it works again without a restart of the service.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultSettings } from "../../../../src/service/postgres/postgres.ts";
import { openPostgresStore } from "../../../../src/service/postgres/postgres-store.ts";
import type { Store } from "../../../../src/service/store/stored-resource.ts";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";
import { listAll } from "../../store/list-all.ts";
import { done, idsOf, shelf } from "../../store/store-contract.ts";
import { errorOf, startProxy, waitingSessions, whileLocked } from "./trouble.ts";

const limits = { ...defaultSettings, connectTimeoutMs: 3_000, statementTimeoutMs: 6_000 };
const unavailable = { code: "store-unavailable" };

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

/** The ids of all stored shelves. */
const shelves = async (store: Store): Promise<string[]> => idsOf(await listAll(store, "shelf"));

describe("a restart of the database", () => {
  it("fails reads and writes until it is complete, and loses nothing", async () => {
    const store = await openPostgresStore(await server.createDatabase(), limits);
    await store.insert(shelf("s1"));
    await server.stop();
    await expect(store.version()).rejects.toMatchObject(unavailable);
    await expect(store.insert(shelf("s2"))).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringMatching(
        /^The store postgres:\/\/test@127[\d.:]+\/test\w+ cannot be used: /,
      ),
    });
    await server.start();
    expect(await store.insert(shelf("s3"))).toMatchObject(done);
    expect(await shelves(store)).toEqual(["s1", "s3"]);
    await store.close();
  });
});

describe("a connection that is cut off", () => {
  it("in the middle of a transaction: nothing is written", async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore(url, limits);
    await whileLocked(url, async () => {
      const writing = errorOf(store.insert(shelf("s1")));
      const [pid] = await waitingSessions(server, url, 1);
      await server.sql(url, `SELECT pg_terminate_backend(${pid})`);
      expect(await writing).toMatchObject(unavailable);
    });
    expect(await shelves(store)).toEqual([]);
    expect(await store.insert(shelf("s1"))).toMatchObject(done);
    await store.close();
  });

  it("while it is idle: the next request uses another one", async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore(url, limits);
    await store.insert(shelf("s1"));
    await server.sql(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND datname = current_database()`,
    );
    while (store.pools().some(({ idle }) => idle > 0)) await new Promise(setImmediate);
    expect(await shelves(store)).toEqual(["s1"]);
    expect(await store.insert(shelf("s2"))).toMatchObject(done);
    await store.close();
  });

  it.each([
    ["before the server receives it", false, []],
    ["before the client gets the answer", true, ["s1"]],
  ])("at COMMIT, %s: the result is unknown", async (_when, isForwarded, stored) => {
    await using proxy = await startProxy(await server.createDatabase(), isForwarded);
    const store = await openPostgresStore(proxy.url, limits);
    proxy.cutAtCommit();
    await expect(store.insert(shelf("s1"))).rejects.toMatchObject({ code: "store-result-unknown" });
    await expect.poll(() => shelves(store)).toEqual(stored);
    expect(await store.insert(shelf("s2"))).toMatchObject(done);
    await store.close();
  });
});

describe("no free connection", () => {
  it("writes that wait too long fail, reads go on, and later writes succeed", async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore(url, { ...limits, writeConnections: 1 });
    await whileLocked(url, async () => {
      const first = errorOf(store.insert(shelf("s1")));
      await waitingSessions(server, url, 1);
      await expect(store.insert(shelf("s2"))).rejects.toMatchObject({
        ...unavailable,
        message: expect.stringContaining("no free connection in time"),
      });
      expect(await shelves(store)).toEqual([]);
      expect(await first).toMatchObject({
        ...unavailable,
        message: expect.stringContaining("statement timeout"),
      });
    });
    expect(await store.insert(shelf("s3"))).toMatchObject(done);
    expect(await shelves(store)).toEqual(["s3"]);
    await store.close();
  });

  it("a server without room for another session", async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore(url, limits);
    const [database] = /[^/]+$/.exec(url)!;
    await server.sql(
      url,
      `CREATE ROLE ${database} LOGIN; GRANT ALL ON SCHEMA promptctl TO ${database};
      GRANT ALL ON ALL TABLES IN SCHEMA promptctl TO ${database}; ALTER ROLE ${database} CONNECTION LIMIT 0`,
    );
    await store.close();
    await expect(
      openPostgresStore(url.replace("test@", `${database}@`), limits),
    ).rejects.toMatchObject({
      message: expect.stringContaining(`cannot be opened: too many connections for role`),
    });
  });
});
