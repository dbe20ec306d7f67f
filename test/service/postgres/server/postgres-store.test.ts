// The store in PostgreSQL, on a real server: what every store does, and several processes at once.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { defaultSettings } from "../../../../src/service/postgres/postgres.ts";
import { openPostgresStore } from "../../../../src/service/postgres/postgres-store.ts";
import { openStore } from "../../../../src/service/open-store.ts";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";
import { listAll } from "../../store/list-all.ts";
import { done, filled, idsOf, shelf, storeContract } from "../../store/store-contract.ts";

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

storeContract(async () => openStore(await server.createDatabase()));

describe("several stores on one database", () => {
  it("eight concurrent opens create the tables once", async () => {
    const url = await server.createDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(url)));
    for (const [index, store] of stores.entries())
      expect(await store.insert(shelf(`s${index}`))).toMatchObject(done);
    expect(await listAll(stores[0]!, "shelf")).toHaveLength(8);
    await Promise.all(stores.map((store) => store.close()));
  });

  it("each sees the writes of the other, and a new version", async () => {
    const url = await server.createDatabase();
    const one = await filled(() => openStore(url));
    const two = await openStore(url);
    const before = await two.version();
    await one.insert(shelf("s3"));
    expect(idsOf(await listAll(two, "shelf"))).toEqual(["s1", "s2", "s3"]);
    const after = await two.version();
    expect(after).not.toBe(before);
    expect(await one.remove("shelf", "nothing")).toEqual({ is: "absent" });
    expect(await one.version()).toBe(after);
    await Promise.all([one.close(), two.close()]);
  });

  it("a resource that gets a reference while it is removed is either used or absent", async () => {
    const url = await server.createDatabase();
    const [one, two] = [await openStore(url), await openStore(url)];
    const outcomes = new Set<string>();
    for (let number = 0; number < 40; number += 1) {
      const lid = { kind: "lid", id: `l${number}`, body: {}, references: [] };
      await one.insert(lid);
      const box = { kind: "box", id: `b${number}`, body: {} };
      const references = [{ field: "lids", to: { kind: "lid", id: lid.id } }];
      const insert = (): Promise<unknown> => one.insert({ ...box, references });
      const remove = (): Promise<unknown> => two.remove("lid", lid.id);
      const writes = number % 2 === 0 ? [insert(), remove()] : [remove(), insert()];
      const results = (await Promise.all(writes)) as { is: string }[];
      outcomes.add(
        results
          .map(({ is }) => is)
          .sort()
          .join(" "),
      );
      const stored = await two.get("box", box.id);
      expect(stored?.targets.size).toBe(stored ? 1 : undefined);
    }
    expect([...outcomes].filter((each) => !["dangling done", "done used"].includes(each))).toEqual(
      [],
    );
    await Promise.all([one.close(), two.close()]);
  });

  it("concurrent replacements at two stores each get a number, and limit the versions", async () => {
    const url = await server.createDatabase();
    const stores = [await openStore(url), await openStore(url)];
    await stores[0]!.insert(shelf("s1"));
    const writes = Array.from({ length: 60 }, (_none, index) =>
      stores[index % 2]!.replace({ ...shelf("s1"), body: { index } }, { now: index }),
    );
    await Promise.all(writes);
    const versions = await stores[0]!.versions("shelf", "s1");
    expect(versions.map(({ number }) => number)).toEqual(
      Array.from({ length: 50 }, (_none, index) => 61 - index),
    );
    const newest = await stores[1]!.getVersion("shelf", "s1", 61);
    expect(newest).toEqual((await stores[1]!.get("shelf", "s1"))?.resource);
    await Promise.all(stores.map((store) => store.close()));
  });

  it("sessions of one are found by the other, and do not change the version", async () => {
    const url = await server.createDatabase();
    const [one, two] = [await openStore(url), await openStore(url)];
    const before = await two.version();
    await one.openSession({ idDigest: "id", keyDigest: "key", expiresAt: 10 }, 0);
    expect(await two.findSession("id", 9)).toBe("key");
    await two.closeSession("id");
    expect(await one.findSession("id", 9)).toBeUndefined();
    expect(await two.version()).toBe(before);
    await Promise.all([one.close(), two.close()]);
  });

  it("concurrent writes keep the order in which they were made", async () => {
    const url = await server.createDatabase();
    const stores = [await openStore(url), await openStore(url)];
    const made: string[] = [];
    const write = async (id: string, index: number): Promise<void> => {
      await stores[index % 2]!.insert(shelf(id));
      made.push(id);
    };
    await Promise.all(Array.from({ length: 30 }, (_none, index) => write(`s${index}`, index)));
    const listed = idsOf(await listAll(stores[0]!, "shelf"));
    expect(listed.toSorted()).toEqual(made.toSorted());
    await stores[0]!.insert(shelf("last"));
    expect(idsOf(await listAll(stores[1]!, "shelf")).at(-1)).toBe("last");
    await Promise.all(stores.map((store) => store.close()));
  });
});

