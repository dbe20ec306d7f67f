// One connection to a SQLite file through libsql: rows, transactions, close.
// What the tables are is store.ts; reading a file without leaving a trace is sqlite-reader.ts.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

type Parameter = string | number | null;

/** A connection. Statements are prepared anew each time: a reused one of libsql 0.5 gives old rows. */
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
export async function loadDriver(): Promise<(location: string) => Connection> {
  const { default: Database } = await import("libsql").catch((cause: unknown) => {
    throw new Error(
      "The embedded service keeps its data with the package libsql, and that could not be loaded. " +
        "Install promptctl again with optional dependencies (npm install --include=optional).",
      { cause },
    );
  });
  return (location) => connection(new Database(location, { timeout: busyTimeoutMs }));
}

/** Opens a file for writing, made where it is missing, its folder too. */
export function openFile(connect: (location: string) => Connection, path: string): Connection {
  const location = resolve(path);
  mkdirSync(dirname(location), { recursive: true });
  return connect(location);
}

/** Settings of a connection that writes: an acknowledged write is on the disk (WAL, FULL). */
export function makeDurable(connection: Connection): void {
  connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

type Database = InstanceType<typeof import("libsql")>;

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
  const all = <Row>(sql: string, ...parameters: readonly Parameter[]): Row[] =>
    database.prepare(sql).all(...parameters) as Row[];
  return {
    all,
    run: (sql, ...parameters) => database.prepare(sql).run(...parameters).changes,
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
