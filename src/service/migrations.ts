// The tables of the store, and the migration of older files. `user_version` counts the migrations done.
// A released migration is never edited; a change is a new migration.
import type { SqliteConnection } from "./sqlite.ts";

const migrations: readonly string[] = [
  // The parent is not a foreign key, because children may outlive it. A reference is one.
  `CREATE TABLE resources (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     kind TEXT NOT NULL,
     parent_kind TEXT,
     parent_id TEXT,
     body TEXT NOT NULL CHECK (json_valid(body)),
     CHECK ((parent_kind IS NULL) = (parent_id IS NULL))
   ) STRICT;
   CREATE INDEX resources_by_kind ON resources (kind, seq);
   CREATE INDEX resources_by_parent ON resources (parent_id, kind, seq);
   CREATE TABLE resource_references (
     from_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
     position INTEGER NOT NULL,
     field TEXT NOT NULL,
     to_id TEXT NOT NULL REFERENCES resources (id),
     PRIMARY KEY (from_id, position)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX references_by_target ON resource_references (to_id);`,
];

/** The version this code writes. */
const storeVersion: number = migrations.length;

/** Throws if the file was written by a newer version or is not a store. */
export function checkVersion(connection: SqliteConnection, path: string): void {
  const version = versionOf(connection);
  if (version > storeVersion)
    throw new Error(
      `The store ${path} was written by a newer promptctl (store version ${version}, supported up to ${storeVersion}). ` +
        "Update promptctl or use another store.",
    );
  if (version === 0 && tableCount(connection) > 0)
    throw new Error(`${path} is a database, but not a promptctl store.`);
}

/** Throws if the file must be migrated before it can be read. */
export function checkCurrent(connection: SqliteConnection, path: string): void {
  checkVersion(connection, path);
  if (versionOf(connection) < storeVersion)
    throw new Error(
      `The store ${path} has an older version and must be migrated before it can be read. Run promptctl serve once to migrate it.`,
    );
}

/** Migrates the file in one transaction. If two processes do it at once, the second has nothing to do. */
export function migrate(connection: SqliteConnection): void {
  if (versionOf(connection) === storeVersion) return;
  connection.transaction(() => {
    for (const sql of migrations.slice(versionOf(connection))) connection.exec(sql);
    connection.exec(`PRAGMA user_version = ${storeVersion}`);
  });
}

function versionOf(connection: SqliteConnection): number {
  return connection.all<{ user_version: number }>("PRAGMA user_version")[0]!.user_version;
}

function tableCount(connection: SqliteConnection): number {
  return connection.all<{ count: number }>("SELECT count(*) AS count FROM sqlite_schema")[0]!.count;
}
