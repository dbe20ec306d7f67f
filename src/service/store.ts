// The store: resources and their references in a SQLite file, whole or not at all.
// It knows no kind by name and no HTTP; its SQL is statements.ts, what an outcome means resources.ts.
import type { JsonObject } from "../engine/model/json.ts";
import { checkCurrent, checkVersion, migrate } from "./migrations.ts";
import { type Connection, loadDriver, makeDurable, openFile } from "./sqlite.ts";
import { openReader } from "./sqlite-reader.ts";
import { get, insert, list, remove, replace } from "./statements.ts";

/** Names a resource from within another. */
export interface Link {
  readonly kind: string;
  readonly id: string;
}

export interface Resource {
  readonly kind: string;
  /** Unique among all kinds. */
  readonly id: string;
  readonly parent?: Link;
  /** The fields of its own: without id, parent and references. */
  readonly body: JsonObject;
  /** What it refers to, in the order written. */
  readonly references: readonly Reference[];
}

export interface Reference {
  readonly field: string;
  readonly to: Link;
}

/** What came of a write; anything but `done` left the store as it was. */
export type Outcome =
  | { readonly is: "done" }
  /** No such resource. */
  | { readonly is: "absent" }
  /** Parents and references that do not exist, without repeats. */
  | { readonly is: "dangling"; readonly links: readonly Link[] }
  /** Others refer to what would be removed. */
  | { readonly is: "used"; readonly by: readonly Resource[] };

export interface Store {
  /** In order of creation; with a parent's id only its children. */
  list(kind: string, parentId?: string): readonly Resource[];
  get(kind: string, id: string): Resource | undefined;
  insert(resource: Resource): Outcome;
  /** Puts it in the place of the one with its kind and id; its place in the order stays. */
  replace(resource: Resource): Outcome;
  /** Removes it with its descendants of the kinds named, as far as these hang together. */
  remove(kind: string, id: string, alongWith?: readonly string[]): Outcome;
  /** Several reads that see one state. Not to be nested. */
  snapshot<T>(read: () => T): T;
  /** Another text once anything may have been written, by this store or another over its file. */
  version(): string;
  /** Once closed, every call throws. */
  close(): void;
}

/** Opens the store in a file (made where it is missing), or an empty one at `:memory:`. */
export async function openStore(
  path: string,
  options: { readonly readOnly?: boolean } = {},
): Promise<Store> {
  const connect = await loadDriver();
  if (path !== ":memory:" && options.readOnly) {
    const reader = openReader(connect, path);
    return orClose(reader, () => {
      reader.snapshot(() => checkCurrent(reader, path));
      return storeOver(reader);
    });
  }
  const connection = path === ":memory:" ? connect(path) : openFile(connect, path);
  return orClose(connection, () => {
    checkVersion(connection, path);
    makeDurable(connection);
    migrate(connection);
    if (options.readOnly) connection.exec("PRAGMA query_only = ON");
    return storeOver(connection, () => connection.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
  });
}

function orClose(connection: Connection, open: () => Store): Store {
  try {
    return open();
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

function storeOver(connection: Connection, beforeClose: () => void = () => {}): Store {
  return {
    list: (kind, parentId) => list(connection, kind, parentId),
    get: (kind, id) => get(connection, kind, id),
    insert: (resource) => connection.transaction(() => insert(connection, resource)),
    replace: (resource) => connection.transaction(() => replace(connection, resource)),
    remove: (kind, id, alongWith = []) =>
      connection.transaction(() => remove(connection, kind, id, alongWith)),
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
