// The tables of a store in a SQLite file, for copies.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TableAccess, TableStore } from "../store/copied-tables.ts";
import {
  DamagedStore,
  refuseOtherVersion,
  unusableStore,
  withStoreFailure,
} from "../store/store-failure.ts";
import { isCurrent } from "./migrations.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { checkpoint, loadDriver, prepareOnce } from "./sqlite.ts";
import { repeatWhileBusy } from "./while-busy.ts";

/** Opens an existing file, and neither creates nor migrates it. */
export async function openSqliteTables(path: string): Promise<TableStore> {
  const location = resolve(path);
  if (!existsSync(location))
    throw unusableStore(`There is no store at ${path}.`, "Name the store to copy.");
  const connect = await loadDriver();
  const database = await withStoreFailure(path, async () => connect(location));
  const prepared = prepareOnce(database);
  const access: TableAccess = {
    dialect: sqliteDialect,
    select: async (sql, values) =>
      (prepared(sql).all(values) as { row: ArrayBuffer }[]).map(({ row }) => textOf(row)),
    execute: async (sql, values) => void prepared(sql).run(values),
  };
  const transaction = <Result>(
    begin: string,
    work: (access: TableAccess) => Promise<Result>,
  ): Promise<Result> =>
    withStoreFailure(path, async () => {
      await repeatWhileBusy(() => database.exec(begin));
      try {
        const result = await work(access);
        database.exec("COMMIT");
        return result;
      } finally {
        if (database.inTransaction) database.exec("ROLLBACK");
      }
    });
  try {
    await withStoreFailure(path, async () => refuseOtherVersion(path, isCurrent(database, path)));
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    name: path,
    read: (work) => transaction("BEGIN DEFERRED", work),
    write: async (work) => {
      const result = await transaction("BEGIN IMMEDIATE", work);
      checkpoint(database);
      return result;
    },
    close: async () => void database.close(),
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new DamagedStore("a text in it is not valid UTF-8");
  }
}
