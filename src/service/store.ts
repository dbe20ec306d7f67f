// Opens a store.
import { openSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./stored-resource.ts";

/** Opens the store in a SQLite file (created if missing), or an empty one at `:memory:`. */
export async function openStore(
  location: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<Store> {
  return openSqliteStore(location, readOnly);
}
