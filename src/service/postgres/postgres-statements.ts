// The SQL statements of the store in PostgreSQL, and the resources in their rows.
import type { JsonObject } from "../../engine/model/json.ts";
import type { Statement } from "./postgres.ts";
import { DamagedStore } from "../store/store-failure.ts";
import type { StoredReference, StoredResource } from "../store/stored-resource.ts";

/** A row of a `select…` statement. */
export interface ResourceRow {
  /** A bigint as text. */
  readonly seq: string;
  readonly kind: string;
  readonly id: string;
  readonly parent_kind: string | null;
  readonly parent_id: string | null;
  readonly body: string;
  readonly references: readonly StoredReference[] | null;
}

/** A row of `selectList`: a resource of the list, or one that they refer to. */
export interface ListRow extends ResourceRow {
  readonly is_listed: boolean;
  /** There are more resources than this part of the list has. */
  readonly has_more: boolean;
}

/** Null if there are none. */
export const referencesOfResource = `(
    SELECT json_agg(json_build_object('field', field, 'to',
             json_build_object('kind', target.kind, 'id', to_id)) ORDER BY position)
    FROM promptctl.resource_references JOIN promptctl.resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  )`;

const columns = `seq, kind, resources.id, parent_kind, parent_id, body, ${referencesOfResource} AS references`;

/**
 * `reachable`: the resources of `start`, and those that they refer to, directly or not. Here and below,
 * OFFSET 0 makes PostgreSQL look up each by its index. It overestimates their number, and would read whole
 * tables for each part of a list.
 */
const reachable = `reachable (id) AS (
    SELECT id FROM start
    UNION
    SELECT to_id FROM reachable CROSS JOIN LATERAL
      (SELECT to_id FROM promptctl.resource_references WHERE from_id = reachable.id OFFSET 0) AS link
  )`;

const reachableResources = `reachable CROSS JOIN LATERAL
    (SELECT * FROM promptctl.resources WHERE id = reachable.id OFFSET 0) AS resources`;

/** Changes with each committed write. */
export const selectVersion: Statement = {
  name: "version",
  text: "SELECT version FROM promptctl.state",
};

/** A privilege that the user lacks on a table. An error if there is no such table. */
export const selectMissingPrivilege: Statement = {
  name: "missing-privilege",
  text: `SELECT privilege, "table"
    FROM unnest(ARRAY['resources', 'resource_references', 'state', 'responses', 'versions', 'sessions']) AS "table",
      unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
    WHERE NOT has_table_privilege('promptctl.' || "table", privilege) LIMIT 1`,
};

/** Waits for the write in progress; the statements after it see what that has written. */
export const beginWrite: Statement = {
  name: "begin-write",
  text: "UPDATE promptctl.state SET version = gen_random_uuid()",
};

/** The resources with these ids, and those that they refer to. */
export const selectReachable: Statement = {
  name: "reachable",
  text: `WITH RECURSIVE start AS (SELECT unnest($1::text[]) AS id), ${reachable}
    SELECT ${columns} FROM ${reachableResources}`,
};

/** A part of a list: kind, seq before the part, number of resources, bytes of bodies. */
export const selectKind: Statement = listStatement("list", "");

/** The same, with a parent's id. */
export const selectChildren: Statement = listStatement("children", "AND parent_id = $5");

function listStatement(name: string, condition: string): Statement {
  return {
    name,
    text: `WITH RECURSIVE page AS (
        SELECT seq, id, octet_length(body) AS bytes FROM promptctl.resources
        WHERE kind = $1 AND seq > $2 ${condition} ORDER BY seq LIMIT $3 + 1
      ), start AS (
        SELECT id FROM (
          SELECT id, row_number() OVER by_seq AS number, sum(bytes) OVER by_seq - bytes AS before
          FROM page WINDOW by_seq AS (ORDER BY seq)
        ) AS sized WHERE before < $4 AND number <= $3
      ), ${reachable}
      SELECT ${columns}, resources.id IN (SELECT id FROM start) AS is_listed,
        (SELECT count(*) FROM start) < (SELECT count(*) FROM page) AS has_more
      FROM ${reachableResources} ORDER BY seq`,
  };
}

