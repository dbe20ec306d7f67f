// The tables of a store in PostgreSQL, for copies.
import type { TableAccess, TableStore } from "../store/copied-tables.ts";
import type { Statement } from "../store/operation.ts";
import { refuseOtherVersion } from "../store/store-failure.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { openingFailure } from "./postgres-failure.ts";
import { beginWrite, needsMigration } from "./postgres-migrations.ts";
import { longStatements } from "./postgres-store.ts";
import { publicUrl } from "./postgres-url.ts";
import { connectPostgres } from "./postgres.ts";

/** One state for all statements. */
const oneState: Statement = { text: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY" };

/** Connects to an existing store, and neither creates nor migrates its tables. */
export async function openPostgresTables(
  url: string,
  password: string | undefined,
): Promise<TableStore> {
  const name = publicUrl(url);
  const database = connectPostgres(url, { ...longStatements, password });
  try {
    refuseOtherVersion(name, !(await needsMigration(database.read, name)));
  } catch (error) {
    await database.close();
    throw openingFailure(name, error as Error);
  }
  const transaction = async <Result>(
    begin: Statement,
    work: (access: TableAccess) => Promise<Result>,
  ): Promise<Result> => {
    const { result } = await database.write(async (query) => {
      await query(begin);
      const select: TableAccess["select"] = async (text, values) =>
        (await query<{ row: string }>({ text }, values)).map(({ row }) => row);
      const execute: TableAccess["execute"] = async (text, values) =>
        void (await query({ text }, values));
      return { is: "done", result: await work({ dialect: postgresDialect, select, execute }) };
    });
    return result;
  };
  return {
    name,
    read: (work) => transaction(oneState, work),
    write: (work) => transaction(beginWrite, work),
    compact: async () => {},
    close: database.close,
  };
}
