// PostgreSQL through the client pg: connections, statements and transactions.
// pg is the most used client, has a release each month, and its pool has a limit for waiting and
// counts for metrics.
import { type ClientBase, Pool, type PoolConfig } from "pg";
import {
  isRejection,
  isSerializationFailure,
  reasonOf,
  databaseFailure,
} from "./postgres-failure.ts";
import type { Statement } from "../store/operation.ts";
import { clientSettings, preparesStatements, publicUrl } from "./postgres-url.ts";
import {
  isResultUnknown,
  isStoreUnavailable,
  StatementRejected,
  storeResultUnknown,
  StoreUnavailable,
} from "../store/store-failure.ts";
import type { PoolState } from "../store/stored-resource.ts";

/** Runs a statement; returns its rows. */
export type Query = <Row extends object>(
  statement: Statement,
  values?: readonly unknown[],
) => Promise<Row[]>;

export interface Postgres {
  /** Runs one statement, which sees one state of the database. */
  readonly read: Query;
  /** Runs `work` in a transaction after `first`, and commits it if `work` returns `is: "done"`. */
  write<Outcome extends { readonly is: string }>(
    work: (query: Query) => Promise<Outcome>,
    first?: Statement,
  ): Promise<Outcome>;
  /** `queued`: writes that wait for one before them. */
  pools(queued: number): PoolState[];
  /** Resolves when the statements in progress are complete. */
  close(): Promise<void>;
}

export interface PostgresSettings {
  readonly readConnections: number;
  /** One for the queue of writes, one for logins. */
  readonly writeConnections: number;
  /** For a free connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** For the response to a statement, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** If the URL has none. Default: PGPASSWORD, then ~/.pgpass. */
  readonly password?: string | undefined;
}

export const defaultSettings: PostgresSettings = {
  readConnections: 8,
  writeConnections: 2,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
};

/** Connects at the first statement. Throws a Failure if the URL is wrong. */
export function connectPostgres(url: string, settings: PostgresSettings): Postgres {
  const database = { store: publicUrl(url), prepares: preparesStatements(url), settings };
  const pools = {
    read: createPool(url, settings, settings.readConnections),
    write: createPool(url, settings, settings.writeConnections, { pipeline: true }),
  };
  return {
    read: queryOf(pools.read, database),
    write: (work, first) => repeatedTransaction(pools.write, database, { work, first }),
    pools: (queued) => [stateOf("read", pools.read), stateOf("write", pools.write, queued)],
    close: async () => void (await Promise.all([pools.read.end(), pools.write.end()])),
  };
}

/** `pipeline`: statements that are sent together do not wait for each other's answer. */
function createPool(
  url: string,
  settings: PostgresSettings,
  max: number,
  own: Pick<PoolConfig, "pipeline"> = {},
): Pool {
  const given = clientSettings(url);
  const password = given.password || settings.password;
  const pool = new Pool({
    application_name: "promptctl",
    ...given,
    ...(password && { password }),
    ...own,
    max,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    query_timeout: settings.statementTimeoutMs + 1_000, // after that of the server
    keepAlive: true,
    // The server would compile statements: 0.8 s for a list that it reads in 0.1 s.
    onConnect: async (client) => void (await client.query("SET jit = off")),
  });
  return pool.on("error", () => {}); // of an idle connection, which the pool removes
}

function stateOf(name: PoolState["pool"], pool: Pool, queued = 0): PoolState {
  const { idleCount: idle, totalCount, waitingCount } = pool;
  return { pool: name, idle, busy: totalCount - idle, waiting: waitingCount + queued };
}

function queryOf(client: Pick<ClientBase, "query">, { store, prepares }: Database): Query {
  return async ({ name, text }, values = []) => {
    try {
      const { rows } = await client.query({
        ...(name && prepares && { name }),
        text,
        values: [...values],
      });
      return rows;
    } catch (error) {
      throw statementFailure(store, error);
    }
  };
}

/** The error of a transaction that can be repeated as it is, others as Failures. */
function statementFailure(store: string, error: unknown): Error {
  return isSerializationFailure(error) ? (error as Error) : databaseFailure(store, error as Error);
}

/** What statements and transactions need to know about the database. */
interface Database {
  /** Its URL without the password, for messages. */
  readonly store: string;
  /** Whether statements are prepared. */
  readonly prepares: boolean;
  readonly settings: PostgresSettings;
}

/** How often a transaction is started that PostgreSQL ends in favour of another one. */
const maxAttempts = 3;

interface Transaction<Outcome> {
  readonly work: (query: Query) => Promise<Outcome>;
  readonly first: Statement | undefined;
}

async function repeatedTransaction<Outcome extends { readonly is: string }>(
  pool: Pool,
  database: Database,
  transaction: Transaction<Outcome>,
): Promise<Outcome> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1)
    try {
      return await runTransaction(pool, database, transaction);
    } catch (error) {
      if (!isSerializationFailure(error)) throw error;
    }
  throw new StoreUnavailable(database.store, "too many writes at the same time");
}

async function runTransaction<Outcome extends { readonly is: string }>(
  pool: Pool,
  database: Database,
  { work, first }: Transaction<Outcome>,
): Promise<Outcome> {
  const { store, settings } = database;
  const client = await pool.connect().catch((error: Error) => {
    throw databaseFailure(store, error);
  });
  client.on("error", ignoreError);
  const query = queryOf(client, database);
  let isUsable = true;
  try {
    await query({ text: beginText(settings, first) });
    const outcome = await work(query);
    if (outcome.is === "done") await commit(client, store);
    else await query({ text: "ROLLBACK" });
    return outcome;
  } catch (error) {
    const isLost = isStoreUnavailable(error) || isResultUnknown(error);
    isUsable = !isLost && (await rollBack(client));
    throw error;
  } finally {
    client.off("error", ignoreError);
    client.release(!isUsable);
  }
}

/** The statement in progress fails too: its caller gets the error. */
function ignoreError(): void {}

/**
 * The time limits are those of the server: they end a transaction whose client is gone. READ
 * COMMITTED, because each write waits first for the one before it, and must see what that wrote.
 */
function beginText({ statementTimeoutMs }: PostgresSettings, first?: Statement): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
    SET LOCAL statement_timeout = ${statementTimeoutMs};
    SET LOCAL idle_in_transaction_session_timeout = ${statementTimeoutMs};
    ${first?.text ?? ""}`;
}

async function commit(client: ClientBase, store: string): Promise<void> {
  const { command } = await client.query("COMMIT").catch((error: Error) => {
    if (isRejection(error)) throw statementFailure(store, error);
    throw storeResultUnknown(store, reasonOf(error));
  });
  // PostgreSQL answers so, without an error, after a statement that failed.
  if (command === "ROLLBACK")
    throw new StatementRejected(store, "the transaction was rolled back", "25P02");
}

/** Returns false if the connection cannot be used any more. */
async function rollBack(client: ClientBase): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}
