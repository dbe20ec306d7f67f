// The store: resources and their references in a SQLite file. Each write is one transaction.
// The store does not know the kinds or HTTP.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { checkCurrent, migrate } from "./migrations.ts";
import { type Database, inTransaction, loadDriver } from "./sqlite.ts";
import { createStoreReader } from "./sqlite-reader.ts";
import { prepareStatements, type Statements, toResource } from "./statements.ts";
import type { ResourceKey, Store, StoredResource, WriteOutcome } from "./stored-resource.ts";

export type { Store };

/** Opens the store in a file (created if missing), or an empty one at `:memory:`. */
export async function openStore(
  path: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<Store> {
  const connect = await loadDriver();
  if (readOnly && path !== ":memory:") {
    const reader = createStoreReader((location) => {
      const database = connect(location);
      return createStore(database, () => checkCurrent(database, path));
    }, path);
    reader.version(); // opens the file
    return reader;
  }
  const location = path === ":memory:" ? path : resolve(path);
  mkdirSync(dirname(location), { recursive: true });
  const database = connect(location);
  const store = createStore(database, () => {
    migrate(database, path);
    if (readOnly) database.exec("PRAGMA query_only = ON");
  });
  return {
    ...store,
    close() {
      try {
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      } finally {
        database.close();
      }
    },
  };
}

/** Runs `prepareFile`, then returns the store; closes the database if that fails. */
function createStore(database: Database, prepareFile: () => void): Store {
  try {
    prepareFile();
    return storeOf(database);
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function storeOf(database: Database): Store {
  const statements = prepareStatements(database);
  const write = (work: () => WriteOutcome) => inTransaction(database, "IMMEDIATE", work);
  return {
    list(kind, parentId) {
      const rows =
        parentId === undefined
          ? statements.selectKind.all(kind)
          : statements.selectChildren.all(kind, parentId);
      return rows.map(toResource);
    },
    get: (kind, id) => statements.selectOne.all(kind, id).map(toResource)[0],
    insert: (resource) => write(() => save(statements, "insert", resource)),
    replace: (resource) =>
      write(() =>
        exists(statements, resource) ? save(statements, "update", resource) : { is: "absent" },
      ),
    remove: (kind, id, cascadingKinds = []) =>
      write(() => remove(statements, { kind, id }, cascadingKinds)),
    snapshot: (read) => inTransaction(database, "DEFERRED", read),
    version: () => (statements.version.all() as { version: string }[])[0]!.version,
    close: () => void database.close(),
  };
}

function exists(statements: Statements, { kind, id }: ResourceKey): boolean {
  return statements.exists.all(kind, id).length > 0;
}

/** Inserts or overwrites a resource if its parent and references exist. */
function save(
  statements: Statements,
  statement: "insert" | "update",
  { id, kind, parent, body, references }: StoredResource,
): WriteOutcome {
  const keys = [...(parent ? [parent] : []), ...references.map(({ to }) => to)];
  const distinct = new Map(keys.map((key) => [`${key.kind} ${key.id}`, key]));
  const targets = [...distinct.values()].filter((key) => !exists(statements, key));
  if (targets.length > 0) return { is: "dangling", targets };
  const parentColumns = [parent?.kind ?? null, parent?.id ?? null];
  statements[statement].run(...parentColumns, JSON.stringify(body), kind, id);
  statements.deleteReferences.run(id);
  for (const [position, { field, to }] of references.entries())
    statements.insertReference.run(id, position, field, to.id);
  return { is: "done" };
}

/** Deletes a resource and its descendants of the cascading kinds, unless others refer to one. */
function remove(
  statements: Statements,
  key: ResourceKey,
  cascadingKinds: readonly string[],
): WriteOutcome {
  if (!exists(statements, key)) return { is: "absent" };
  const parameters = [key.kind, key.id, JSON.stringify(cascadingKinds)];
  const users = statements.selectUsers.all(...parameters);
  if (users.length > 0) return { is: "used", by: users.map(toResource) };
  statements.delete.run(...parameters);
  return { is: "done" };
}
