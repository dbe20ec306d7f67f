// The SQL statements of the store, prepared once per connection. Benchmark: the row "each the first
// time" in docs/performance.md. Callers read all rows (`all`): a statement left open (`get`) would
// return rows of an earlier state.
import type { JsonObject } from "../engine/model/json.ts";
import type { Database } from "./sqlite.ts";
import type { StoredReference, StoredResource } from "./stored-resource.ts";

const select = `SELECT kind, id, parent_kind, parent_id, body, (
    SELECT json_group_array(json_object('field', field, 'to', json_object('kind', target.kind, 'id', to_id))
           ORDER BY position)
    FROM resource_references JOIN resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  ) AS refers FROM resources`;

/** `deleted`: the resource with kind and id, and its descendants of the kinds in a JSON list. */
const withDeleted = `WITH RECURSIVE deleted (id) AS (
    SELECT id FROM resources WHERE kind = ? AND id = ?
    UNION
    SELECT child.id FROM resources AS child JOIN deleted ON child.parent_id = deleted.id
    WHERE child.kind IN (SELECT value FROM json_each(?))
  )`;

/** A statement takes any number of parameters. */
type Statement = import("libsql").Statement<unknown[]>;

/** The prepared statements of a connection. The parameters of each are in the order of its `?`. */
export interface Statements {
  readonly selectKind: Statement;
  readonly selectChildren: Statement;
  readonly selectOne: Statement;
  readonly exists: Statement;
  readonly insert: Statement;
  readonly update: Statement;
  readonly insertReference: Statement;
  readonly deleteReferences: Statement;
  /** The resources that refer to a deleted one and are not deleted themselves. */
  readonly selectUsers: Statement;
  readonly delete: Statement;
  /** `total_changes` counts the writes of this connection, `data_version` those of others. */
  readonly version: Statement;
}

export function prepareStatements(database: Database): Statements {
  const prepare = (sql: string): Statement => database.prepare(sql);
  return {
    selectKind: prepare(`${select} WHERE kind = ? ORDER BY seq`),
    selectChildren: prepare(`${select} WHERE kind = ? AND parent_id = ? ORDER BY seq`),
    selectOne: prepare(`${select} WHERE kind = ? AND id = ?`),
    exists: prepare("SELECT id FROM resources WHERE kind = ? AND id = ?"),
    insert: prepare(
      "INSERT INTO resources (parent_kind, parent_id, body, kind, id) VALUES (?, ?, ?, ?, ?)",
    ),
    update: prepare(
      "UPDATE resources SET parent_kind = ?, parent_id = ?, body = ? WHERE kind = ? AND id = ?",
    ),
    insertReference: prepare(
      "INSERT INTO resource_references (from_id, position, field, to_id) VALUES (?, ?, ?, ?)",
    ),
    deleteReferences: prepare("DELETE FROM resource_references WHERE from_id = ?"),
    selectUsers: prepare(
      `${withDeleted} ${select} WHERE id NOT IN (SELECT id FROM deleted) AND id IN
         (SELECT from_id FROM resource_references WHERE to_id IN (SELECT id FROM deleted)) ORDER BY seq`,
    ),
    delete: prepare(`${withDeleted} DELETE FROM resources WHERE id IN (SELECT id FROM deleted)`),
    version: prepare(
      "SELECT total_changes() || ' ' || data_version AS version FROM pragma_data_version",
    ),
  };
}

/** The resource in a row of a `select…` statement. */
export function toResource(row: unknown): StoredResource {
  const { kind, id, parent_kind, parent_id, body, refers } = row as Record<string, string | null>;
  return {
    kind: kind!,
    id: id!,
    ...(parent_kind && parent_id && { parent: { kind: parent_kind, id: parent_id } }),
    body: JSON.parse(body!) as JsonObject,
    references: JSON.parse(refers!) as StoredReference[],
  };
}
