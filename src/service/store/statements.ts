// The SQL statements of the store, in the dialect of its database.
import type { Dialect } from "./dialect.ts";
import type { Statement } from "./operation.ts";
import { maxDeletions } from "./stored-deletion.ts";
import { maxPartBytes } from "./stored-resource.ts";

/** A part of a list has at most this number of resources. Each part looks at one more. */
const maxPartLength = 1_000;

type StatementName =
  | "list"
  | "listChildren"
  | "reachable"
  | "insert"
  | "update"
  | "insertReferences"
  | "deleteReferences"
  | "users"
  | "insertDeletions"
  | "deleteMoreDeletions"
  | "deleteExpiredDeletions"
  | "deletions"
  | "deletionsOfName"
  | "deletion"
  | "deleteReferencesOfDeleted"
  | "delete"
  | "response"
  | "insertResponse"
  | "deleteExpiredResponses"
  | "insertVersion"
  | "deleteVersions"
  | "versions"
  | "version"
  | "newestVersion"
  | "summaries"
  | "insertSession"
  | "deleteExpiredSessions"
  | "session"
  | "deleteSession";

export type Statements = Readonly<Record<StatementName, Statement>>;

/** The statements. The comment of each names its parameters, in their order. */
export function storeStatements(dialect: Dialect): Statements {
  const { prefix, parameter, texts, lookUp, row, text, references } = dialect;
  const given = (number: number): string => parameter(number, "text");
  const number = (place: number): string => parameter(place, "number");
  const columns = `seq, ${row(["kind", "resources.id", "parent_kind", "parent_id", references])} AS keys, ${text("body")} AS body`;
  // The resources of `start`, and those that they refer to, directly or not.
  const reachable = `reachable (id) AS (
      SELECT id FROM start
      UNION
      SELECT to_id FROM reachable ${lookUp("resource_references", "resource_references.from_id = reachable.id")}
    )`;
  const reachableResources = `reachable ${lookUp("resources", "resources.id = reachable.id")}`;
  // A part of a list. MATERIALIZED: SQLite would compute `start` at each of its uses.
  const part = (condition: string): string => `WITH RECURSIVE page AS (
      SELECT seq, id, octet_length(body) AS bytes FROM ${prefix}resources
      WHERE kind = ${given(1)} AND seq > ${number(2)} ${condition} ORDER BY seq LIMIT ${maxPartLength + 1}
    ), start AS MATERIALIZED (
      SELECT id FROM (
        SELECT id, row_number() OVER by_seq AS place, sum(bytes) OVER by_seq - bytes AS before
        FROM page WINDOW by_seq AS (ORDER BY seq ROWS UNBOUNDED PRECEDING)
      ) AS sized WHERE before < ${maxPartBytes} AND place <= ${maxPartLength}
    ), ${reachable}
    SELECT ${columns}, resources.id IN (SELECT id FROM start) AS is_listed,
      (SELECT count(*) FROM start) < (SELECT count(*) FROM page) AS has_more
    FROM ${reachableResources} ORDER BY seq`;
  // The resource with a kind and an id, and its descendants of the kinds in a list.
  const deleted = `WITH RECURSIVE deleted (id) AS (
      SELECT id FROM ${prefix}resources WHERE kind = ${given(1)} AND id = ${given(2)}
      UNION
      SELECT child.id FROM ${prefix}resources AS child JOIN deleted ON child.parent_id = deleted.id
      WHERE child.kind IN (SELECT value FROM ${texts(3)})
    )`;
  // The resource with a kind and an id as it was in its versions.
  const states = `SELECT
      ${row(["kind", "id", "versions.parent_kind", "versions.parent_id", dialect.list("resource_references")])} AS keys,
      ${text("versions.body")} AS body
    FROM ${prefix}versions JOIN ${prefix}resources ON id = resource_id
    WHERE kind = ${given(1)} AND id = ${given(2)}`;
  // Of a kind, after a time.
  const deletions = (condition: string): string => `SELECT
      ${row(["seq", "resource_id", "name", "deleted_at", "octet_length(body)", "key_name", "origin", "verified_run"])} AS entry
    FROM ${prefix}deletions WHERE kind = ${given(1)} AND deleted_at > ${number(2)} ${condition} ORDER BY seq DESC`;
  const expired = (table: string, key: string, time: string): string =>
    `DELETE FROM ${prefix}${table} WHERE ${key} IN (
      SELECT ${key} FROM ${prefix}${table} WHERE ${time} <= ${number(1)} ORDER BY ${time} LIMIT ${number(2)}
    )`;
  return named({
    /** Kind, and `seq` before the part. */
    list: part(""),
    /** Kind, `seq` before the part, id of the parent. */
    listChildren: part(`AND parent_id = ${given(3)}`),
    /** Ids. */
    reachable: `WITH RECURSIVE start AS (SELECT value AS id FROM ${texts(1)}), ${reachable}
      SELECT ${columns} FROM ${reachableResources}`,
    /** Kind, id, kind and id of the parent, body. */
    insert: `INSERT INTO ${prefix}resources (kind, id, parent_kind, parent_id, body)
      VALUES (${[1, 2, 3, 4, 5].map(given).join(", ")})`,
    /** The same. */
    update: `UPDATE ${prefix}resources
      SET parent_kind = ${given(3)}, parent_id = ${given(4)}, body = ${given(5)}
      WHERE kind = ${given(1)} AND id = ${given(2)}`,
    /** Id, and a list of position, field and id of the target. */
    insertReferences: `INSERT INTO ${prefix}resource_references (from_id, position, field, to_id)
      SELECT ${given(1)}, ${dialect.cell(0, "number")}, ${dialect.cell(1, "text")}, ${dialect.cell(2, "text")}
      FROM ${dialect.items(2)}`,
    /** Id. */
    deleteReferences: `DELETE FROM ${prefix}resource_references WHERE from_id = ${given(1)}`,
    /** The resources that refer to a deleted one and are not deleted themselves. */
    users: `${deleted} SELECT ${columns} FROM ${prefix}resources
      WHERE id NOT IN (SELECT id FROM deleted) AND id IN (
        SELECT from_id FROM ${prefix}resource_references WHERE to_id IN (SELECT id FROM deleted)
      ) ORDER BY seq`,
    /** The same, time, key name, origin, verified run. Before the other two. */
    insertDeletions: `${deleted} INSERT INTO ${prefix}deletions
        (resource_id, kind, name, deleted_at, key_name, origin, verified_run,
          parent_kind, parent_id, body, resource_references)
      SELECT id, kind, ${dialect.field("body", "name")}, ${number(4)}, ${given(5)}, ${given(6)}, ${given(7)},
        parent_kind, parent_id, body, ${references}
      FROM ${prefix}resources WHERE id IN (SELECT id FROM deleted) ORDER BY seq`,
    deleteReferencesOfDeleted: `${deleted}
      DELETE FROM ${prefix}resource_references WHERE from_id IN (SELECT id FROM deleted)`,
    /** After it: a foreign key rejects the target of a reference. */
    delete: `${deleted} DELETE FROM ${prefix}resources WHERE id IN (SELECT id FROM deleted)`,

    /** Kind. */
    deleteMoreDeletions: `DELETE FROM ${prefix}deletions WHERE kind = ${given(1)} AND seq <= (
        SELECT seq FROM ${prefix}deletions WHERE kind = ${given(1)}
        ORDER BY seq DESC LIMIT 1 OFFSET ${maxDeletions}
      )`,
    /** Time, and the highest number of deleted ones. */
    deleteExpiredDeletions: expired("deletions", "seq", "deleted_at"),
    /** Kind, and the time before those that count. */
    deletions: deletions(""),
    /** Kind, the time before those that count, name. */
    deletionsOfName: deletions(`AND name = ${given(3)}`),
    /** Kind, place. */
    deletion: `SELECT
        ${row(["kind", "resource_id", "parent_kind", "parent_id", dialect.list("resource_references")])} AS keys,
        ${text("body")} AS body
      FROM ${prefix}deletions WHERE kind = ${given(1)} AND seq = ${number(2)}`,

    /** Request id, and the time before those that count. Times are milliseconds since 1970. */
    response: `SELECT body_digest AS "bodyDigest", response FROM ${prefix}responses
      WHERE request_id = ${given(1)} AND created_at > ${number(2)}`,
    /** Request id, digest of the body, response, time. */
    insertResponse: `INSERT INTO ${prefix}responses (request_id, body_digest, response, created_at)
      VALUES (${given(1)}, ${given(2)}, ${given(3)}, ${number(4)})
      ON CONFLICT (request_id) DO UPDATE SET body_digest = excluded.body_digest,
        response = excluded.response, created_at = excluded.created_at`,
    /** Time, and the highest number of deleted ones. */
    deleteExpiredResponses: expired("responses", "request_id", "created_at"),

    /** Id, time, key name, origin, verified run. The present state of the resource is its next version. */
    insertVersion: `INSERT INTO ${prefix}versions
        (resource_id, number, written_at, key_name, origin, verified_run,
          parent_kind, parent_id, body, resource_references)
      SELECT id,
        1 + (SELECT coalesce(max(number), 0) FROM ${prefix}versions WHERE resource_id = resources.id),
        ${number(2)}, ${given(3)}, ${given(4)}, ${given(5)}, parent_kind, parent_id, body, ${references}
      FROM ${prefix}resources WHERE id = ${given(1)} RETURNING number`,
    /** Id, and the highest number of a deleted one. */
    deleteVersions: `DELETE FROM ${prefix}versions
      WHERE resource_id = ${given(1)} AND number <= ${number(2)}`,
    /** Kind and id. */
    versions: `SELECT number, written_at, key_name, origin, verified_run, octet_length(versions.body) AS bytes
      FROM ${prefix}versions JOIN ${prefix}resources ON id = resource_id
      WHERE kind = ${given(1)} AND id = ${given(2)} ORDER BY number DESC`,
    /** Kind, id, number. */
    version: `${states} AND number = ${number(3)}`,
    /** Kind and id. */
    newestVersion: `${states} ORDER BY number DESC LIMIT 1`,
    /** Ids, and the kind of children. */
    summaries: `SELECT id, written_at, key_name, (
        SELECT count(*) FROM ${prefix}resources AS child
        WHERE child.parent_id = resources.id AND child.kind = ${given(2)}
      ) AS children
      FROM ${prefix}resources LEFT JOIN ${prefix}versions ON resource_id = id
        AND number = (SELECT max(number) FROM ${prefix}versions WHERE resource_id = id)
      WHERE id IN (SELECT value FROM ${texts(1)})`,

    /** Digest of the id, digest of the key, time of its end. */
    insertSession: `INSERT INTO ${prefix}sessions (id_digest, key_digest, expires_at)
      VALUES (${given(1)}, ${given(2)}, ${number(3)})`,
    /** Time, and the highest number of deleted ones. */
    deleteExpiredSessions: expired("sessions", "id_digest", "expires_at"),
    /** Digest of the id, time. */
    session: `SELECT key_digest FROM ${prefix}sessions
      WHERE id_digest = ${given(1)} AND expires_at > ${number(2)}`,
    /** Digest of the id. */
    deleteSession: `DELETE FROM ${prefix}sessions WHERE id_digest = ${given(1)}`,
  });
}

function named(texts: Readonly<Record<StatementName, string>>): Statements {
  const statements = Object.entries(texts).map(([name, text]) => [name, { name, text }]);
  return Object.fromEntries(statements) as Statements;
}
