// The parts of a JSON Schema that are schemas, with their paths.
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  type Path,
} from "../model/json.ts";

/** The keywords whose value is a schema or a list of schemas. */
const parts = new Set(
  [
    "items prefixItems additionalItems additionalProperties unevaluatedItems unevaluatedProperties",
    "anyOf oneOf allOf not if then else contains propertyNames",
  ].flatMap((words) => words.split(" ")),
);

/** The keywords whose value has a schema for each name. */
const maps = new Set(
  "properties patternProperties dependentSchemas dependencies $defs definitions".split(" "),
);

const conditions = new Set(
  "not if then else contains propertyNames dependentSchemas dependencies".split(" "),
);

/**
 * Calls `visit` with a schema and all schemas in it, and their paths, which change afterwards.
 * `isCondition`: whether it is a condition, which values need not fulfil. References are not followed:
 * what they name is in the schema too.
 */
export function eachSubschema(
  schema: Json | undefined,
  visit: (schema: JsonObject, path: Path, isCondition: boolean) => void,
  path: (string | number)[] = [],
  isCondition = false,
): void {
  if (!isObject(schema)) return;
  visit(schema, path, isCondition);
  for (const keyword of Object.keys(schema)) {
    const isMap = maps.has(keyword);
    if (!isMap && !parts.has(keyword)) continue;
    const value = schema[keyword]!;
    const within = isCondition || conditions.has(keyword);
    path.push(keyword);
    if (!isMap) eachSubschema(value, visit, path, within);
    for (const [key, each] of isMap ? Object.entries(objectOf(value)) : listOf(value).entries()) {
      path.push(key);
      eachSubschema(each, visit, path, within);
      path.pop();
    }
    path.pop();
  }
}
