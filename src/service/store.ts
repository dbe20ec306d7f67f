// Opens a store: a SQLite file, or a PostgreSQL database.
import { openSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./stored-resource.ts";

/** Whether the location of a store is the URL of a PostgreSQL database. */
export function isPostgresUrl(location: string): boolean {
  return /^postgres(ql)?:/i.test(location);
}

/**
 * Opens the store in a SQLite file (created if missing), an empty one at `:memory:`, or the one of a
 * PostgreSQL database.
 */
export async function openStore(
  location: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<Store> {
  if (!isPostgresUrl(location)) return openSqliteStore(location, readOnly);
  const { openPostgresStore } = await import("./postgres-store.ts");
  return openPostgresStore(location);
}
