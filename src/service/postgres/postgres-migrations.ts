// The tables of the store in PostgreSQL, in the schema promptctl, and their migration.
// A released migration is never edited; a change is a new migration, forward only.
import { refuseNewerStore, unusableStore } from "../store/store-failure.ts";
import { type DoneMigration, doneMigration, type Migration } from "../store/migration.ts";
import type { Postgres, Query } from "./postgres.ts";
import type { Statement } from "../store/operation.ts";

const migrations: readonly Migration[] = [
  // The parent is not a foreign key, because children may outlive it. A reference is one.
  // `state` has one row: each write locks it first, so that writes run one after the other.
  {
    what: "create the tables of resources",
    sql: `CREATE TABLE promptctl.resources (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     id text NOT NULL UNIQUE,
     kind text NOT NULL,
     parent_kind text,
     parent_id text,
     body text NOT NULL CHECK (body::json IS NOT NULL),
     CHECK ((parent_kind IS NULL) = (parent_id IS NULL))
   );
   CREATE INDEX resources_by_kind ON promptctl.resources (kind, seq);
   CREATE INDEX resources_by_parent ON promptctl.resources (parent_id, kind, seq);
   CREATE TABLE promptctl.resource_references (
     from_id text NOT NULL REFERENCES promptctl.resources (id) ON DELETE CASCADE,
     position integer NOT NULL,
     field text NOT NULL,
     to_id text NOT NULL REFERENCES promptctl.resources (id),
     PRIMARY KEY (from_id, position)
   );
   CREATE INDEX references_by_target ON promptctl.resource_references (to_id);
   CREATE TABLE promptctl.state (
     only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
     migration integer NOT NULL,
     version uuid NOT NULL DEFAULT gen_random_uuid()
   ) WITH (fillfactor = 10);
   INSERT INTO promptctl.state (migration) VALUES (0);`,
  },
  // The responses of creates with an Idempotency-Key.
  {
    what: "add the responses of creates with an Idempotency-Key",
    sql: `CREATE TABLE promptctl.responses (
     request_id text PRIMARY KEY,
     body_digest text NOT NULL,
     response text NOT NULL,
     created_at bigint NOT NULL
   );
   CREATE INDEX responses_by_age ON promptctl.responses (created_at);`,
  },
  // The first version of each existing resource is its present state. The links of a version are not
  // foreign keys, because a version outlives them.
  {
    what: "add versions: the present state of each resource is its first",
    sql: `CREATE TABLE promptctl.versions (
     resource_id text NOT NULL REFERENCES promptctl.resources (id) ON DELETE CASCADE,
     number integer NOT NULL,
     written_at bigint,
     parent_kind text,
     parent_id text,
     body text NOT NULL,
     resource_references json,
     PRIMARY KEY (resource_id, number)
   );
   INSERT INTO promptctl.versions
     SELECT id, 1, NULL, parent_kind, parent_id, body, (
       SELECT json_agg(json_build_object('field', field, 'to',
                json_build_object('kind', target.kind, 'id', to_id)) ORDER BY position)
       FROM promptctl.resource_references JOIN promptctl.resources AS target ON target.id = to_id
       WHERE from_id = resources.id
     ) FROM promptctl.resources;`,
  },
  // The logins to the page.
  {
    what: "add the logins to the page",
    sql: `CREATE TABLE promptctl.sessions (
     id_digest text PRIMARY KEY,
     key_digest text NOT NULL,
     expires_at bigint NOT NULL
   );
   CREATE INDEX sessions_by_expiry ON promptctl.sessions (expires_at);`,
  },
  // Who wrote a version: null if it is not known.
  {
    what: "add key names and origins of versions",
    sql: `ALTER TABLE promptctl.versions ADD COLUMN key_name text, ADD COLUMN origin text;`,
  },
  // Their links are not foreign keys, because they outlive them.
  {
    what: "add deletions",
    sql: `CREATE TABLE promptctl.deletions (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     resource_id text NOT NULL,
     kind text NOT NULL,
     name text,
     deleted_at bigint NOT NULL,
     key_name text,
     origin text,
     parent_kind text,
     parent_id text,
     body text NOT NULL,
     resource_references json NOT NULL
   );
   CREATE INDEX deletions_by_kind ON promptctl.deletions (kind, seq);
   CREATE INDEX deletions_by_resource ON promptctl.deletions (resource_id);
   CREATE INDEX deletions_by_age ON promptctl.deletions (deleted_at);`,
  },
  // Null if the write was not made with a token of CI.
  {
    what: "add verified runs of versions and deletions",
    sql: `ALTER TABLE promptctl.versions ADD COLUMN verified_run text;
   ALTER TABLE promptctl.deletions ADD COLUMN verified_run text;`,
  },
];

/** Waits for the write in progress; the statements after it see what that has written. */
export const beginWrite: Statement = {
  name: "begin-write",
  text: "UPDATE promptctl.state SET version = gen_random_uuid()",
};

/** The version this code writes. */
const storeVersion = migrations.length;

/** The oldest version of PostgreSQL that still got updates when this was written. */
const oldestServer = 140000;

/** The lock of migrations: a random number that other programs do not use. */
const lockKey = 7305821946;

/**
 * Whether the tables are missing or of an older version. If not, a user without the privilege to
 * create tables can open the store.
 */
export async function needsMigration(read: Query, store: string): Promise<boolean> {
  return (await readVersion(read, store)) !== storeVersion;
}

/**
 * Creates the tables, or migrates those of an older version, in one transaction. If two processes do
 * it at once, the second waits and has nothing to do. A process of the older version can be writing:
 * the migration waits for its write, and locks in the same order.
 */
export async function migratePostgres(
  { write }: Pick<Postgres, "write">,
  store: string,
): Promise<readonly DoneMigration[]> {
  const { done } = await write(async (query) => {
    await query({ text: "SELECT pg_advisory_xact_lock($1)" }, [lockKey]);
    const version = await readVersion(query, store);
    if (version !== undefined) await query(beginWrite);
    else if (!(await hasSchema(query))) await query({ text: "CREATE SCHEMA promptctl" });
    const steps: DoneMigration[] = [];
    for (const [index, { what, sql }] of migrations.slice(version ?? 0).entries()) {
      const start = performance.now();
      await query({ text: sql });
      if (version !== undefined) steps.push(doneMigration(version + index + 1, what, start));
    }
    await query({ text: `UPDATE promptctl.state SET migration = ${storeVersion}` });
    return { is: "done", done: steps };
  });
  return done;
}

/** Undefined: there are no tables. Throws a Failure if this code cannot use the database. */
async function readVersion(query: Query, store: string): Promise<number | undefined> {
  const [server] = await query<{ version: number; name: string; state: string | null }>({
    text: `SELECT current_setting('server_version_num')::int AS version,
      current_setting('server_version') AS name, to_regclass('promptctl.state')::text AS state`,
  });
  if (server!.version < oldestServer)
    throw unusableStore(
      `The store ${store} is in PostgreSQL ${server!.name}; promptctl needs version 14 or later.`,
      "Update PostgreSQL, or use another store.",
    );
  if (server!.state === null) return undefined;
  const [row] = await query<{ migration: number }>({
    text: "SELECT migration FROM promptctl.state",
  });
  const version = row!.migration;
  refuseNewerStore(store, version, storeVersion);
  return version;
}

async function hasSchema(query: Query): Promise<boolean> {
  const rows = await query({ text: "SELECT FROM pg_namespace WHERE nspname = 'promptctl'" });
  return rows.length > 0;
}
