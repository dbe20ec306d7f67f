// The tables of the store, and the migration of older files. `user_version` counts the migrations
// done. A released migration is never edited; a change is a new migration.
import { refuseNewerStore, unusableStore } from "../store/store-failure.ts";
import { type DoneMigration, doneMigration, type Migration } from "../store/migration.ts";
import { type Database, inTransaction } from "./sqlite.ts";

const migrations: readonly Migration[] = [
  // The parent is not a foreign key, because children may outlive it. A reference is one.
  {
    what: "create the tables of resources",
    sql: `CREATE TABLE resources (
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
  },
  // The responses of creates with an Idempotency-Key.
  {
    what: "add the responses of creates with an Idempotency-Key",
    sql: `CREATE TABLE responses (
     request_id TEXT PRIMARY KEY,
     body_digest TEXT NOT NULL,
     response TEXT NOT NULL,
     created_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX responses_by_age ON responses (created_at);`,
  },
  // The first version of each existing resource is its present state. The links of a version are not
  // foreign keys, because a version outlives them.
  {
    what: "add versions: the present state of each resource is its first",
    sql: `CREATE TABLE versions (
     resource_id TEXT NOT NULL REFERENCES resources (id) ON DELETE CASCADE,
     number INTEGER NOT NULL,
     written_at INTEGER,
     parent_kind TEXT,
     parent_id TEXT,
     body TEXT NOT NULL,
     resource_references TEXT NOT NULL,
     PRIMARY KEY (resource_id, number)
   ) STRICT;
   INSERT INTO versions
     SELECT id, 1, NULL, parent_kind, parent_id, body, (
       SELECT json_group_array(
                json_object('field', field, 'to', json_object('kind', target.kind, 'id', to_id))
                ORDER BY position)
       FROM resource_references JOIN resources AS target ON target.id = to_id
       WHERE from_id = resources.id
     ) FROM resources;`,
  },
  // The logins to the page.
  {
    what: "add the logins to the page",
    sql: `CREATE TABLE sessions (
     id_digest TEXT PRIMARY KEY,
     key_digest TEXT NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX sessions_by_expiry ON sessions (expires_at);`,
  },
  // Who wrote a version: null if it is not known.
  {
    what: "add key names and origins of versions",
    sql: `ALTER TABLE versions ADD COLUMN key_name TEXT;
   ALTER TABLE versions ADD COLUMN origin TEXT;`,
  },
  // Their links are not foreign keys, because they outlive them.
  {
    what: "add deletions",
    sql: `CREATE TABLE deletions (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     resource_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     name TEXT,
     deleted_at INTEGER NOT NULL,
     key_name TEXT,
     origin TEXT,
     parent_kind TEXT,
     parent_id TEXT,
     body TEXT NOT NULL,
     resource_references TEXT NOT NULL
   ) STRICT;
   CREATE INDEX deletions_by_kind ON deletions (kind, seq);
   CREATE INDEX deletions_by_resource ON deletions (resource_id);
   CREATE INDEX deletions_by_age ON deletions (deleted_at);`,
  },
  // Null if the write was not made with a token of CI.
  {
    what: "add verified runs of versions and deletions",
    sql: `ALTER TABLE versions ADD COLUMN verified_run TEXT;
   ALTER TABLE deletions ADD COLUMN verified_run TEXT;`,
  },
];

/** The version this code writes. */
const storeVersion = migrations.length;

/**
 * Whether the file is a store that can be read: false if it is empty, because the process that
 * created it ended before the first migration. Older versions have all tables that reading resources needs.
 * Throws a Failure if it is not a store.
 */
export function isReadable(database: Database, path: string): boolean {
  return readVersion(database, path) > 0;
}

/** Whether a store has the tables and columns of this version. */
export function isCurrent(database: Database, path: string): boolean {
  return readVersion(database, path) === storeVersion;
}

/**
 * Prepares the file for durable writes (WAL with full synchronization: a committed write is on the
 * disk), then migrates it in one transaction. If two processes do it at once, the second has
 * nothing to do.
 */
export function migrate(
  database: Database,
  path: string,
  onMigration?: (done: DoneMigration) => void,
): void {
  const version = readVersion(database, path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  if (version === storeVersion) return;
  const done = inTransaction(database, "IMMEDIATE", () => {
    const steps: DoneMigration[] = [];
    const first = readVersion(database, path);
    for (const [index, { what, sql }] of migrations.slice(first).entries()) {
      const start = performance.now();
      database.exec(sql);
      if (first > 0) steps.push(doneMigration(first + index + 1, what, start));
    }
    database.exec(`PRAGMA user_version = ${storeVersion}`);
    return steps;
  });
  done.forEach((each) => onMigration?.(each));
}

/**
 * Throws a Failure if the file was written by a newer version or is not a store. 0: it is empty.
 */
function readVersion(database: Database, path: string): number {
  const [row] = database
    .prepare(
      "SELECT user_version AS version, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version",
    )
    .all();
  const { version, tables } = row as { version: number; tables: number };
  refuseNewerStore(path, version, storeVersion);
  if (version === 0 && tables > 0)
    throw unusableStore(
      `${path} is a database, but not a promptctl store.`,
      "Use another file as the store.",
    );
  return version;
}
