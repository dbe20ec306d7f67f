// A schema as validation uses it: the compiled validator, and the schema itself for suggestions.
import type { JsonObject } from "../model/json.ts";

/** An error of ajv. */
export interface SchemaError {
  /** A JSON pointer into the value. */
  readonly instancePath: string;
  /** The location of the violated keyword in the schemas. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Whether a value is valid. Sets `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/**
 * The validators of a request body. The time of `allMistakes` grows with the square of the number of
 * mistakes, because ajv copies the list of errors for each reference between schemas; the time of
 * `firstMistake` is linear.
 */
export interface BodyValidator {
  readonly allMistakes: Validator;
  readonly firstMistake: Validator;
}

/** A compiled schema, with its source for suggestions. */
export interface CompiledSchema {
  readonly validate: Validator;
  /** The schema, without references to other files. Needed for errors only, and then bundled. */
  readonly schema: () => JsonObject;
}
