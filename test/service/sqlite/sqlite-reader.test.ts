// A read-only store repeats a read during which the file changed.
import { expect, it } from "vitest";
import type { SqliteDatabase } from "../../../src/service/sqlite/sqlite-database.ts";
import { createDatabaseReader } from "../../../src/service/sqlite/sqlite-reader.ts";
import { openStore } from "../../../src/service/open-store.ts";
import type { Operation } from "../../../src/service/store/operation.ts";
import { folderOf } from "../../io/folder.ts";
import { filled, shelf } from "../store/store-contract.ts";

it.each([
  ["fails, because a page looks corrupt", new Error("a page that looks corrupt")],
  ["succeeds", undefined],
])("a read during which the file changes and that %s is repeated", async (_what, failure) => {
  await using folder = folderOf();
  const path = folder.at("store.db");
  const writer = await filled(() => openStore(path));
  let reads = 0;
  const run = (): string => {
    reads += 1;
    if (reads > 1) return "second";
    void writer.insert(shelf("s3")); // both are complete when they return
    void writer.close();
    if (failure) throw failure;
    return "first";
  };
  const opened = { run, close: () => {} } as Partial<SqliteDatabase> as SqliteDatabase;
  const reader = createDatabaseReader(() => opened, path);
  expect([reader.run("DEFERRED", none), reads]).toEqual(["second", 2]);
});

function* none(): Operation<void> {}
