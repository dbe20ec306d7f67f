// The tables of a store in PostgreSQL, for copies.
import type { Dialect, TableAccess, TableStore } from "../store/copied-tables.ts";
import { refuseOtherVersion } from "../store/store-failure.ts";
import { openingFailure } from "./postgres-failure.ts";
import { needsMigration } from "./postgres-migrations.ts";
import { longStatements } from "./postgres-store.ts";
import { beginWrite } from "./postgres-statements.ts";
import { publicUrl } from "./postgres-url.ts";
import { connectPostgres, type Statement } from "./postgres.ts";

const sqlTypes = { position: "bigint", number: "bigint", text: "text", json: "json" } as const;

const dialect: Dialect = {
  prefix: "promptctl.",
  versionQuery: "SELECT version::text AS row FROM promptctl.state",
  parameter: (number, type) => `$${number}::${sqlTypes[type]}`,
  row: (columns) =>
    `json_build_array(${columns
      // A version without references has none; SQLite has an empty list there.
      .map(([name, type]) => (type === "json" ? `coalesce(${name}::text, '[]')` : name))
      .join(", ")})::text`,
  items: "json_array_elements($1::json) WITH ORDINALITY AS given (value, place)",
  cell: (index, type) => `(value ->> ${index})::${sqlTypes[type]}`,
};

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
      return { is: "done", result: await work({ dialect, select, execute }) };
    });
    return result;
  };
  return {
    name,
    read: (work) => transaction(oneState, work),
    write: (work) => transaction(beginWrite, work),
    close: database.close,
  };
}
