// The tables of a store in a SQLite file, for copies.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TableAccess, TableStore } from "../store/copied-tables.ts";
import {
  DamagedStore,
  isBusy,
  refuseOtherVersion,
  StoreUnavailable,
  unusableStore,
  withStoreFailure,
} from "../store/store-failure.ts";
import { isCurrent } from "./migrations.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { checkpoint, type Database, loadDriver, prepareOnce } from "./sqlite.ts";
import { repeatWhileBusy } from "./while-busy.ts";

/** Opens an existing file, and neither creates nor migrates it. */
export async function openSqliteTables(path: string): Promise<TableStore> {
  const location = resolve(path);
  if (!existsSync(location))
    throw unusableStore(`There is no store at ${path}.`, "Name an existing store.");
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
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON");
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
    compact: () => withStoreFailure(path, () => compact(database, path)),
    close: async () => void database.close(),
  };
}

/** How long other programs may use the file meanwhile, in milliseconds. */
const maxCompactMs = 30_000;

/**
 * Writes the file anew, then empties its write-ahead log, which has the old pages. Throws StoreUnavailable if
 * another program uses the log for too long.
 */
async function compact(database: Database, path: string): Promise<void> {
  await repeatWhileBusy(() => database.exec("VACUUM"), maxCompactMs);
  const emptyLog = (): void => {
    const [result] = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    if ((result as { busy: number }).busy > 0)
      throw Object.assign(new Error("a reader uses the log"), { code: "SQLITE_BUSY" });
  };
  try {
    await repeatWhileBusy(emptyLog, maxCompactMs);
  } catch (error) {
    if (!isBusy(error)) throw error;
    const reason = "another program reads it, so its write-ahead log still has the old texts";
    throw new StoreUnavailable(path, reason, "Stop the service, then run the same command again.");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new DamagedStore("a text in it is not valid UTF-8");
  }
}
