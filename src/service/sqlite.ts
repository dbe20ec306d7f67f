// A connection to a SQLite file through libsql: queries, transactions, locks.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

type SqlParameter = string | number | null;

export interface SqliteConnection {
  /** Returns all rows of a query. */
  all<Row>(sql: string, ...parameters: readonly SqlParameter[]): readonly Row[];
  /** Runs one statement that writes. */
  run(sql: string, ...parameters: readonly SqlParameter[]): void;
  /** Runs statements without parameters, separated by `;`. */
  exec(sql: string): void;
  /** Commits the writes of `work`, or rolls them back if it throws. Must not be nested. */
  transaction<T>(work: () => T): T;
  /** Runs several reads on one state of the file. Must not be nested. */
  snapshot<T>(work: () => T): T;
  /** A text that changes with every write, by this connection or by another one. */
  version(): string;
  close(): void;
}

/** How long a statement waits for a lock of another connection, in milliseconds. */
const busyTimeoutMs = 10_000;

/**
 * Loads libsql and returns a function that opens a connection. libsql is an optional dependency
 * with a prebuilt binary, so it is loaded only when a store is opened.
 */
export async function loadDriver(
  timeoutMs: number = busyTimeoutMs,
): Promise<(location: string) => SqliteConnection> {
  const { default: Database } = await import("libsql").catch((cause: unknown) => {
    throw new Error(
      "The embedded service requires the package libsql, which failed to load. " +
        "Reinstall promptctl with optional dependencies (npm install --include=optional).",
      { cause },
    );
  });
  return (location) => createConnection(new Database(location, { timeout: timeoutMs }));
}

/** Opens a file for writing; creates it and its folder if they are missing. */
export function openFile(
  connect: (location: string) => SqliteConnection,
  path: string,
): SqliteConnection {
  const location = resolve(path);
  mkdirSync(dirname(location), { recursive: true });
  return connect(location);
}

/**
 * Locks a file and returns the function that releases the lock, or undefined if another process
 * holds it. The operating system releases the lock when the process ends, even if it is killed.
 */
export async function lockFile(path: string): Promise<(() => void) | undefined> {
  const lock = (await loadDriver(0))(path);
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock.close;
  } catch (cause) {
    lock.close();
    if ((cause as { code?: string }).code === "SQLITE_BUSY") return undefined;
    throw cause;
  }
}

/** With these settings a committed write is on the disk (WAL with full synchronization). */
export function makeDurable(connection: SqliteConnection): void {
  connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

type Database = InstanceType<typeof import("libsql")>;

interface Statement {
  all(...parameters: readonly SqlParameter[]): unknown[];
  run(...parameters: readonly SqlParameter[]): unknown;
}

/**
 * Prepares each statement once. Benchmark: the row "each the first time" in docs/performance.md.
 * Callers read all rows (`all`): a statement left open (`get`) would return
 * rows of an earlier state.
 */
function createStatementCache(database: Database): (sql: string) => Statement {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const statement = statements.get(sql) ?? (database.prepare(sql) as unknown as Statement);
    statements.set(sql, statement);
    return statement;
  };
}

function createConnection(database: Database): SqliteConnection {
  let transactions = 0; // PRAGMA data_version counts only the writes of other connections
  const prepare = createStatementCache(database);

  function within<T>(begin: string, work: () => T): T {
    database.exec(begin);
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (cause) {
      // When the disk is full, SQLite has already rolled back. The first error is the one to report.
      if (database.inTransaction) database.exec("ROLLBACK");
      throw cause;
    }
  }

  const all = <Row>(sql: string, ...parameters: readonly SqlParameter[]): Row[] =>
    prepare(sql).all(...parameters) as Row[];
  return {
    all,
    run: (sql, ...parameters) => void prepare(sql).run(...parameters),
    exec: (sql) => void database.exec(sql),
    transaction(work) {
      transactions += 1;
      return within("BEGIN IMMEDIATE", work);
    },
    snapshot: (work) => within("BEGIN", work),
    version() {
      const [row] = all<{ data_version: number }>("PRAGMA data_version");
      return `${transactions} ${row!.data_version}`;
    },
    close: () => void database.close(),
  };
}
