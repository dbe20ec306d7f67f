// The store: resources and their references in a SQLite file. Each write is one transaction.
// The store does not know the kinds or HTTP.
import { checkCurrent, checkVersion, migrate } from "./migrations.ts";
import { loadDriver, makeDurable, openFile, type SqliteConnection } from "./sqlite.ts";
import { openReader } from "./sqlite-reader.ts";
import {
  deleteResource,
  insertResource,
  selectResource,
  selectResources,
  updateResource,
} from "./statements.ts";
import type { StoredResource, WriteOutcome } from "./stored-resource.ts";

export interface Store {
  /** In order of creation; with a parent's id only its children. */
  list(kind: string, parentId?: string): readonly StoredResource[];
  get(kind: string, id: string): StoredResource | undefined;
  insert(resource: StoredResource): WriteOutcome;
  /** Overwrites the resource with the same kind and id; its position in lists does not change. */
  replace(resource: StoredResource): WriteOutcome;
  /** Removes a resource and its descendants of the cascading kinds. */
  remove(kind: string, id: string, cascadingKinds?: readonly string[]): WriteOutcome;
  /** Runs several reads on one state of the store. Must not be nested. */
  snapshot<T>(read: () => T): T;
  /** A text that changes with every write, by this store or by another process on its file. */
  version(): string;
  /** Every later call throws. */
  close(): void;
}

/** Opens the store in a file (created if missing), or an empty one at `:memory:`. */
export async function openStore(
  path: string,
  options: { readonly readOnly?: boolean } = {},
): Promise<Store> {
  const connect = await loadDriver();
  if (path !== ":memory:" && options.readOnly) {
    const reader = openReader(connect, path);
    return closeOnError(reader, () => {
      reader.snapshot(() => checkCurrent(reader, path));
      return createStore(reader);
    });
  }
  const connection = path === ":memory:" ? connect(path) : openFile(connect, path);
  return closeOnError(connection, () => {
    checkVersion(connection, path);
    makeDurable(connection);
    migrate(connection);
    if (options.readOnly) connection.exec("PRAGMA query_only = ON");
    return createStore(connection, () => connection.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
  });
}

function closeOnError(connection: SqliteConnection, open: () => Store): Store {
  try {
    return open();
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

function createStore(connection: SqliteConnection, beforeClose: () => void = () => {}): Store {
  return {
    list: (kind, parentId) => selectResources(connection, kind, parentId),
    get: (kind, id) => selectResource(connection, kind, id),
    insert: (resource) => connection.transaction(() => insertResource(connection, resource)),
    replace: (resource) => connection.transaction(() => updateResource(connection, resource)),
    remove: (kind, id, cascadingKinds = []) =>
      connection.transaction(() => deleteResource(connection, { kind, id }, cascadingKinds)),
    snapshot: (read) => connection.snapshot(read),
    version: () => connection.version(),
    close() {
      try {
        beforeClose();
      } finally {
        connection.close();
      }
    },
  };
}
