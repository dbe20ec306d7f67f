// The store: resources and their references in a SQLite file. Each write is one transaction.
// The store does not know the kinds or HTTP.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { JsonObject } from "../engine/model/json.ts";
import { isReadable, migrate } from "./migrations.ts";
import { type Database, inTransaction, loadDriver } from "./sqlite.ts";
import { createStoreReader } from "./sqlite-reader.ts";
import { DamagedStore, isFileError, withStoreFailure } from "./store-failure.ts";
import type {
  ResourceKey,
  Store,
  StoredReference,
  StoredResource,
  WriteOutcome,
} from "./stored-resource.ts";

export type { Store };

/** Opens the store in a file (created if missing), or an empty one at `:memory:`. */
export async function openStore(
  path: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<Store> {
  const connect = await loadDriver();
  if (readOnly && path !== ":memory:") {
    const open = (location: string): Store => openForReading(connect, location, path);
    const reader = createStoreReader(open, path);
    reader.version(); // opens the file
    return reader;
  }
  const location = path === ":memory:" ? path : resolve(path);
  mkdirSync(dirname(location), { recursive: true });
  const database = connect(location);
  const store = closingOnError(database, () => {
    migrate(database, path);
    if (readOnly) database.exec("PRAGMA query_only = ON");
    return storeOf(database, path);
  });
  return {
    ...store,
    close() {
      try {
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch (error) {
        if (!isFileError(error)) throw error; // on a full disk, the write-ahead log has the writes
      } finally {
        database.close();
      }
    },
  };
}

/** Opens a file without changing it. An empty file is read as an empty store. */
function openForReading(
  connect: (location: string) => Database,
  location: string,
  path: string,
): Store {
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

function storeOf(database: Database, path: string): Store {
  const statements = prepareStatements(database);
  const run = <T>(work: () => T): T => withStoreFailure(path, work);
  const write = (work: () => WriteOutcome): WriteOutcome =>
    run(() => inTransaction(database, "IMMEDIATE", work));
  return {
    list: (kind, parentId) =>
      run(() => {
        const rows =
          parentId === undefined
            ? statements.selectKind.all(kind)
            : statements.selectChildren.all(kind, parentId);
        return rows.map(toResource);
      }),
    get: (kind, id) => run(() => statements.selectOne.all(kind, id).map(toResource)[0]),
    insert: (resource) => write(() => save(statements, "insert", resource)),
    replace: (resource) =>
      write(() =>
        exists(statements, resource) ? save(statements, "update", resource) : { is: "absent" },
      ),
    remove: (kind, id, cascadingKinds = []) =>
      write(() => remove(statements, { kind, id }, cascadingKinds)),
    snapshot: (read) => run(() => inTransaction(database, "DEFERRED", read)),
    version: () => run(() => (statements.version.all() as { version: string }[])[0]!.version),
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

const referencesOfResource = `(
    SELECT json_group_array(json_object('field', field, 'to', json_object('kind', target.kind, 'id', to_id))
           ORDER BY position)
    FROM resource_references JOIN resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  )`;

/** A resource as bytes of JSON: libsql aborts the process if a text is not valid UTF-8. */
const select = `SELECT
    CAST(json_array(kind, id, parent_kind, parent_id, ${referencesOfResource}) AS BLOB) AS keys,
    CAST(body AS BLOB) AS body
  FROM resources`;

/** `deleted`: the resource with kind and id, and its descendants of the kinds in a JSON list. */
const withDeleted = `WITH RECURSIVE deleted (id) AS (
    SELECT id FROM resources WHERE kind = ? AND id = ?
    UNION
    SELECT child.id FROM resources AS child JOIN deleted ON child.parent_id = deleted.id
    WHERE child.kind IN (SELECT value FROM json_each(?))
  )`;

/** A statement takes any number of parameters. */
type Statement = import("libsql").Statement<unknown[]>;

type Statements = ReturnType<typeof prepareStatements>;

/**
 * The SQL statements, prepared once per connection. Benchmark: the row "each the first time" in
 * docs/performance.md. The parameters of each are in the order of its `?`. Callers read all rows
 * (`all`): a statement left open (`get`) would return rows of an earlier state.
 */
function prepareStatements(database: Database) {
  const prepare = (sql: string): Statement => database.prepare(sql);
  return {
    selectKind: prepare(`${select} WHERE kind = ? ORDER BY seq`),
    selectChildren: prepare(`${select} WHERE kind = ? AND parent_id = ? ORDER BY seq`),
    selectOne: prepare(`${select} WHERE kind = ? AND id = ?`),
    exists: prepare("SELECT 1 FROM resources WHERE kind = ? AND id = ?"),
    insert: prepare(
      "INSERT INTO resources (parent_kind, parent_id, body, kind, id) VALUES (?, ?, ?, ?, ?)",
    ),
    update: prepare(
      "UPDATE resources SET parent_kind = ?, parent_id = ?, body = ? WHERE kind = ? AND id = ?",
    ),
    insertReference: prepare(
      "INSERT INTO resource_references (from_id, position, field, to_id) VALUES (?, ?, ?, ?)",
    ),
    deleteReferences: prepare("DELETE FROM resource_references WHERE from_id = ?"),
    /** The resources that refer to a deleted one and are not deleted themselves. */
    selectUsers: prepare(
      `${withDeleted} ${select} WHERE id NOT IN (SELECT id FROM deleted) AND id IN
         (SELECT from_id FROM resource_references WHERE to_id IN (SELECT id FROM deleted)) ORDER BY seq`,
    ),
    delete: prepare(`${withDeleted} DELETE FROM resources WHERE id IN (SELECT id FROM deleted)`),
    /** `total_changes` counts the writes of this connection, `data_version` those of others. */
    version: prepare(
      "SELECT total_changes() || ' ' || data_version AS version FROM pragma_data_version",
    ),
  };
}

/** The resource in a row of a `select…` statement. Throws DamagedStore if it cannot be read. */
function toResource(row: unknown): StoredResource {
  const { keys, body } = row as { readonly keys: ArrayBuffer; readonly body: ArrayBuffer };
  const [kind, id, parentKind, parentId, references] = parse<Columns>(keys);
  return {
    kind,
    id,
    ...(parentKind && parentId && { parent: { kind: parentKind, id: parentId } }),
    body: parse<JsonObject>(body),
    references,
  };
}

type Columns = readonly [
  kind: string,
  id: string,
  parentKind: string | null,
  parentId: string | null,
  references: readonly StoredReference[],
];

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parse<Value>(bytes: ArrayBuffer): Value {
  try {
    return JSON.parse(utf8.decode(bytes)) as Value;
  } catch {
    throw new DamagedStore("a resource in it is not valid UTF-8 or JSON");
  }
}
