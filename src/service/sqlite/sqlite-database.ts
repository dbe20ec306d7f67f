// The database of a store in a SQLite file. SQLite runs in this thread: each operation is complete when
// it returns.
import { type Operation, runNow } from "../store/operation.ts";
import { type Database, inTransaction, prepareOnce, type TransactionMode } from "./sqlite.ts";

/** An operation that throws has changed nothing. */
export interface SqliteDatabase {
  /** Runs an operation in one transaction. */
  run<Result>(mode: TransactionMode, operation: () => Operation<Result>): Result;
  /** A text that changes with every write. */
  version(): string;
  /** Throws if the resources cannot be read. */
  checkAccess(): void;
  close(): void;
}

export function sqliteDatabase(database: Database): SqliteDatabase {
  const prepared = prepareOnce(database);
  /** How many rows this connection has changed; undefined after a write. */
  let ownChanges: number | undefined;
  const run: SqliteDatabase["run"] = (mode, operation) => {
    if (mode === "IMMEDIATE") ownChanges = undefined; // nothing reads before the write is complete
    return inTransaction(database, mode, () =>
      runNow(
        operation(),
        ({ statement, values }) => prepared(statement.text).all(values) as object[],
      ),
    );
  };
  const first = (sql: string): (() => number) => {
    const statement = database.prepare(sql).raw(); // `get` takes half the time of `all`: no table is read
    return () => (statement.get() as readonly [number])[0];
  };
  const totalChanges = first("SELECT total_changes()");
  // Changes with the writes of other connections. Each read of the service asks for it, mostly for this alone: one
  // SELECT for both takes twice the time. Benchmark: the row of one connection of npm run bench:service.
  const dataVersion = first("PRAGMA data_version");
  return {
    run,
    version: () => `${(ownChanges ??= totalChanges())} ${dataVersion()}`,
    checkAccess: () => void prepared("SELECT id FROM resources WHERE id = ''").all([]),
    close: () => void database.close(),
  };
}
