// The tables of the store and how an older file gets them. `user_version` counts the steps done.
// A step that was released is never edited: what changes is a further step.
import type { Connection } from "./sqlite.ts";

const steps: readonly string[] = [
  // A parent may be gone while its children stay, so it is no foreign key; a target may not.
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
const storeVersion: number = steps.length;

/** Throws unless this code can work with the file: neither newer nor something else's. */
export function checkVersion(connection: Connection, path: string): void {
  const version = versionOf(connection);
  if (version > storeVersion)
    throw new Error(
      `The store ${path} was written by a newer promptctl (store version ${version}, this one knows ${storeVersion}). ` +
        "Update promptctl, or name another store.",
    );
  if (version === 0 && tableCount(connection) > 0)
    throw new Error(`${path} is a database of something else, not a store of promptctl.`);
}

/** Throws where a file that is only read would have to be changed first. */
export function checkCurrent(connection: Connection, path: string): void {
  checkVersion(connection, path);
  if (versionOf(connection) < storeVersion)
    throw new Error(
      `The store ${path} is of an older version and is opened for reading only. Open it once for writing: promptctl serve does.`,
    );
}

/** Brings the file to `storeVersion`, in one transaction; of two at once the second finds it done. */
export function migrate(connection: Connection): void {
  if (versionOf(connection) === storeVersion) return;
  connection.transaction(() => {
    for (const step of steps.slice(versionOf(connection))) connection.exec(step);
    connection.exec(`PRAGMA user_version = ${storeVersion}`);
  });
}

function versionOf(connection: Connection): number {
  return connection.all<{ user_version: number }>("PRAGMA user_version")[0]!.user_version;
}

function tableCount(connection: Connection): number {
  return connection.all<{ count: number }>("SELECT count(*) AS count FROM sqlite_schema")[0]!.count;
}
