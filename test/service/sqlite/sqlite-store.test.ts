// The store in a SQLite file.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { openStore } from "../../../src/service/open-store.ts";
import { listAll } from "../store/list-all.ts";
import {
  done,
  expectFirstVersions,
  filled,
  idsOf,
  shelf,
  storeContract,
} from "../store/store-contract.ts";
import { folderOf } from "../../io/folder.ts";

storeContract(() => openStore(":memory:"));

describe("the file", () => {
  it("keeps its content when it is reopened, and is created with its folder", async () => {
    await using folder = folderOf();
    const path = folder.at("a b/ü?#%/store.db");
    await (await filled(() => openStore(path))).close();
    const store = await openStore(path);
    expect(idsOf(await listAll(store, "box"))).toEqual(["b1", "b2"]);
    expect(await store.remove("lid", "l1")).toMatchObject({ is: "used" });
    expect(await store.insert(shelf("s3"))).toMatchObject(done);
    expect(idsOf(await listAll(store, "shelf"))).toEqual(["s1", "s2", "s3"]);
    await store.close();
  });

  it("and the files beside it can be read only by its owner", async () => {
    await using folder = folderOf();
    const store = await filled(() => openStore(folder.at("store.db")));
    const files = readdirSync(folder.at("."));
    expect(files.toSorted()).toEqual(["store.db", "store.db-shm", "store.db-wal"]);
    for (const file of files) expect(statSync(folder.at(file)).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it("an equal replacement adds the version that a write of an older promptctl lacks", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    const store = await filled(() => openStore(path));
    await withSql(path, `UPDATE resources SET body = '{"older":1}' WHERE id = 's1'`);
    const { resource } = (await store.get("shelf", "s1"))!;
    for (const count of [2, 2]) {
      await store.replace(resource);
      expect(await store.versions("shelf", "s1")).toHaveLength(count);
    }
    expect(await store.getVersion("shelf", "s1", 2)).toEqual(resource);
    await store.close();
  });

  it("two connections can write and see each other's writes", async () => {
    await using folder = folderOf();
    const one = await filled(() => openStore(folder.at("store.db")));
    const two = await openStore(folder.at("store.db"));
    expect(await two.insert(shelf("s3"))).toMatchObject(done);
    expect(await one.insert(shelf("s4"))).toMatchObject(done);
    expect(idsOf(await listAll(one, "shelf"))).toEqual(["s1", "s2", "s3", "s4"]);
    expect(await one.remove("shelf", "s3")).toEqual(done);
    expect(await two.get("shelf", "s3")).toBeUndefined();
    await one.close();
    expect(await two.insert(shelf("s5"))).toMatchObject(done);
    await two.close();
  });

  it("its version changes with each write of each connection, and with no refused one", async () => {
    await using folder = folderOf();
    const one = await filled(() => openStore(folder.at("store.db")));
    const two = await openStore(folder.at("store.db"));
    const versions = async (): Promise<string[]> => [await one.version(), await two.version()];
    let last = await versions();
    for (const [index, store] of [one, two, two, one, two, one].entries()) {
      await store.insert(shelf(`new ${index}`));
      const next = await versions();
      expect([next[0] === last[0], next[1] === last[1]]).toEqual([false, false]);
      expect(await versions()).toEqual(next);
      last = next;
    }
    for (const store of [one, two]) expect((await store.remove("lid", "l1")).is).toBe("used");
    expect(await versions()).toEqual(last);
    await one.close();
    await two.close();
  });

  it("replacements over two connections each get a number of their own", async () => {
    await using folder = folderOf();
    const one = await filled(() => openStore(folder.at("store.db")));
    const two = await openStore(folder.at("store.db"));
    for (const [index, store] of [two, one, one, two].entries())
      await store.replace({ ...shelf("s1"), body: { index } }, { now: index });
    const versions = await two.versions("shelf", "s1");
    expect(versions.map(({ number, writtenAt }) => [number, writtenAt])).toEqual([
      [5, 3],
      [4, 2],
      [3, 1],
      [2, 0],
      [1, undefined],
    ]);
    await one.close();
    await two.close();
  });

  it("eight concurrent opens of a new file create one store", async () => {
    await using folder = folderOf();
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openStore(folder.at("store.db"))),
    );
    for (const [index, store] of stores.entries())
      expect(await store.insert(shelf(`s${index}`))).toMatchObject(done);
    expect(await listAll(stores[0]!, "shelf")).toHaveLength(8);
    for (const store of stores) await store.close();
  });

  it("of a newer version is rejected and not changed", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    await (await filled(() => openStore(path))).close();
    await withSql(path, "PRAGMA user_version = 99");
    const before = readFileSync(path);
    const message = /written by a newer promptctl \(store version 99, supported up to \d+\)/;
    await expect(openStore(path)).rejects.toThrow(message);
    await expect(openStore(path, { readOnly: true })).rejects.toThrow(message);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("that is another database, or no database, is rejected", async () => {
    await using folder = folderOf();
    await withSql(folder.at("other.db"), "CREATE TABLE birds (name TEXT)");
    await expect(openStore(folder.at("other.db"))).rejects.toThrow(
      /is a database, but not a promptctl store/,
    );
    writeFileSync(
      folder.at("text.db"),
      "not a database, but long enough to be read as one\n".repeat(50),
    );
    await expect(openStore(folder.at("text.db"))).rejects.toThrow(/not a database/);
  });
});

describe("a damaged file", () => {
  it.each([
    ["a body that is not UTF-8", "UPDATE resources SET body = CAST(x'7b22ff227d' AS TEXT)"],
    ["a body that is not JSON", "UPDATE resources SET body = '{'"],
    ["an id that is not UTF-8", "UPDATE resources SET id = CAST(x'ff' AS TEXT) WHERE id = 's1'"],
    ["a parent that is not UTF-8", "UPDATE resources SET parent_id = CAST(x'ff' AS TEXT)"],
  ])("%s: the error names the file, and the process does not abort", async (_, sql) => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    await (await filled(() => openStore(path))).close();
    await withSql(path, `PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = 1; ${sql}`);
    for (const readOnly of [false, true]) {
      const store = await openStore(path, { readOnly });
      const list = async (): Promise<unknown> => [
        await listAll(store, "shelf"),
        await listAll(store, "box"),
      ];
      await expect(list()).rejects.toThrow(
        `The store ${path} is damaged: a resource in it is not valid UTF-8 or JSON.`,
      );
      await store.close();
    }
  });
});

