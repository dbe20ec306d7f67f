// SQLite files through libsql: the driver, transactions and locks.
import { accessSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { memo } from "../../engine/model/collections.ts";
import { failed } from "../../engine/model/failure.ts";
import { isBusy, isFileError } from "../store/store-failure.ts";

export type Database = InstanceType<typeof import("libsql")>;

/**
 * Loads libsql and returns a function that opens a connection. libsql is an optional dependency
 * with a prebuilt binary, so it is loaded only when a store is opened. A statement that finds a lock
 * of another connection fails at once: see while-busy.ts.
 */
export async function loadDriver(): Promise<(location: string) => Database> {
  const { default: Libsql } = await import("libsql").catch(() => {
    throw failed(
      "no-libsql",
      "The embedded service requires the package libsql, which cannot be loaded.",
      "Reinstall promptctl with its optional dependencies (npm install --include=optional), or use a service on the network: --base-url",
    );
  });
  return (location) => {
    try {
      return new Libsql(location, { timeout: 0 });
    } catch (error) {
      throwOpenError(location);
      throw error;
    }
  };
}

/**
 * Throws the reason why a file cannot be opened, if it is known: libsql does not tell it. A URL is
 * opened for reading only.
 */
function throwOpenError(location: string): void {
  const isUrl = location.startsWith("file:");
  const path = isUrl ? fileURLToPath(location) : location;
  if (!existsSync(path)) return accessSync(dirname(path), constants.W_OK);
  if (!statSync(path).isDirectory()) return closeSync(openSync(path, isUrl ? "r" : "r+"));
  throw failed(
    "store",
    `${path} is a folder, but promptctl needs a file with this name.`,
    "Move or delete the folder. promptctl creates the file.",
  );
}

/**
 * Locks a file and returns the function that releases the lock, or undefined if another process
 * holds it. The operating system releases the lock when the process ends, even if it is killed.
 */
export async function lockFile(path: string): Promise<(() => void) | undefined> {
  const lock = (await loadDriver())(path);
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return () => void lock.close();
  } catch (cause) {
    lock.close();
    if (isBusy(cause)) return undefined;
    throw cause;
  }
}

/**
 * Returns a function that prepares a statement at its first use: a file that is only read may lack newer
 * tables. Benchmark: the row for a get that is not cached in docs/performance.md; libsql also keeps the
 * values of a statement until the garbage collector finds it. Callers read all rows (`all`): a statement left
 * open (`get`) would return rows of an earlier state.
 */
export function prepareOnce(database: Database): (sql: string) => ReturnType<Database["prepare"]> {
  return memo((sql) => database.prepare(sql));
}

/** DEFERRED for several reads of one state, IMMEDIATE for writes. */
export type TransactionMode = "DEFERRED" | "IMMEDIATE";

/** Runs `work` in a transaction, which is rolled back if `work` throws. Must not be nested. */
export function inTransaction<T>(database: Database, mode: TransactionMode, work: () => T): T {
  database.exec(`BEGIN ${mode}`);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (cause) {
    // When the disk is full, SQLite has already rolled back. `database.transaction` would then
    // report the failed ROLLBACK instead of the first error.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw cause;
  }
}

/** Moves the writes of the write-ahead log into the file: libsql does not when it closes the file. */
export function checkpoint(database: Database): void {
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!isFileError(error)) throw error; // on a full disk, the log has the writes
  }
}
