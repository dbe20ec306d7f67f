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
  const run: SqliteDatabase["run"] = (mode, operation) =>
    inTransaction(database, mode, () =>
      runNow(
        operation(),
        ({ statement, values }) => prepared(statement.text).all(values) as object[],
      ),
    );
  /**
   * `total_changes` counts the writes of this connection, `data_version` those of others. Read with `get`,
   * which takes half the time: no table is read. Benchmark: the single gets of npm run bench:service.
   */
  const version = database
    .prepare("SELECT total_changes() || ' ' || data_version FROM pragma_data_version")
    .raw();
  return {
    run,
    version: () => (version.get() as readonly [version: string])[0],
    checkAccess: () => void prepared("SELECT id FROM resources WHERE id = ''").all([]),
    close: () => void database.close(),
  };
}