describe("a file of the first version", () => {
  it("can be read as it is, and gets the newer tables when it is opened for writing", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    await (await filled(() => openStore(path))).close();
    await withSql(
      path,
      "DROP TABLE responses; DROP TABLE versions; DROP TABLE sessions; DROP TABLE deletions; PRAGMA user_version = 1",
    );
    const before = readFileSync(path);
    const reader = await openStore(path, { readOnly: true });
    expect(idsOf(await listAll(reader, "shelf"))).toEqual(["s1", "s2"]);
    await reader.close();
    expect(readFileSync(path).equals(before)).toBe(true);
    const store = await openStore(path);
    const once = { requestId: "r", bodyDigest: "d", now: 0, responseOf: () => "{}" };
    expect(await store.insert(shelf("s3"), { once })).toMatchObject(done);
    expect(idsOf(await listAll(store, "shelf"))).toEqual(["s1", "s2", "s3"]);
    await store.close();
  });
});

describe("a file without versions", () => {
  it("gets the present state of each resource as version 1", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    await (await filled(() => openStore(path))).close();
    await withSql(
      path,
      "DROP TABLE versions; DROP TABLE sessions; DROP TABLE deletions; PRAGMA user_version = 2",
    );
    const store = await openStore(path);
    await expectFirstVersions(store);
    await store.close();
  });
});

describe("a file with versions without origins", () => {
  it("keeps its versions, and can be read as it is", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    const shelfWith = (label: string) => ({ ...shelf("s1"), body: { label } });
    const old = await openStore(path);
    await old.insert(shelfWith("old"), { now: 5 });
    await old.close();
    await withSql(
      path,
      "ALTER TABLE versions DROP COLUMN key_name; ALTER TABLE versions DROP COLUMN origin; ALTER TABLE versions DROP COLUMN verified_run; DROP TABLE deletions; PRAGMA user_version = 4",
    );
    const reader = await openStore(path, { readOnly: true });
    expect(await reader.get("shelf", "s1")).toMatchObject({ resource: shelfWith("old") });
    expect(await reader.versions("shelf", "s1")).toEqual([]);
    await reader.close();
    const store = await openStore(path);
    await store.replace(shelfWith("new"), { now: 6, writer: { keyName: "ci" } });
    expect(await store.versions("shelf", "s1")).toMatchObject([
      { number: 2, writtenAt: 6, keyName: "ci" },
      { number: 1, writtenAt: 5 },
    ]);
    expect(await store.getVersion("shelf", "s1", 1)).toEqual(shelfWith("old"));
    await store.close();
  });
});

describe("a file without verified runs", () => {
  it("keeps its versions and deletions, and can be read as it is", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    const old = await filled(() => openStore(path));
    await old.remove("item", "t1", { now: 1, writer: { keyName: "ci" } });
    await old.close();
    await withSql(
      path,
      "ALTER TABLE versions DROP COLUMN verified_run; ALTER TABLE deletions DROP COLUMN verified_run; PRAGMA user_version = 6",
    );
    const reader = await openStore(path, { readOnly: true });
    expect(await reader.deletions("item", { now: 2 })).toEqual([]);
    await reader.close();
    const store = await openStore(path);
    expect(await store.deletions("item", { now: 2 })).toMatchObject([{ id: "t1", keyName: "ci" }]);
    expect(await store.versions("shelf", "s1")).toMatchObject([{ number: 1 }]);
    await store.close();
  });
});

