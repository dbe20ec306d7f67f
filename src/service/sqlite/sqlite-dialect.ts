// How statements of the store are written for SQLite.
import type { Dialect } from "../store/dialect.ts";

export const sqliteDialect: Dialect = {
  prefix: "",
  versionQuery: "SELECT CAST(data_version AS BLOB) AS row FROM pragma_data_version",
  parameter: (number) => `?${number}`,
  // As bytes: libsql aborts the process if a text is not valid UTF-8.
  text: (column) => `CAST(${column} AS BLOB)`,
  row: (values) => `CAST(json_array(${values.join(", ")}) AS BLOB)`,
  items: (number) => `(SELECT value, key AS place FROM json_each(?${number}))`,
  cell: (index) => `value ->> ${index}`,
  field: (column, name) =>
    `CASE json_type(${column}, '$.${name}') WHEN 'text' THEN ${column} ->> '${name}' END`,
  texts: (number) => `json_each(?${number})`,
  // SQLite does not reorder a CROSS JOIN.
  lookUp: (table, condition) => `CROSS JOIN ${table} ON ${condition}`,
  references: `(
    SELECT json_group_array(json_object('field', field, 'to', json_object('kind', target.kind, 'id', to_id))
      ORDER BY position)
    FROM resource_references JOIN resources AS target ON target.id = to_id
    WHERE from_id = resources.id
  )`,
  list: (column) => `json(${column})`,
  listText: (column) => column,
};
