// Opens a store: a SQLite file, or a PostgreSQL database.
import { type Failure, wrongUsage } from "../engine/model/failure.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { DoneMigration } from "./store/migration.ts";
import type { Store } from "./store/stored-resource.ts";

/** Whether the location of a store is the URL of a PostgreSQL database, or looks like one. */
export function isPostgresUrl(location: string): boolean {
  return /^postgres(ql)?(:|\/\/)/i.test(location);
}

/**
 * Throws a Failure if a location is neither the URL of a PostgreSQL database nor clearly a file: it
 * can be a URL with a mistake, and a password in it must not become the name of a file. The message
 * names only `source`, the flag or the variable.
 */
export function checkLocation(location: string, source: string): void {
  if (isPostgresUrl(location)) return;
  const [, scheme] = /^([a-z][a-z\d+.-]+):\/\//i.exec(location) ?? [];
  if (scheme !== undefined)
    throw wrongLocation(
      `The store of ${source} cannot be a URL with ${scheme}://.`,
      "Name a file, or a PostgreSQL database: postgres://USER@HOST:5432/DATABASE",
    );
  if (location.includes("@") && !isPath.test(location))
    throw wrongLocation(
      `The store of ${source} is neither a file nor the URL of a PostgreSQL database.`,
      "Write postgres://USER@HOST:5432/DATABASE without quotes. If it is a file with @ in its name, begin with ./",
    );
}

/** From the root, from a drive (Windows), or relative to the working folder. */
const isPath = /^(\.{0,2}[\\/](?!\/)|[a-z]:[\\/])/i;

function wrongLocation(message: string, hint: string): Failure {
  return wrongUsage("wrong-store-url", message, hint);
}

interface OpenOptions {
  /** Of a SQLite file. */
  readonly readOnly?: boolean;
  /** Of the database user, if the URL has none. */
  readonly password?: string | undefined;
  /** Receives each migration of an older store, after all are done. */
  readonly onMigration?: (done: DoneMigration) => void;
}

/**
 * Opens the store in a SQLite file (created if missing), an empty one at `:memory:`, or the one of a
 * PostgreSQL database.
 */
export async function openStore(
  location: string,
  { readOnly = false, password, onMigration }: OpenOptions = {},
): Promise<Store> {
  if (!isPostgresUrl(location)) return openSqliteStore(location, { readOnly, onMigration });
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore(location, { password }, onMigration);
}
