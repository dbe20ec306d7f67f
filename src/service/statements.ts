// The SQL of the store: resources and references to rows and back.
// When a transaction begins and ends is store.ts.
import type { JsonObject } from "../engine/model/json.ts";
import type { Connection } from "./sqlite.ts";
import type { Link, Outcome, Reference, Resource } from "./store.ts";

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly parent_kind: string | null;
  readonly parent_id: string | null;
  readonly body: string;
  /** JSON: the references in order. */
  readonly refers: string;
}

const select = `SELECT kind, id, parent_kind, parent_id, body, (
    SELECT json_group_array(json_object('field', field, 'to', json_object('kind', target.kind, 'id', to_id))
           ORDER BY position)
    FROM resource_references JOIN resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  ) AS refers FROM resources`;

function resource(row: Row): Resource {
  const parent =
    row.parent_kind !== null && row.parent_id !== null
      ? { parent: { kind: row.parent_kind, id: row.parent_id } }
      : {};
  return {
    kind: row.kind,
    id: row.id,
    ...parent,
    body: JSON.parse(row.body) as JsonObject,
    references: JSON.parse(row.refers) as Reference[],
  };
}

/** Resources of a kind in order of creation; with a parent's id only its children. */
export function list(connection: Connection, kind: string, parentId?: string): readonly Resource[] {
  const rows =
    parentId === undefined
      ? connection.all<Row>(`${select} WHERE kind = ? ORDER BY seq`, kind)
      : connection.all<Row>(
          `${select} WHERE kind = ? AND parent_id = ? ORDER BY seq`,
          kind,
          parentId,
        );
  return rows.map(resource);
}

/** The resource of this kind with this id. */
export function get(connection: Connection, kind: string, id: string): Resource | undefined {
  return connection.all<Row>(`${select} WHERE kind = ? AND id = ?`, kind, id).map(resource)[0];
}

function exists(connection: Connection, { kind, id }: Link): boolean {
  return connection.all("SELECT id FROM resources WHERE kind = ? AND id = ?", kind, id).length > 0;
}

function dangling(connection: Connection, resource: Resource): Outcome | undefined {
  const all = [
    ...(resource.parent ? [resource.parent] : []),
    ...resource.references.map(({ to }) => to),
  ];
  const distinct = [...new Map(all.map((link) => [`${link.kind} ${link.id}`, link])).values()];
  const links = distinct.filter((link) => !exists(connection, link));
  return links.length > 0 ? { is: "dangling", links } : undefined;
}

/** Adds a resource, unless something it names is missing. Within a transaction. */
export function insert(connection: Connection, resource: Resource): Outcome {
  const refused = dangling(connection, resource);
  if (refused) return refused;
  const { id, kind, parent, body } = resource;
  connection.run(
    "INSERT INTO resources (id, kind, parent_kind, parent_id, body) VALUES (?, ?, ?, ?, ?)",
    id,
    kind,
    parent?.kind ?? null,
    parent?.id ?? null,
    JSON.stringify(body),
  );
  refer(connection, resource);
  return { is: "done" };
}

/** Writes over the resource with the same kind and id. Within a transaction. */
export function replace(connection: Connection, resource: Resource): Outcome {
  if (!exists(connection, resource)) return { is: "absent" };
  const refused = dangling(connection, resource);
  if (refused) return refused;
  const { id, parent, body } = resource;
  connection.run(
    "UPDATE resources SET parent_kind = ?, parent_id = ?, body = ? WHERE id = ?",
    parent?.kind ?? null,
    parent?.id ?? null,
    JSON.stringify(body),
    id,
  );
  connection.run("DELETE FROM resource_references WHERE from_id = ?", id);
  refer(connection, resource);
  return { is: "done" };
}

function refer(connection: Connection, { id, references }: Resource): void {
  for (const [position, { field, to }] of references.entries())
    connection.run(
      "INSERT INTO resource_references (from_id, position, field, to_id) VALUES (?, ?, ?, ?)",
      id,
      position,
      field,
      to.id,
    );
}

/** What goes with the resource of the first two parameters: descendants of the kinds in the third. */
const gone = `WITH RECURSIVE gone (id) AS (
    SELECT id FROM resources WHERE kind = ? AND id = ?
    UNION
    SELECT child.id FROM resources AS child JOIN gone ON child.parent_id = gone.id
    WHERE child.kind IN (SELECT value FROM json_each(?))
  )`;

/** Removes a resource and descendants of the kinds named, unless others use them. Within a transaction. */
export function remove(
  connection: Connection,
  kind: string,
  id: string,
  alongWith: readonly string[],
): Outcome {
  if (!exists(connection, { kind, id })) return { is: "absent" };
  const parameters = [kind, id, JSON.stringify(alongWith)] as const;
  const users = connection.all<Row>(
    `${gone} ${select} WHERE id NOT IN (SELECT id FROM gone) AND id IN
       (SELECT from_id FROM resource_references WHERE to_id IN (SELECT id FROM gone)) ORDER BY seq`,
    ...parameters,
  );
  if (users.length > 0) return { is: "used", by: users.map(resource) };
  connection.run(`${gone} DELETE FROM resources WHERE id IN (SELECT id FROM gone)`, ...parameters);
  return { is: "done" };
}