/** `deleted`: the resource with kind $1 and id $2, and its descendants of the kinds $3. */
const withDeleted = `WITH RECURSIVE deleted (id) AS (
    SELECT id FROM promptctl.resources WHERE kind = $1 AND id = $2
    UNION
    SELECT child.id FROM promptctl.resources AS child JOIN deleted ON child.parent_id = deleted.id
    WHERE child.kind = ANY ($3::text[])
  )`;

/** The resources that refer to a deleted one and are not deleted themselves. */
export const selectUsers: Statement = {
  name: "users",
  text: `${withDeleted} SELECT ${columns} FROM promptctl.resources
    WHERE id NOT IN (SELECT id FROM deleted) AND id IN (
      SELECT from_id FROM promptctl.resource_references WHERE to_id IN (SELECT id FROM deleted)
    ) ORDER BY seq`,
};

export const deleteReferencesOfDeleted: Statement = {
  name: "delete-references-of-deleted",
  text: `${withDeleted}
    DELETE FROM promptctl.resource_references WHERE from_id IN (SELECT id FROM deleted)`,
};

/** After deleteReferencesOfDeleted: a foreign key rejects the target of a reference. */
export const deleteDeleted: Statement = {
  name: "delete",
  text: `${withDeleted} DELETE FROM promptctl.resources WHERE id IN (SELECT id FROM deleted)`,
};

export const insertRow: Statement = {
  name: "insert",
  text: `INSERT INTO promptctl.resources (kind, id, parent_kind, parent_id, body)
    VALUES ($1, $2, $3, $4, $5)`,
};

export const updateRow: Statement = {
  name: "update",
  text: `UPDATE promptctl.resources SET parent_kind = $3, parent_id = $4, body = $5
    WHERE kind = $1 AND id = $2`,
};

export const deleteReferences: Statement = {
  name: "delete-references",
  text: "DELETE FROM promptctl.resource_references WHERE from_id = $1",
};

/** From id, fields and ids of targets. */
export const insertReferences: Statement = {
  name: "insert-references",
  text: `INSERT INTO promptctl.resource_references (from_id, position, field, to_id)
    SELECT $1, position - 1, field, to_id
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS new (field, to_id, position)`,
};

/** The response of the request with this id that was stored after this time. */
export const selectResponse: Statement = {
  name: "response",
  text: `SELECT body_digest AS "bodyDigest", response FROM promptctl.responses
    WHERE request_id = $1 AND created_at > $2`,
};

/** From request id, digest of the body, response and time. */
export const insertResponse: Statement = {
  name: "insert-response",
  text: `INSERT INTO promptctl.responses (request_id, body_digest, response, created_at)
    VALUES ($1, $2, $3, $4) ON CONFLICT (request_id) DO UPDATE
    SET body_digest = $2, response = $3, created_at = $4`,
};

/** Deletes the oldest responses until this time, at most this number. */
export const deleteExpiredResponses: Statement = {
  name: "delete-expired-responses",
  text: `DELETE FROM promptctl.responses WHERE request_id IN (
      SELECT request_id FROM promptctl.responses WHERE created_at <= $1 ORDER BY created_at LIMIT $2
    )`,
};

/** The resource in a row. Throws DamagedStore if it cannot be read. */
export function resourceOfRow(row: Omit<ResourceRow, "seq">): StoredResource {
  const { kind, id, parent_kind, parent_id, body, references } = row;
  return {
    kind,
    id,
    ...(parent_kind !== null &&
      parent_id !== null && { parent: { kind: parent_kind, id: parent_id } }),
    body: parseBody(body),
    references: references ?? [],
  };
}

function parseBody(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new DamagedStore("a resource in it is not valid JSON");
  }
}
