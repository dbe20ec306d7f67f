// The store in a PostgreSQL database, which several processes can use at once. The store does not
// know the kinds or HTTP.
//
// Writes run one after the other: each begins with an update of the only row of the table `state`,
// and so waits for the write before it. What a write checks can therefore not change before it
// commits, resources are created in the order of `seq`, and the version in that row changes with
// each write. Foreign keys protect references from other programs.
import { connectPostgres, defaultLimits, type Postgres, type PostgresLimits } from "./postgres.ts";
import { openingFailure } from "./postgres-failure.ts";
import { migratePostgres } from "./postgres-migrations.ts";
import {
  deleteResource,
  insertResource,
  readPart,
  readSnapshot,
  writeResource,
} from "./postgres-rows.ts";
import { beginWrite, selectVersion } from "./postgres-statements.ts";
import { publicUrl } from "./postgres-url.ts";
import type { Store } from "./stored-resource.ts";

/** Opens the store at a URL; creates or migrates its tables. Throws a Failure without the password. */
export async function openPostgresStore(
  url: string,
  limits: PostgresLimits = defaultLimits,
): Promise<Store> {
  const database = connectPostgres(url, limits);
  const { read, pools, close } = database;
  const name = publicUrl(url);
  try {
    await migratePostgres(database, name);
  } catch (error) {
    await close();
    throw openingFailure(name, error as Error);
  }
  const write: Postgres["write"] = (work) =>
    database.write(async (query) => {
      await query(beginWrite);
      return work(query);
    });
  return {
    list: (kind, query) => readPart(read, kind, query),
    get: (kind, id) => readSnapshot(read, { kind, id }),
    insert: (resource, options) => write((query) => insertResource(query, resource, options)),
    replace: (resource, options) =>
      write((query) => writeResource(query, "update", resource, options)),
    remove: (kind, id, options) => write((query) => deleteResource(query, { kind, id }, options)),
    version: async () => (await read<{ version: string }>(selectVersion))[0]!.version,
    pools,
    close,
  };
}
