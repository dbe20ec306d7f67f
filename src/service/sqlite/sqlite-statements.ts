// The SQL statements of the store in a SQLite file, and the resources in their rows.
import { once } from "../../engine/model/collections.ts";
import type { JsonObject } from "../../engine/model/json.ts";
import type { Database } from "./sqlite.ts";
import { DamagedStore } from "../store/store-failure.ts";
import type { StoredReference, StoredResource } from "../store/stored-resource.ts";

const referencesOfResource = `(
    SELECT json_group_array(json_object('field', field, 'to', json_object('kind', target.kind, 'id', to_id))
           ORDER BY position)
    FROM resource_references JOIN resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  )`;

/** A resource as bytes of JSON: libsql aborts the process if a text is not valid UTF-8. */
const select = `SELECT
    seq, CAST(json_array(kind, id, parent_kind, parent_id, ${referencesOfResource}) AS BLOB) AS keys,
    CAST(body AS BLOB) AS body
  FROM resources`;

/** `deleted`: the resource with kind and id, and its descendants of the kinds in a JSON list. */
const withDeleted = `WITH RECURSIVE deleted (id) AS (
    SELECT id FROM resources WHERE kind = ? AND id = ?
    UNION
    SELECT child.id FROM resources AS child JOIN deleted ON child.parent_id = deleted.id
    WHERE child.kind IN (SELECT value FROM json_each(?))
  )`;

/** A statement takes any number of parameters. */
type Statement = import("libsql").Statement<unknown[]>;

export type Statements = Readonly<
  Record<
    | "selectKind"
    | "selectChildren"
    | "selectOne"
    | "insert"
    | "update"
    | "insertReference"
    | "deleteReferences"
    | "selectUsers"
    | "delete"
    | "version",
    Statement
  >
> & {
  /** Prepared at the first call: a file that is only read may have no table of responses yet. */
  responses(this: void): ResponseStatements;
  /** Prepared at the first call, for the same reason: the table of versions is newer. */
  versions(this: void): VersionStatements;
};

type VersionStatements = Readonly<
  Record<
    "insert" | "deleteOld" | "selectAll" | "selectOne" | "selectNewest" | "selectSummaries",
    Statement
  >
>;

type ResponseStatements = Readonly<Record<"select" | "insert" | "deleteExpired", Statement>>;

/**
 * The SQL statements, prepared once per connection. Benchmark: the row "each the first time" in
 * docs/performance.md. The parameters of each are in the order of its `?`. Callers read all rows
 * (`all`): a statement left open (`get`) would return rows of an earlier state.
 */
export function prepareStatements(database: Database): Statements {
  const prepare = (sql: string): Statement => database.prepare(sql);
  return {
    selectKind: prepare(`${select} WHERE kind = ? AND seq > ? ORDER BY seq LIMIT ?`),
    selectChildren: prepare(
      `${select} WHERE kind = ? AND parent_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
    ),
    selectOne: prepare(`${select} WHERE kind = ? AND id = ?`),
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
    /** The resources that refer to a deleted one and are not deleted themselves. */
    selectUsers: prepare(
      `${withDeleted} ${select} WHERE id NOT IN (SELECT id FROM deleted) AND id IN
         (SELECT from_id FROM resource_references WHERE to_id IN (SELECT id FROM deleted)) ORDER BY seq`,
    ),
    delete: prepare(`${withDeleted} DELETE FROM resources WHERE id IN (SELECT id FROM deleted)`),
    /**
     * `total_changes` counts the writes of this connection, `data_version` those of others. Read with `get`,
     * which takes half the time: no table is read. Benchmark: the single gets of npm run bench:service.
     */
    version: prepare(
      "SELECT total_changes() || ' ' || data_version FROM pragma_data_version",
    ).raw(),
    responses: once(() => prepareResponses(prepare)),
    versions: once(() => prepareVersions(prepare)),
  };
}

/** The statements of the stored responses, by request id; times are milliseconds since 1970. */
function prepareResponses(prepare: (sql: string) => Statement): ResponseStatements {
  return {
    select: prepare(
      "SELECT body_digest AS bodyDigest, response FROM responses WHERE request_id = ? AND created_at > ?",
    ),
    insert: prepare(
      "INSERT OR REPLACE INTO responses (request_id, body_digest, response, created_at) VALUES (?, ?, ?, ?)",
    ),
    deleteExpired: prepare(
      `DELETE FROM responses WHERE request_id IN
         (SELECT request_id FROM responses WHERE created_at <= ? ORDER BY created_at LIMIT ?)`,
    ),
  };
}

/** From kind and id: the resource as it was in its versions. */
const selectVersion = `SELECT
    CAST(json_array(kind, id, versions.parent_kind, versions.parent_id, json(resource_references)) AS BLOB) AS keys,
    CAST(versions.body AS BLOB) AS body
  FROM versions JOIN resources ON id = resource_id
  WHERE kind = ? AND id = ?`;

/** The statements of the versions of a resource. */
function prepareVersions(prepare: (sql: string) => Statement): VersionStatements {
  return {
    /** From time, key name, origin and id: the present state of the resource is its next version. */
    insert: prepare(
      `INSERT INTO versions
         (resource_id, number, written_at, key_name, origin,
           parent_kind, parent_id, body, resource_references)
       SELECT id, 1 + (SELECT coalesce(max(number), 0) FROM versions WHERE resource_id = resources.id),
         ?, ?, ?, parent_kind, parent_id, body, ${referencesOfResource}
       FROM resources WHERE id = ?`,
    ),
    /** From id, id and the number of versions: deletes all but the newest. */
    deleteOld: prepare(
      `DELETE FROM versions WHERE resource_id = ? AND number <=
         (SELECT max(number) FROM versions WHERE resource_id = ?) - ?`,
    ),
    selectAll: prepare(
      `SELECT number, written_at, key_name, origin, octet_length(versions.body) AS bytes
       FROM versions JOIN resources ON id = resource_id
       WHERE kind = ? AND id = ? ORDER BY number DESC`,
    ),
    selectOne: prepare(`${selectVersion} AND number = ?`),
    selectNewest: prepare(`${selectVersion} ORDER BY number DESC LIMIT 1`),
    /** From the kind of children and ids. */
    selectSummaries: prepare(
      `SELECT resources.id, written_at, key_name, (
         SELECT count(*) FROM resources AS child WHERE child.parent_id = resources.id AND child.kind = ?
       ) AS children
       FROM json_each(?) JOIN resources ON resources.id = value
       LEFT JOIN versions ON resource_id = resources.id
         AND number = (SELECT max(number) FROM versions WHERE resource_id = resources.id)`,
    ),
  };
}

/** The resource in a row of a `select…` statement. Throws DamagedStore if it cannot be read. */
export function toResource(row: unknown): StoredResource {
  const { keys, body } = row as Row;
  const [kind, id, parentKind, parentId, references] = parse<Columns>(keys);
  return {
    kind,
    id,
    ...(parentKind && parentId && { parent: { kind: parentKind, id: parentId } }),
    body: parse<JsonObject>(body),
    references,
  };
}

/** A row of a `select…` statement. */
export interface Row {
  readonly seq: number;
  readonly keys: ArrayBuffer;
  readonly body: ArrayBuffer;
}

type Columns = readonly [
  kind: string,
  id: string,
  parentKind: string | null,
  parentId: string | null,
  references: readonly StoredReference[],
];

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parse<Value>(bytes: ArrayBuffer): Value {
  try {
    return JSON.parse(utf8.decode(bytes)) as Value;
  } catch {
    throw new DamagedStore("a resource in it is not valid UTF-8 or JSON");
  }
}
