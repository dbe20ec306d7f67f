// What SQLite and PostgreSQL write in different ways.

/** `position`: where a row is in its list. A store gives its own. */
export type ColumnType = "position" | "number" | "text" | "json";

export interface Dialect {
  /** Before the name of a table. */
  readonly prefix: string;
  /** A query whose column `row` is a text that changes with each write. */
  readonly versionQuery: string;
  /** The parameter with a number from 1. */
  parameter(number: number, type: ColumnType): string;
  /** A column with a text of any characters. */
  text(column: string): string;
  /** A JSON list of values, as a text. */
  row(values: readonly string[]): string;
  /** The items of the JSON list in a parameter, as `value` with a `place`. */
  items(number: number): string;
  /** A cell of `value`. */
  cell(index: number, type: ColumnType): string;
  /** The text in a field of a column with a JSON object; null without it. */
  field(column: string, name: string): string;
  /** The texts of the JSON list in a parameter, as `value`. */
  texts(number: number): string;
  /** Joins the rows of a table that meet a condition, looked up by its index for each row before. */
  lookUp(table: string, condition: string): string;
  /** The references of a row of `resources`, as a JSON list in the order of their position. */
  readonly references: string;
  /** A column with a JSON list, as a value of `row`. */
  list(column: string): string;
  /** The same as a text. */
  listText(column: string): string;
}
