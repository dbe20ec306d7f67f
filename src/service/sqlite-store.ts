// The store in a SQLite file. SQLite runs in this thread: each operation is synchronous inside, and
// each write is one transaction. The store does not know the kinds or HTTP.
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isReadable, migrate } from "./migrations.ts";
import { type Database, inTransaction, loadDriver } from "./sqlite.ts";
import { createStoreReader } from "./sqlite-reader.ts";
import { insertRows, removeRows, saveRows, selectPart, selectSnapshot } from "./sqlite-rows.ts";
import { prepareSessions } from "./sqlite-sessions.ts";
import { prepareStatements } from "./sqlite-statements.ts";
import { selectVersion, selectVersions } from "./sqlite-versions.ts";
import { isFileError, withStoreFailure } from "./store-failure.ts";
import type { Store } from "./stored-resource.ts";
import { type SynchronousStore, withPromises } from "./synchronous-store.ts";

/** Opens the store in a file (created if missing), or an empty one at `:memory:`. */
export async function openSqliteStore(path: string, readOnly: boolean): Promise<Store> {
  const connect = await loadDriver();
  if (readOnly && path !== ":memory:") {
    const open = (location: string): SynchronousStore => openForReading(connect, location, path);
    const reader = createStoreReader(open, path);
    reader.version(); // opens the file
    return withPromises(reader);
  }
  const location = path === ":memory:" ? path : resolve(path);
  if (location !== ":memory:") createFile(location);
  const database = connect(location);
  const store = closingOnError(database, () => {
    migrate(database, path);
    if (readOnly) database.exec("PRAGMA query_only = ON");
    return storeOf(database, path);
  });
  return withPromises({ ...store, close: () => checkpointAndClose(database) });
}

/**
 * Creates a missing file that only its owner can read: it contains texts and digests of keys. SQLite gives
 * the files beside it the same mode.
 */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
}

function checkpointAndClose(database: Database): void {
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!isFileError(error)) throw error; // on a full disk, the write-ahead log has the writes
  } finally {
    database.close();
  }
}

/** Opens a file without changing it. An empty file is read as an empty store. */
function openForReading(
  connect: (location: string) => Database,
  location: string,
  path: string,
): SynchronousStore {
  const file = connect(location);
  if (closingOnError(file, () => isReadable(file, path)))
    return closingOnError(file, () => storeOf(file, path));
  file.close();
  const memory = connect(":memory:");
  migrate(memory, path);
  return storeOf(memory, path);
}

/** Closes the database if the function throws. */
function closingOnError<Result>(database: Database, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function storeOf(database: Database, path: string): SynchronousStore {
  const statements = prepareStatements(database);
  const sessions = prepareSessions(database);
  const run = <T>(work: () => T): T => withStoreFailure(path, work);
  const read = <T>(work: () => T): T => run(() => inTransaction(database, "DEFERRED", work));
  const write = <T>(work: () => T): T => run(() => inTransaction(database, "IMMEDIATE", work));
  return {
    list: (kind, query) => read(() => selectPart(statements, kind, query)),
    get: (kind, id) => read(() => selectSnapshot(statements, { kind, id })),
    insert: (resource, options) => write(() => insertRows(statements, resource, options)),
    replace: (resource, options) => write(() => saveRows(statements, "update", resource, options)),
    remove: (kind, id, options) => write(() => removeRows(statements, { kind, id }, options)),
    versions: (kind, id) => read(() => selectVersions(statements, { kind, id })),
    getVersion: (kind, id, number) => read(() => selectVersion(statements, { kind, id }, number)),
    openSession: (session, now) => write(() => sessions().open(session, now)),
    findSession: (idDigest, now) => read(() => sessions().find(idDigest, now)),
    closeSession: (idDigest) => write(() => sessions().close(idDigest)),
    version: () => run(() => (statements.version.all() as { version: string }[])[0]!.version),
    checkAccess: () => read(() => void statements.selectOne.all("", "")),
    close: () => void database.close(),
  };
}