describe("a file without deletions", () => {
  it("can be read as it is, and each migration is reported with what it does", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    const reported: unknown[] = [];
    const onMigration = (done: object): void => void reported.push(done);
    await (await filled(() => openStore(path, { onMigration }))).close();
    expect(reported).toEqual([]); // a new file
    await withSql(
      path,
      "ALTER TABLE versions DROP COLUMN verified_run; DROP TABLE deletions; PRAGMA user_version = 5",
    );
    const reader = await openStore(path, { readOnly: true });
    expect(await reader.deletions("shelf", { now: 0 })).toEqual([]);
    await reader.close();
    const store = await openStore(path, { onMigration });
    expect(reported).toEqual([
      { migration: 6, what: "add deletions", milliseconds: expect.any(Number) },
      {
        migration: 7,
        what: "add verified runs of versions and deletions",
        milliseconds: expect.any(Number),
      },
    ]);
    await store.remove("item", "t1", { now: 1 });
    expect(await store.deletions("item", { now: 2 })).toMatchObject([{ id: "t1" }]);
    await store.close();
  });
});

describe("opening for reading only", () => {
  it("reads without changing file or folder", async () => {
    await using folder = folderOf();
    await (await filled(() => openStore(folder.at("first.db")))).close();
    await using copy = folderOf(); // only the file, as after the end of its writer
    const path = copy.at("store.db");
    copyFileSync(folder.at("first.db"), path);
    const before = [readdirSync(copy.path), statSync(path).mtimeMs, readFileSync(path)] as const;
    const store = await openStore(path, { readOnly: true });
    expect(idsOf(await listAll(store, "box"))).toEqual(["b1", "b2"]);
    expect((await store.get("box", "b1"))?.resource.references).toHaveLength(2);
    await expect(store.insert(shelf("s3"))).rejects.toThrow(/open for reading only/);
    await expect(store.remove("shelf", "s1")).rejects.toThrow(/open for reading only/);
    expect(await store.versions("box", "b1")).toMatchObject([{ number: 1 }]);
    expect((await store.getVersion("box", "b1", 1))?.references).toHaveLength(2);
    expect(await store.findSession("id", 0)).toBeUndefined();
    await expect(store.closeSession("id")).rejects.toThrow(/open for reading only/);
    await store.close();
    expect([readdirSync(copy.path), statSync(path).mtimeMs, readFileSync(path)]).toEqual(before);
  });

  it("sees the writes of another connection, before and after it closes", async () => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    await (await filled(() => openStore(path))).close();
    const reader = await openStore(path, { readOnly: true });
    const look = async (): Promise<string[]> => idsOf(await listAll(reader, "shelf"));
    expect(await look()).toEqual(["s1", "s2"]);
    const writer = await openStore(path);
    await writer.insert(shelf("s3"));
    expect(await look()).toEqual(["s1", "s2", "s3"]);
    await writer.insert(shelf("s4"));
    await writer.close();
    expect(await look()).toEqual(["s1", "s2", "s3", "s4"]);
    await reader.close();
  });

  it("fails for a missing file and does not create it", async () => {
    await using folder = folderOf();
    await expect(openStore(folder.at("store.db"), { readOnly: true })).rejects.toThrow(
      /There is no store at .*store\.db/,
    );
    expect(existsSync(folder.at("store.db"))).toBe(false);
  });

  it.each([
    ["no bytes", () => Promise.resolve()],
    ["no tables", (path: string) => withSql(path, "PRAGMA journal_mode = WAL")],
  ])("reads a file with %s as an empty store, until it is written", async (_what, create) => {
    await using folder = folderOf();
    const path = folder.at("store.db");
    writeFileSync(path, "");
    await create(path);
    const before = readFileSync(path);
    const reader = await openStore(path, { readOnly: true });
    expect(await listAll(reader, "shelf")).toEqual([]);
    await expect(reader.insert(shelf("s1"))).rejects.toThrow("open for reading only");
    expect(readFileSync(path).equals(before)).toBe(true);
    await (await filled(() => openStore(path))).close();
    expect(await listAll(reader, "shelf")).not.toEqual([]);
    await reader.close();
  });

  it("opens an empty store in memory that rejects writes", async () => {
    const store = await openStore(":memory:", { readOnly: true });
    expect(await listAll(store, "shelf")).toEqual([]);
    await expect(store.insert(shelf("s1"))).rejects.toThrow(/readonly/);
    await store.close();
  });
});

async function withSql(path: string, sql: string): Promise<void> {
  const { default: Database } = await import("libsql");
  const database = new Database(path);
  database.exec(sql);
  database.close();
}
