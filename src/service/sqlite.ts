// One connection to a SQLite file through libsql: rows, transactions, close.
// What the tables are is store.ts; reading a file without leaving a trace is sqlite-reader.ts.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

type Parameter = string | number | null;

/** A connection. */
export interface Connection {
  /** Every row of a query. */
  all<Row>(sql: string, ...parameters: readonly Parameter[]): readonly Row[];
  /** One statement that writes; gives the number of rows it changed. */
  run(sql: string, ...parameters: readonly Parameter[]): number;
  /** Statements without parameters, separated by `;`. */
  exec(sql: string): void;
  /** All writes of the work or, where it throws, none of them. Not to be nested. */
  transaction<T>(work: () => T): T;
  /** Reads that all see the same state. Not to be nested. */
  snapshot<T>(work: () => T): T;
  /** Another text once anything may have been written, here or by another connection. */
  version(): string;
  close(): void;
}

/** Milliseconds a statement waits for another connection that writes. */
const busyTimeoutMs = 10_000;

/** Loads libsql: an optional dependency with a prebuilt binary, so only where a store is opened. */
export async function loadDriver(
  timeoutMs: number = busyTimeoutMs,
): Promise<(location: string) => Connection> {
  const { default: Database } = await import("libsql").catch((cause: unknown) => {
    throw new Error(
      "The embedded service keeps its data with the package libsql, and that could not be loaded. " +
        "Install promptctl again with optional dependencies (npm install --include=optional).",
      { cause },
    );
  });
  return (location) => connection(new Database(location, { timeout: timeoutMs }));
}

/** Opens a file for writing, made where it is missing, its folder too. */
export function openFile(connect: (location: string) => Connection, path: string): Connection {
  const location = resolve(path);
  mkdirSync(dirname(location), { recursive: true });
  return connect(location);
}

/**
 * Takes a lock that is a file's own; gives what releases it, or undefined where another has it.
 * The system releases it when the process ends, however that ends.
 */
export async function lockFile(path: string): Promise<(() => void) | undefined> {
  const held = (await loadDriver(0))(path);
  try {
    held.exec("BEGIN EXCLUSIVE");
    return held.close;
  } catch (cause) {
    held.close();
    if ((cause as { code?: string }).code === "SQLITE_BUSY") return undefined;
    throw cause;
  }
}

/** Settings of a connection that writes: an acknowledged write is on the disk (WAL, FULL). */
export function makeDurable(connection: Connection): void {
  connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

type Database = InstanceType<typeof import("libsql")>;

/** What is used of a prepared statement. */
interface Statement {
  all(...parameters: readonly Parameter[]): unknown[];
  run(...parameters: readonly Parameter[]): { changes: number };
}

/** Statements kept at most; there are fewer of ours, but for lists of many lengths. */
const mostStatements = 100;

/**
 * Prepared statements, reused: preparing costs more than most reads. They are only ever read to
 * the end (`all`), for one that is left open (`get`) answers with rows of an earlier time.
 */
function statementsOf(database: Database): (sql: string) => Statement {
  const kept = new Map<string, Statement>();
  return (sql) => {
    const known = kept.get(sql) ?? (database.prepare(sql) as unknown as Statement);
    if (kept.size >= mostStatements && !kept.has(sql)) kept.clear();
    kept.set(sql, known);
    return known;
  };
}

function connection(database: Database): Connection {
  let transactions = 0; // data_version tells of writes by others only

  function within<T>(begin: string, work: () => T): T {
    database.exec(begin);
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (cause) {
      // After a full disk SQLite has rolled back by itself; the first error is the one to tell.
      if (database.inTransaction) database.exec("ROLLBACK");
      throw cause;
    }
  }
  const prepared = statementsOf(database);
  const all = <Row>(sql: string, ...parameters: readonly Parameter[]): Row[] =>
    prepared(sql).all(...parameters) as Row[];
  return {
    all,
    run: (sql, ...parameters) => prepared(sql).run(...parameters).changes,
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
