// Opens the tables of a store that exists: a SQLite file, or a PostgreSQL database.
import { isPostgresUrl } from "./open-store.ts";
import { openSqliteTables } from "./sqlite/sqlite-tables.ts";
import type { TableStore } from "./store/copied-tables.ts";

/** Where a store is: see openStore. */
export interface StoreLocation {
  readonly location: string;
  readonly password?: string | undefined;
}

/** Throws a Failure if there is no store, or if it is of another version of this program. */
export async function openTables({
  location,
  password,
}: StoreLocation): Promise<TableStore & AsyncDisposable> {
  const open = async (): Promise<TableStore> => {
    if (!isPostgresUrl(location)) return openSqliteTables(location);
    const { openPostgresTables } = await import("./postgres/postgres-tables.ts");
    return openPostgresTables(location, password);
  };
  const store = await open();
  return { ...store, [Symbol.asyncDispose]: store.close };
}
