// How statements of the store are written for PostgreSQL.
import type { Dialect } from "../store/dialect.ts";

const sqlTypes = { position: "bigint", number: "bigint", text: "text", json: "json" } as const;

export const postgresDialect: Dialect = {
  prefix: "promptctl.",
  versionQuery: "SELECT version::text AS row FROM promptctl.state",
  parameter: (number, type) => `$${number}::${sqlTypes[type]}`,
  text: (column) => column,
  row: (values) => `json_build_array(${values.join(", ")})::text`,
  items: (number) =>
    `json_array_elements($${number}::json) WITH ORDINALITY AS given (value, place)`,
  cell: (index, type) => `(value ->> ${index})::${sqlTypes[type]}`,
  field: (column, name) =>
    `CASE json_typeof(${column}::json -> '${name}') WHEN 'string' THEN ${column}::json ->> '${name}' END`,
  texts: (number) => `json_array_elements_text($${number}::json)`,
  // OFFSET 0 makes PostgreSQL use the index: it overestimates the number of rows, and would read whole
  // tables for each part of a list.
  lookUp: (table, condition) => `CROSS JOIN LATERAL
    (SELECT * FROM promptctl.${table} WHERE ${condition} OFFSET 0) AS ${table}`,
  references: `(
    SELECT coalesce(
      json_agg(json_build_object('field', field, 'to', json_build_object('kind', target.kind, 'id', to_id))
        ORDER BY position), '[]')
    FROM promptctl.resource_references JOIN promptctl.resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  )`,
  // Older versions without references have null.
  list: (column) => `coalesce(${column}, '[]')`,
  listText: (column) => `coalesce(${column}::text, '[]')`,
};
