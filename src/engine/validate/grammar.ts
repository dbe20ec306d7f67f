// A schema as validation uses it: the compiled validator, and the schema itself for suggestions.
import type { SchemaTable } from "./schema-lookup.ts";

/** What ajv says about one mistake. */
export interface SchemaError {
  /** A JSON pointer into the value. */
  readonly instancePath: string;
  /** Where in the schemas the violated keyword stands. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether the value fits, and leaves the mistakes in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** The schema a value is held against: its validator, and its text for suggestions. */
export interface Grammar {
  readonly validate: Validator;
  readonly schemas: SchemaTable;
  /** Path of the schema in the table, for example `definition/tool`. */
  readonly name: string;
}
