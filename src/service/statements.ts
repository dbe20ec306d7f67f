// The SQL statements of the store. store.ts runs each write in a transaction.
import type { JsonObject } from "../engine/model/json.ts";
import type { SqliteConnection } from "./sqlite.ts";
import type {
  ResourceKey,
  WriteOutcome,
  StoredReference,
  StoredResource,
} from "./stored-resource.ts";

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly parent_kind: string | null;
  readonly parent_id: string | null;
  readonly body: string;
  /** The references in order, as JSON text. */
  readonly refers: string;
}

const select = `SELECT kind, id, parent_kind, parent_id, body, (
    SELECT json_group_array(json_object('field', field, 'to', json_object('kind', target.kind, 'id', to_id))
           ORDER BY position)
    FROM resource_references JOIN resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  ) AS refers FROM resources`;

function toResource(row: Row): StoredResource {
  const parent =
    row.parent_kind !== null && row.parent_id !== null
      ? { parent: { kind: row.parent_kind, id: row.parent_id } }
      : {};
  return {
    kind: row.kind,
    id: row.id,
    ...parent,
    body: JSON.parse(row.body) as JsonObject,
    references: JSON.parse(row.refers) as StoredReference[],
  };
}

/** In order of creation; with a parent's id only its children. */
export function selectResources(
  connection: SqliteConnection,
  kind: string,
  parentId?: string,
): readonly StoredResource[] {
  const rows =
    parentId === undefined
      ? connection.all<Row>(`${select} WHERE kind = ? ORDER BY seq`, kind)
      : connection.all<Row>(
          `${select} WHERE kind = ? AND parent_id = ? ORDER BY seq`,
          kind,
          parentId,
        );
  return rows.map(toResource);
}

export function selectResource(
  connection: SqliteConnection,
  kind: string,
  id: string,
): StoredResource | undefined {
  return connection.all<Row>(`${select} WHERE kind = ? AND id = ?`, kind, id).map(toResource)[0];
}

function exists(connection: SqliteConnection, { kind, id }: ResourceKey): boolean {
  return connection.all("SELECT id FROM resources WHERE kind = ? AND id = ?", kind, id).length > 0;
}

/** The outcome `dangling` if the parent or a reference does not exist. */
function missingTargets(
  connection: SqliteConnection,
  resource: StoredResource,
): WriteOutcome | undefined {
  const all = [
    ...(resource.parent ? [resource.parent] : []),
    ...resource.references.map(({ to }) => to),
  ];
  const distinct = [...new Map(all.map((key) => [`${key.kind} ${key.id}`, key])).values()];
  const targets = distinct.filter((key) => !exists(connection, key));
  return targets.length > 0 ? { is: "dangling", targets } : undefined;
}

/** Inserts a resource if its parent and references exist. Requires a transaction. */
export function insertResource(
  connection: SqliteConnection,
  resource: StoredResource,
): WriteOutcome {
  const rejected = missingTargets(connection, resource);
  if (rejected) return rejected;
  const { id, kind, parent, body } = resource;
  connection.run(
    "INSERT INTO resources (id, kind, parent_kind, parent_id, body) VALUES (?, ?, ?, ?, ?)",
    id,
    kind,
    parent?.kind ?? null,
    parent?.id ?? null,
    JSON.stringify(body),
  );
  insertReferences(connection, resource);
  return { is: "done" };
}

/** Overwrites the resource with the same kind and id. Requires a transaction. */
export function updateResource(
  connection: SqliteConnection,
  resource: StoredResource,
): WriteOutcome {
  if (!exists(connection, resource)) return { is: "absent" };
  const rejected = missingTargets(connection, resource);
  if (rejected) return rejected;
  const { id, parent, body } = resource;
  connection.run(
    "UPDATE resources SET parent_kind = ?, parent_id = ?, body = ? WHERE id = ?",
    parent?.kind ?? null,
    parent?.id ?? null,
    JSON.stringify(body),
    id,
  );
  connection.run("DELETE FROM resource_references WHERE from_id = ?", id);
  insertReferences(connection, resource);
  return { is: "done" };
}

function insertReferences(connection: SqliteConnection, { id, references }: StoredResource): void {
  for (const [position, { field, to }] of references.entries())
    connection.run(
      "INSERT INTO resource_references (from_id, position, field, to_id) VALUES (?, ?, ?, ?)",
      id,
      position,
      field,
      to.id,
    );
}

/** `deleted`: the resource of the first two parameters and its descendants of the kinds in the third. */
const withDeleted = `WITH RECURSIVE deleted (id) AS (
    SELECT id FROM resources WHERE kind = ? AND id = ?
    UNION
    SELECT child.id FROM resources AS child JOIN deleted ON child.parent_id = deleted.id
    WHERE child.kind IN (SELECT value FROM json_each(?))
  )`;

/**
 * Deletes a resource and its descendants of the cascading kinds, unless other resources refer to
 * one of them. Requires a transaction.
 */
export function deleteResource(
  connection: SqliteConnection,
  key: ResourceKey,
  cascadingKinds: readonly string[],
): WriteOutcome {
  if (!exists(connection, key)) return { is: "absent" };
  const parameters = [key.kind, key.id, JSON.stringify(cascadingKinds)] as const;
  const users = connection.all<Row>(
    `${withDeleted} ${select} WHERE id NOT IN (SELECT id FROM deleted) AND id IN
       (SELECT from_id FROM resource_references WHERE to_id IN (SELECT id FROM deleted)) ORDER BY seq`,
    ...parameters,
  );
  if (users.length > 0) return { is: "used", by: users.map(toResource) };
  connection.run(
    `${withDeleted} DELETE FROM resources WHERE id IN (SELECT id FROM deleted)`,
    ...parameters,
  );
  return { is: "done" };
}
