// Removes what a store keeps of resources beside their present state, so that a text is in none of its files.
import { openTables, type StoreLocation } from "./open-tables.ts";
import type { TableAccess } from "./store/copied-tables.ts";
import { storeStatements } from "./store/statements.ts";
import { writerColumns } from "./store/stored-version.ts";

/** What was removed of one id. */
export interface PurgedId {
  readonly id: string;
  /** The kind of the resource, if it exists: its present state is kept. */
  readonly kind?: string;
  readonly versions: number;
  readonly deletions: number;
  readonly responses: number;
}

/**
 * Deletes the older versions of the resources with these ids, their deletions, and the stored responses that
 * contain them, in one transaction. Then a SQLite file has no free page with their texts.
 */
export async function purgeStore(
  location: StoreLocation,
  ids: readonly string[],
): Promise<readonly PurgedId[]> {
  await using store = await openTables(location);
  const purged = await store.write(async (access) => {
    const found: PurgedId[] = [];
    for (const id of new Set(ids)) found.push(await purgeId(access, id));
    return found;
  });
  await store.compact();
  return purged;
}

async function purgeId(access: TableAccess, id: string): Promise<PurgedId> {
  const { dialect, select, execute } = access;
  const { prefix, parameter, row } = dialect;
  const given = parameter(1, "text");
  const newest = `(SELECT max(number) FROM ${prefix}versions WHERE resource_id = ${given})`;
  const [kind] = await select(
    `SELECT ${row(["kind"])} AS row FROM ${prefix}resources WHERE id = ${given}`,
    [id],
  );
  // A program without versions, of before a migration, wrote the resource: its newest version is older.
  const outdated = await select(
    `SELECT ${row(["number"])} AS row FROM ${prefix}versions
      JOIN ${prefix}resources ON id = resource_id AND versions.body <> resources.body
      WHERE resource_id = ${given} AND number = ${newest}`,
    [id],
  );
  if (outdated.length > 0)
    await execute(storeStatements(dialect).insertVersion.text, [id, null, ...writerColumns()]);
  const remove = async (table: string, condition: string, value: string): Promise<number> => {
    const where = `FROM ${prefix}${table} WHERE ${condition}`;
    const [count] = await select(`SELECT ${row(["count(*)"])} AS row ${where}`, [value]);
    await execute(`DELETE ${where}`, [value]);
    return (JSON.parse(count!) as [number])[0];
  };
  return {
    id,
    ...(kind !== undefined && { kind: (JSON.parse(kind) as [string])[0] }),
    versions: await remove("versions", `resource_id = ${given} AND number < ${newest}`, id),
    deletions: await remove("deletions", `resource_id = ${given}`, id),
    // Also the responses of others, which contain the resources that they refer to.
    responses: await remove(
      "responses",
      `replace(response, ${given}, '') <> response`,
      JSON.stringify(id),
    ),
  };
}
