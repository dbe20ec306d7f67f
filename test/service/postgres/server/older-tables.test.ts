// The store in PostgreSQL with tables that an older promptctl wrote, or that are missing.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStore } from "../../../../src/service/open-store.ts";
import { type PostgresServer, startPostgres } from "../../../fixtures/postgres-server.ts";
import { expectFirstVersions, filled } from "../../store/store-contract.ts";

let server: PostgresServer;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server[Symbol.asyncDispose]());

it("a missing table is a failure with the text of the server and without values", async () => {
  const url = await server.createDatabase();
  const store = await openStore(url);
  await store.checkAccess();
  await server.sql(url, "ALTER SCHEMA promptctl RENAME TO elsewhere");
  const rejected = (reason: string): object => ({
    code: "statement-rejected",
    message: expect.stringMatching(
      new RegExp(
        `^The store postgres://test@[\\d.:]+/test\\w+ rejected a statement: ${reason}\\.$`,
      ),
    ),
  });
  await expect(store.get("shelf", "SECRET")).rejects.toMatchObject(
    rejected('relation "promptctl.resource_references" does not exist \\(SQLSTATE 42P01\\)'),
  );
  await expect(store.checkAccess()).rejects.toMatchObject(
    rejected('schema "promptctl" does not exist \\(SQLSTATE 3F000\\)'),
  );
  await store.close();
  await server.sql(url, "DROP SCHEMA elsewhere CASCADE");
});

it("an equal replacement adds the version that a write of an older promptctl lacks", async () => {
  const url = await server.createDatabase();
  const store = await filled(() => openStore(url));
  await server.sql(url, `UPDATE promptctl.resources SET body = '{"older":1}' WHERE id = 's1'`);
  const { resource } = (await store.get("shelf", "s1"))!;
  for (const count of [2, 2]) {
    await store.replace(resource);
    expect(await store.versions("shelf", "s1")).toHaveLength(count);
  }
  expect(await store.getVersion("shelf", "s1", 2)).toEqual(resource);
  await store.close();
});

it("versions without origins are kept, and writes of the older program work meanwhile", async () => {
  const url = await server.createDatabase();
  await (await filled(() => openStore(url))).close();
  await server.sql(
    url,
    "ALTER TABLE promptctl.versions DROP COLUMN key_name, DROP COLUMN origin, DROP COLUMN verified_run; DROP TABLE promptctl.deletions; UPDATE promptctl.state SET migration = 4",
  );
  const store = await openStore(url);
  const before = await store.versions("shelf", "s1");
  expect(before).toEqual([{ number: 1, bytes: 14 }]);
  await server.sql(
    url,
    `INSERT INTO promptctl.versions (resource_id, number, written_at, parent_kind, parent_id, body, resource_references)
     SELECT resource_id, 2, 9, parent_kind, parent_id, body, resource_references FROM promptctl.versions WHERE resource_id = 's1'`,
  );
  expect(await store.versions("shelf", "s1")).toEqual([
    { number: 2, writtenAt: 9, bytes: 14 },
    ...before,
  ]);
  await store.close();
});

it("versions and deletions without verified runs are kept", async () => {
  const url = await server.createDatabase();
  const old = await filled(() => openStore(url));
  await old.remove("item", "t1", { now: 1, writer: { keyName: "ci" } });
  await old.close();
  await server.sql(
    url,
    "ALTER TABLE promptctl.versions DROP COLUMN verified_run; ALTER TABLE promptctl.deletions DROP COLUMN verified_run; UPDATE promptctl.state SET migration = 6",
  );
  const store = await openStore(url);
  expect(await store.deletions("item", { now: 2 })).toMatchObject([{ id: "t1", keyName: "ci" }]);
  expect(await store.versions("shelf", "s1")).toMatchObject([{ number: 1 }]);
  await store.close();
});

it("tables without versions get the present state of each resource as version 1", async () => {
  const url = await server.createDatabase();
  await (await filled(() => openStore(url))).close();
  await server.sql(
    url,
    "DROP TABLE promptctl.versions, promptctl.sessions, promptctl.deletions; UPDATE promptctl.state SET migration = 2",
  );
  const store = await openStore(url);
  await expectFirstVersions(store);
  await store.close();
});

it("each migration of older tables is reported with what it does", async () => {
  const url = await server.createDatabase();
  const reported: unknown[] = [];
  const onMigration = (done: object): void => void reported.push(done);
  await (await filled(() => openStore(url, { onMigration }))).close();
  expect(reported).toEqual([]); // new tables
  await server.sql(
    url,
    "ALTER TABLE promptctl.versions DROP COLUMN verified_run; DROP TABLE promptctl.deletions; UPDATE promptctl.state SET migration = 5",
  );
  const store = await openStore(url, { onMigration });
  expect(reported).toEqual([
    { migration: 6, what: "add deletions", milliseconds: expect.any(Number) },
    {
      migration: 7,
      what: "add verified runs of versions and deletions",
      milliseconds: expect.any(Number),
    },
  ]);
  await store.close();
});
