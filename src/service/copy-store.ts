// Copies a store into an empty one: SQLite files and PostgreSQL databases, in all directions.
import { refused } from "../engine/model/failure.ts";
import { isPostgresUrl, openStore } from "./open-store.ts";
import { openTables, type StoreLocation } from "./open-tables.ts";
import {
  type CopiedRow,
  type CopiedTable,
  copiedTables,
  readRows,
  type TableAccess,
  writeRows,
} from "./store/copied-tables.ts";
import { withStoreFailure } from "./store/store-failure.ts";
import type { Store } from "./store/stored-resource.ts";

export interface CopyResult {
  readonly resources: number;
  readonly versions: number;
  /** Whether the first store was written to meanwhile: the copy has its state of the beginning. */
  readonly isOutdated: boolean;
}

/**
 * Copies everything but the logins to the page, in one transaction: if it fails or the process ends,
 * nothing was copied. Creates the second store if it is missing; throws a Failure if it is not empty.
 */
export async function copyStore(from: StoreLocation, to: StoreLocation): Promise<CopyResult> {
  await using source = await openTables(from);
  const create = (): Promise<Store> => openStore(to.location, to); // or migrates it
  const store = isPostgresUrl(to.location) ? create() : withStoreFailure(to.location, create);
  await (await store).close();
  await using target = await openTables(to);
  const versionOf = ({ dialect, select }: TableAccess): Promise<readonly string[]> =>
    select(dialect.versionQuery, []);
  const { counts, version } = await target.write(async (written) => {
    await refuseFilled(written, target.name);
    return source.read(async (read) => ({
      version: await versionOf(read),
      counts: await copyTables(read, written),
    }));
  });
  const isOutdated = (await source.read(versionOf)).join() !== version.join();
  const [resources = 0, , versions = 0] = counts;
  return { resources, versions, isOutdated };
}

async function refuseFilled(written: TableAccess, name: string): Promise<void> {
  for (const table of copiedTables) {
    const rows = await readRows(written, table, undefined);
    if (rows.length > 0)
      throw refused(
        "store-not-empty",
        `The store ${name} is not empty. Nothing was copied.`,
        "Copy into a new file, or into an empty database.",
      );
  }
}

/** Returns the number of rows of each table. */
async function copyTables(read: TableAccess, written: TableAccess): Promise<number[]> {
  const counts: number[] = [];
  for (const table of copiedTables) counts.push(await copyTable(read, written, table));
  return counts;
}

async function copyTable(
  read: TableAccess,
  written: TableAccess,
  table: CopiedTable,
): Promise<number> {
  let count = 0;
  let last: CopiedRow | undefined;
  for (;;) {
    const rows = await readRows(read, table, last);
    if (rows.length === 0) return count;
    await writeRows(written, table, rows);
    count += rows.length;
    last = rows.at(-1);
  }
}
