// The tables of a store, and the statements that copy them into another store. SQLite and PostgreSQL have
// the same tables; a dialect says what is written in another way.
import type { ColumnType, Dialect } from "./dialect.ts";
import type { SqlValue } from "./operation.ts";

export interface CopiedTable {
  readonly name: string;
  /** The first `keyLength` ones identify a row. */
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  readonly keyLength: number;
  /** The column with the longest texts. */
  readonly longest: string;
}

/** A table comes after those that it refers to. Logins to the page are not copied. */
export const copiedTables: readonly CopiedTable[] = [
  {
    name: "resources",
    columns: [
      ["seq", "position"],
      ["id", "text"],
      ["kind", "text"],
      ["parent_kind", "text"],
      ["parent_id", "text"],
      ["body", "text"],
    ],
    keyLength: 1,
    longest: "body",
  },
  {
    name: "resource_references",
    columns: [
      ["from_id", "text"],
      ["position", "number"],
      ["field", "text"],
      ["to_id", "text"],
    ],
    keyLength: 2,
    longest: "field",
  },
  {
    name: "versions",
    columns: [
      ["resource_id", "text"],
      ["number", "number"],
      ["written_at", "number"],
      ["key_name", "text"],
      ["origin", "text"],
      ["verified_run", "text"],
      ["parent_kind", "text"],
      ["parent_id", "text"],
      ["body", "text"],
      ["resource_references", "json"],
    ],
    keyLength: 2,
    longest: "body",
  },
  {
    name: "deletions",
    columns: [
      ["seq", "position"],
      ["resource_id", "text"],
      ["kind", "text"],
      ["name", "text"],
      ["deleted_at", "number"],
      ["key_name", "text"],
      ["origin", "text"],
      ["verified_run", "text"],
      ["parent_kind", "text"],
      ["parent_id", "text"],
      ["body", "text"],
      ["resource_references", "json"],
    ],
    keyLength: 1,
    longest: "body",
  },
  {
    name: "responses",
    columns: [
      ["request_id", "text"],
      ["body_digest", "text"],
      ["response", "text"],
      ["created_at", "number"],
    ],
    keyLength: 1,
    longest: "response",
  },
];

/** A row of a table: its cells in the order of the columns. */
export type CopiedRow = readonly SqlValue[];

/** Statements on the tables of a store, in one transaction. */
export interface TableAccess {
  readonly dialect: Dialect;
  /** The column `row` of each row. */
  select(sql: string, values: readonly SqlValue[]): Promise<readonly string[]>;
  execute(sql: string, values: readonly SqlValue[]): Promise<void>;
}

/** A store as tables. */
export interface TableStore {
  /** The path of the file, or the URL without the password. */
  readonly name: string;
  /** Reads one state. */
  read<Result>(work: (access: TableAccess) => Promise<Result>): Promise<Result>;
  /** Writes everything or, if `work` rejects, nothing. Other writers wait. */
  write<Result>(work: (access: TableAccess) => Promise<Result>): Promise<Result>;
  /** Removes what deleted rows have left in the files. A PostgreSQL server does that itself. */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** A part of a table ends after this many rows, and after this many bytes, so that a copy needs little memory. */
const [maxRows, maxBytes] = [1_000, 1024 * 1024];

/** The next rows of a table in the order of its key; `last`: the row before them. */
export async function readRows(
  { dialect, select }: TableAccess,
  { name, columns, keyLength, longest }: CopiedTable,
  last: CopiedRow | undefined,
): Promise<readonly CopiedRow[]> {
  const table = dialect.prefix + name;
  const keyColumns = columns.slice(0, keyLength);
  const key = keyColumns.map(([column]) => column).join(", ");
  const parameters = keyColumns.map(([, type], index) => dialect.parameter(index + 1, type));
  const values = columns.map(([column, type]) =>
    type === "json" ? dialect.listText(column) : column,
  );
  const sql = `WITH page AS (
      SELECT ${key}, octet_length(${longest}) AS bytes FROM ${table}
      WHERE (${key}) > (${parameters.join(", ")}) ORDER BY ${key} LIMIT ${maxRows}
    ), sized AS (
      SELECT ${key}, sum(bytes) OVER (ORDER BY ${key}) - bytes AS before FROM page
    )
    SELECT ${dialect.row(values)} AS row FROM sized JOIN ${table} USING (${key})
    WHERE before < ${maxBytes} ORDER BY ${key}`;
  const first = keyColumns.map(([, type]) => (type === "text" ? "" : -1));
  const rows = await select(sql, last?.slice(0, keyLength) ?? first);
  return rows.map((row) => JSON.parse(row) as CopiedRow);
}

/** Adds rows to a table. */
export async function writeRows(
  { dialect, execute }: TableAccess,
  { name, columns }: CopiedTable,
  rows: readonly CopiedRow[],
): Promise<void> {
  const written = columns.flatMap(([column, type], index) =>
    type === "position" ? [] : [{ column, cell: dialect.cell(index, type) }],
  );
  const sql = `INSERT INTO ${dialect.prefix}${name} (${written.map(({ column }) => column).join(", ")})
    SELECT ${written.map(({ cell }) => cell).join(", ")} FROM ${dialect.items(1)} ORDER BY place`;
  await execute(sql, [JSON.stringify(rows)]);
}
