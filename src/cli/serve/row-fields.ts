// The fields of a row in a variable of the service, such as a key or a rule for tokens.
import { isObject, type Json, type JsonObject } from "../../engine/model/json.ts";
import { oneOf } from "../../engine/text/word-lists.ts";

/**
 * The row, which has exactly these fields. Throws what `wrong` makes of a mistake, such as `no scope or key`. It
 * has no name of another field, which can be a secret in the wrong place.
 */
export function withFields(
  row: Json,
  fields: readonly string[],
  wrong: (what: string) => Error,
): JsonObject {
  if (!isObject(row)) throw wrong("a value that is no object");
  const missing = fields.filter((each) => !Object.hasOwn(row, each));
  if (missing.length > 0) throw wrong(`no ${oneOf(missing)}`);
  if (Object.keys(row).length > fields.length)
    throw wrong(`a field that is none of ${fields.join(", ")}`);
  return row;
}
