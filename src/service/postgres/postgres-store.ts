// The store in a PostgreSQL database, which several processes can use at once. The store does not
// know the kinds or HTTP.
//
// Writes run one after the other: each begins with an update of the only row of the table `state`,
// and so waits for the write before it. What a write checks can therefore not change before it
// commits, resources are created in the order of `seq`, and the version in that row changes with
// each write. Foreign keys protect references from other programs.
import {
  connectPostgres,
  defaultSettings,
  type Postgres,
  type PostgresSettings,
  type Query,
} from "./postgres.ts";
import { openingFailure } from "./postgres-failure.ts";
import { migratePostgres, needsMigration } from "./postgres-migrations.ts";
import {
  deleteResource,
  insertResource,
  readPart,
  readSnapshot,
  writeResource,
} from "./postgres-rows.ts";
import { closeSession, findSession, storeSession } from "./postgres-sessions.ts";
import { beginWrite, selectMissingPrivilege, selectVersion } from "./postgres-statements.ts";
import { publicUrl } from "./postgres-url.ts";
import { readSummaries, readVersion, readVersions } from "./postgres-versions.ts";
import { StatementRejected } from "../store/store-failure.ts";
import type { Store } from "../store/stored-resource.ts";

/** Opens the store at a URL; creates or migrates its tables. Throws a Failure without the password. */
export async function openPostgresStore(
  url: string,
  given: Partial<PostgresSettings> = {},
): Promise<Store> {
  const settings = { ...defaultSettings, ...given };
  const database = connectPostgres(url, settings);
  const { read, pools, close } = database;
  const name = publicUrl(url);
  try {
    if (await needsMigration(read, name)) await migrate(url, settings);
    await checkAccess(read, name);
  } catch (error) {
    await close();
    throw openingFailure(name, error as Error);
  }
  const write: Postgres["write"] = (work) =>
    database.write(async (query) => {
      await query(beginWrite);
      return work(query);
    });
  const writeSession = async (work: (query: Query) => Promise<void>): Promise<void> => {
    await database.write(async (query) => {
      await work(query);
      return { is: "done" };
    });
  };
  return {
    list: (kind, query) => readPart(read, kind, query),
    get: (kind, id) => readSnapshot(read, { kind, id }),
    insert: (resource, options) => write((query) => insertResource(query, resource, options)),
    replace: (resource, options) =>
      write((query) => writeResource(query, "update", resource, options)),
    remove: (kind, id, options) => write((query) => deleteResource(query, { kind, id }, options)),
    summaries: (ids, childKind) => readSummaries(read, ids, childKind),
    versions: (kind, id) => readVersions(read, { kind, id }),
    getVersion: (kind, id, number) => readVersion(read, { kind, id }, number),
    openSession: (session, now) => writeSession((query) => storeSession(query, session, now)),
    findSession: (idDigest, now) => findSession(read, idDigest, now),
    closeSession: (idDigest) => writeSession((query) => closeSession(query, idDigest)),
    version: async () => (await read<{ version: string }>(selectVersion))[0]!.version,
    checkAccess: () => checkAccess(read, name),
    pools,
    close,
  };
}

/** Rejects if a table or a privilege is missing. A read-only server passes: reads are answered. */
async function checkAccess(read: Query, name: string): Promise<void> {
  const [missing] = await read<{ privilege: string; table: string }>(selectMissingPrivilege);
  if (!missing) return;
  const reason = `permission denied for ${missing.privilege} of table ${missing.table}`;
  throw new StatementRejected(name, reason, "42501");
}

/** For migrations and copies, which can take all resources: migrating 100,000 prompts takes 25 s. */
export const longStatements: PostgresSettings = {
  ...defaultSettings,
  statementTimeoutMs: 60 * 60_000,
};

/** Migrates over a connection of its own, whose statements can take long. */
async function migrate(url: string, settings: PostgresSettings): Promise<void> {
  const { statementTimeoutMs } = longStatements;
  const database = connectPostgres(url, { ...settings, statementTimeoutMs });
  try {
    await migratePostgres(database, publicUrl(url));
  } finally {
    await database.close();
  }
}
