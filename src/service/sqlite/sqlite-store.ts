// The store in a SQLite file. SQLite runs in this thread: each operation is synchronous inside, and
// each write is one transaction. The store does not know the kinds or HTTP.
import { closeSync, existsSync, mkdirSync, openSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isCurrent, isReadable, migrate } from "./migrations.ts";
import { type Database, inTransaction, loadDriver } from "./sqlite.ts";
import { createStoreReader } from "./sqlite-reader.ts";
import { insertRows, removeRows, saveRows, selectPart, selectSnapshot } from "./sqlite-rows.ts";
import { prepareSessions } from "./sqlite-sessions.ts";
import { prepareStatements } from "./sqlite-statements.ts";
import { selectSummaries, selectVersion, selectVersions } from "./sqlite-versions.ts";
import { isFileError } from "../store/store-failure.ts";
import type { Store } from "../store/stored-resource.ts";
import { type SynchronousStore, withPromises } from "./synchronous-store.ts";
import { repeatWhileBusy } from "./while-busy.ts";

/** How long opening waits for a lock, in milliseconds: another process can be migrating the file. */
const maxOpeningMs = 10_000;

/** Opens the store in a file (created if missing), or an empty one at `:memory:`. */
export async function openSqliteStore(path: string, readOnly: boolean): Promise<Store> {
  const connect = await loadDriver();
  const open = readOnly && path !== ":memory:" ? openReader : openWriter;
  const store = await repeatWhileBusy(() => open(connect, path, readOnly), maxOpeningMs);
  return withPromises(store, path);
}

type Connect = (location: string) => Database;

function openReader(connect: Connect, path: string): SynchronousStore {
  const reader = createStoreReader((location) => openForReading(connect, location, path), path);
  closingOnError(reader, () => reader.version()); // opens the file
  return reader;
}

function openWriter(connect: Connect, path: string, readOnly: boolean): SynchronousStore {
  const isFile = path !== ":memory:";
  const location = isFile ? resolve(path) : path;
  if (isFile) createFile(location);
  const database = connect(location);
  const store = closingOnError(database, () => {
    migrate(database, path);
    if (readOnly) database.exec("PRAGMA query_only = ON");
    return storeOf(database);
  });
  return {
    ...store,
    checkAccess() {
      store.checkAccess();
      if (isFile) checkSpace(location);
    },
    close: () => checkpointAndClose(database),
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
function openForReading(connect: Connect, location: string, path: string): SynchronousStore {
  const file = connect(location);
  if (closingOnError(file, () => isReadable(file, path)))
    return closingOnError(file, () =>
      isCurrent(file, path) ? storeOf(file) : { ...storeOf(file), versions: () => [] },
    );
  file.close();
  const memory = connect(":memory:");
  migrate(memory, path);
  return storeOf(memory);
}

/** Closes the database or store if the function throws. */
function closingOnError<Result>(database: { close(): unknown }, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function storeOf(database: Database): SynchronousStore {
  const statements = prepareStatements(database);
  const sessions = prepareSessions(database);
  const read = <T>(work: () => T): T => inTransaction(database, "DEFERRED", work);
  const write = <T>(work: () => T): T => inTransaction(database, "IMMEDIATE", work);
  return {
    list: (kind, query) => read(() => selectPart(statements, kind, query)),
    get: (kind, id) => read(() => selectSnapshot(statements, { kind, id })),
    insert: (resource, options) => write(() => insertRows(statements, resource, options)),
    replace: (resource, options) => write(() => saveRows(statements, "update", resource, options)),
    remove: (kind, id, options) => write(() => removeRows(statements, { kind, id }, options)),
    summaries: (ids, childKind) => read(() => selectSummaries(statements, ids, childKind)),
    versions: (kind, id) => read(() => selectVersions(statements, { kind, id })),
    getVersion: (kind, id, number) => read(() => selectVersion(statements, { kind, id }, number)),
    openSession: (session, now) => write(() => sessions().open(session, now)),
    findSession: (idDigest, now) => read(() => sessions().find(idDigest, now)),
    closeSession: (idDigest) => write(() => sessions().close(idDigest)),
    version: () => (statements.version.get() as readonly [version: string])[0],
    checkAccess: () => read(() => void statements.selectOne.all("", "")),
    close: () => void database.close(),
  };
}