describe("opening", () => {
  it("rejects the tables of a newer version and does not change them", async () => {
    const url = await server.createDatabase();
    await (await openStore(url)).close();
    await server.sql(url, "UPDATE promptctl.state SET migration = 99");
    await expect(openStore(url)).rejects.toThrow(
      /written by a newer promptctl \(store version 99, supported up to \d+\)/,
    );
  });

  it("a migration waits for the write of an older version, longer than a statement may take", async () => {
    const url = await server.createDatabase();
    await (await filled(() => openStore(url))).close();
    await server.sql(
      url,
      "DROP TABLE promptctl.versions, promptctl.sessions, promptctl.deletions; UPDATE promptctl.state SET migration = 2",
    );
    await using older = await connect(url);
    await older.query("BEGIN; UPDATE promptctl.state SET version = gen_random_uuid()");
    const opening = openPostgresStore(url, { ...defaultSettings, statementTimeoutMs: 100 });
    opening.catch(() => {}); // awaited below
    await delay(1_500); // longer than the time limits of the server and of the client
    await older.query(
      "INSERT INTO promptctl.resources (kind, id, body) VALUES ('lid', 'l3', '{}')",
    );
    await older.query("COMMIT");
    const store = await opening;
    expect(await store.versions("lid", "l3")).toEqual([{ number: 1, bytes: 2 }]);
    await store.close();
  });

  it("needs no privilege to create tables if they are there", async () => {
    const url = await server.createDatabase();
    await server.sql(url, "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN");
    const guestUrl = url.replace("test@", "guest@");
    await expect(openStore(guestUrl)).rejects.toMatchObject({
      message: expect.stringMatching(/cannot be opened: permission denied for database test\w+\.$/),
      hint: expect.stringContaining("privilege CREATE"),
    });
    await (await openStore(url)).close();
    await server.sql(
      url,
      `GRANT USAGE ON SCHEMA promptctl TO guest;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA promptctl TO guest`,
    );
    const store = await filled(() => openStore(guestUrl));
    expect(await store.remove("item", "t1")).toEqual(done);
    await store.checkAccess();
    await server.sql(url, "REVOKE INSERT ON promptctl.versions FROM guest");
    await expect(store.checkAccess()).rejects.toMatchObject({ code: "statement-rejected" });
    await expect(store.insert(shelf("s9"))).rejects.toMatchObject({
      message: expect.stringMatching(
        /rejected a statement: permission denied for table versions \(SQLSTATE 42501\)\.$/,
      ),
    });
    await store.close();
    await expect(openStore(guestUrl)).rejects.toMatchObject({
      message: expect.stringMatching(
        /cannot be opened: permission denied for INSERT of table versions\.$/,
      ),
      hint: "Give the user the privileges on the schema promptctl and its tables: see docs/postgresql.md.",
    });
  });

  it("says what to do about a table of the same name that it has not created", async () => {
    const url = await server.createDatabase();
    await server.sql(url, "CREATE SCHEMA promptctl; CREATE TABLE promptctl.resources ()");
    await expect(openStore(url)).rejects.toMatchObject({
      message: expect.stringMatching(/cannot be opened: relation "resources" already exists\.$/),
      hint: expect.stringContaining("Use an empty database."),
    });
  });

  it("uses a schema that an administrator has created", async () => {
    const url = await server.createDatabase();
    await server.sql(url, "DROP ROLE IF EXISTS owner; CREATE ROLE owner LOGIN");
    await server.sql(url, "CREATE SCHEMA promptctl AUTHORIZATION owner");
    const store = await filled(() => openStore(url.replace("test@", "owner@")));
    await store.close();
    await server.sql(url, "DROP OWNED BY owner");
  });
});

async function connect(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client(url);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
