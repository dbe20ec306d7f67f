// The store in a SQLite file. The store does not know the kinds or HTTP.
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isCurrent, isReadable, migrate } from "./migrations.ts";
import { checkpoint, type Database, loadDriver } from "./sqlite.ts";
import { type SqliteDatabase, sqliteDatabase } from "./sqlite-database.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { createDatabaseReader } from "./sqlite-reader.ts";
import { copiedTables } from "../store/copied-tables.ts";
import type { DoneMigration } from "../store/migration.ts";
import { createStore } from "../store/create-store.ts";
import type { Operation } from "../store/operation.ts";
import { withStoreFailure } from "../store/store-failure.ts";
import type { Store } from "../store/stored-resource.ts";
import { repeatWhileBusy } from "./while-busy.ts";

/** How long opening waits for a lock, in milliseconds: another process can be migrating the file. */
const maxOpeningMs = 10_000;

interface SqliteOptions {
  readonly readOnly: boolean;
  /** Receives each migration of an older file. */
  readonly onMigration?: ((done: DoneMigration) => void) | undefined;
}

/** Opens the store in a file (created if missing), or an empty one at `:memory:`. */
export async function openSqliteStore(path: string, options: SqliteOptions): Promise<Store> {
  const connect = await loadDriver();
  const open = options.readOnly && path !== ":memory:" ? openReader : openWriter;
  const database = await repeatWhileBusy(() => open(connect, path, options), maxOpeningMs);
  const opening = randomUUID(); // the counters of SQLite begin again with each opening
  const run = <Result>(work: () => Result): Promise<Result> =>
    withStoreFailure(path, () => repeatWhileBusy(work));
  const write = <Result>(operation: () => Operation<Result>): Promise<Result> =>
    run(() => database.run("IMMEDIATE", operation));
  return {
    ...createStore(sqliteDialect, {
      read: (operation) => run(() => database.run("DEFERRED", operation)),
      write,
      writeSession: write,
    }),
    version: () => run(() => `${opening} ${database.version()}`),
    checkAccess: () => run(database.checkAccess),
    pools: () => [],
    close: async () => database.close(),
  };
}

type Connect = (location: string) => Database;

function openReader(connect: Connect, path: string): SqliteDatabase {
  const reader = createDatabaseReader((location) => openForReading(connect, location, path), path);
  closingOnError(reader, () => reader.version()); // opens the file
  return reader;
}

function openWriter(
  connect: Connect,
  path: string,
  { readOnly, onMigration }: SqliteOptions,
): SqliteDatabase {
  const isFile = path !== ":memory:";
  const location = isFile ? resolve(path) : path;
  if (isFile) createFile(location);
  const database = connect(location);
  const opened = closingOnError(database, () => {
    migrate(database, path, onMigration);
    if (readOnly) database.exec("PRAGMA query_only = ON");
    return sqliteDatabase(database);
  });
  return {
    ...opened,
    checkAccess() {
      opened.checkAccess();
      if (isFile) checkSpace(location);
    },
    close: () => {
      try {
        checkpoint(database);
      } finally {
        database.close();
      }
    },
  };
}

/** Room for a small write. */
const minFreeBytes = 64 * 1024;

/**
 * Throws the error of a full disk if there is no room for a write. A read does not notice it. Writes
 * nothing, because several processes can serve one file. Some file systems do not know their size.
 */
function checkSpace(path: string): void {
  const { bavail, blocks, bsize } = statfsSync(path);
  if (blocks > 0 && bavail * bsize < minFreeBytes)
    throw Object.assign(new Error("no space left on the disk"), { code: "ENOSPC" });
}

/**
 * Creates a missing file that only its owner can read: it contains texts and digests of keys. SQLite gives
 * the files beside it the same mode.
 */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

/** Opens a file without changing it. An empty file is read as an empty store. */
function openForReading(connect: Connect, location: string, path: string): SqliteDatabase {
  const file = connect(location);
  if (closingOnError(file, () => isReadable(file, path)))
    return closingOnError(file, () => {
      if (!isCurrent(file, path)) hideNewTables(file);
      return sqliteDatabase(file);
    });
  file.close();
  const memory = connect(":memory:");
  migrate(memory, path);
  return sqliteDatabase(memory);
}

/** The tables that an older store lacks, or has with other columns. */
const newTables: ReadonlySet<string> = new Set(["versions", "deletions"]);

/** No resource has versions, and none was deleted. */
function hideNewTables(database: Database): void {
  database.exec("PRAGMA temp_store = MEMORY");
  for (const { name, columns } of copiedTables.filter((each) => newTables.has(each.name)))
    database.exec(`CREATE TEMP TABLE ${name} (${columns.map(([column]) => column).join(", ")})`);
}

/** Closes the database if the function throws. */
function closingOnError<Result>(database: { close(): unknown }, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    database.close();
    throw cause;
  }
}
