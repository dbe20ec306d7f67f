// The store in a PostgreSQL database, which several processes can use at once. The store does not
// know the kinds or HTTP.
//
// Writes run one after the other: each begins with an update of the only row of the table `state`,
// and so waits for the write before it. What a write checks can therefore not change before it
// commits, resources are created in the order of `seq`, and the version in that row changes with
// each write. Foreign keys protect references from other programs.
import { connectPostgres, defaultSettings, type PostgresSettings, type Query } from "./postgres.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { openingFailure } from "./postgres-failure.ts";
import { beginWrite, migratePostgres, needsMigration } from "./postgres-migrations.ts";
import { publicUrl } from "./postgres-url.ts";
import type { DoneMigration } from "../store/migration.ts";
import { createWriteQueue } from "./write-queue.ts";
import { createStore } from "../store/create-store.ts";
import { type Operation, runLater, type Statement } from "../store/operation.ts";
import { StatementRejected } from "../store/store-failure.ts";
import type { Store } from "../store/stored-resource.ts";

/** Opens the store at a URL; creates or migrates its tables. Throws a Failure without the password. */
export async function openPostgresStore(
  url: string,
  given: Partial<PostgresSettings> = {},
  onMigration?: (done: DoneMigration) => void,
): Promise<Store> {
  const settings = { ...defaultSettings, ...given };
  const database = connectPostgres(url, settings);
  const { read, close } = database;
  const name = publicUrl(url);
  try {
    if (await needsMigration(read, name))
      (await migrate(url, settings)).forEach((each) => onMigration?.(each));
    await checkAccess(read, name);
  } catch (error) {
    await close();
    throw openingFailure(name, error as Error);
  }
  const runWith = <Result>(query: Query, operation: () => Operation<Result>): Promise<Result> =>
    runLater(operation(), ({ statement, values }) => query(statement, values));
  const queue = createWriteQueue({
    transaction: database.write,
    begin: beginWrite,
    store: name,
    timeoutMs: settings.connectTimeoutMs,
  });
  return {
    ...createStore(postgresDialect, {
      read: (operation) => runWith(read, operation),
      write: (operation) => queue.write((query) => runWith(query, operation)),
      writeSession: async (operation) => {
        await database.write(async (query) => {
          await runWith(query, operation);
          return { is: "done" };
        });
      },
    }),
    version: async () => (await read<{ version: string }>(selectVersion))[0]!.version,
    checkAccess: () => checkAccess(read, name),
    pools: () => database.pools(queue.waiting()),
    close,
  };
}

/** Changes with each committed write. */
const selectVersion: Statement = {
  name: "version-of-store",
  text: "SELECT version FROM promptctl.state",
};

/** A privilege that the user lacks on a table. An error if there is no such table. */
const selectMissingPrivilege: Statement = {
  name: "missing-privilege",
  text: `SELECT privilege, "table"
    FROM unnest(ARRAY['resources', 'resource_references', 'state', 'responses', 'versions', 'sessions', 'deletions']) AS "table",
      unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
    WHERE NOT has_table_privilege('promptctl.' || "table", privilege) LIMIT 1`,
};

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
async function migrate(url: string, settings: PostgresSettings): Promise<readonly DoneMigration[]> {
  const { statementTimeoutMs } = longStatements;
  const database = connectPostgres(url, { ...settings, statementTimeoutMs });
  try {
    return await migratePostgres(database, publicUrl(url));
  } finally {
    await database.close();
  }
}
