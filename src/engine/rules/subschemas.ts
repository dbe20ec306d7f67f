// The parts of a JSON Schema that are schemas, with their paths.
import { isObject, type Json, type JsonObject, type Path } from "../model/json.ts";

/** A schema within a schema. */
export interface Subschema {
  readonly schema: JsonObject;
  readonly path: Path;
  /** Whether it is a condition, which values need not fulfil. */
  readonly isCondition: boolean;
}

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

/** A schema and all schemas in it. References are not followed: what they name is in it too. */
export function* subschemas(
  schema: Json | undefined,
  path: Path = [],
  isCondition = false,
): Generator<Subschema> {
  if (!isObject(schema)) return;
  yield { schema, path, isCondition };
  for (const [keyword, value] of Object.entries(schema)) {
    const within = isCondition || conditions.has(keyword);
    for (const [key, each] of schemasAt(keyword, value))
      yield* subschemas(
        each,
        key === undefined ? [...path, keyword] : [...path, keyword, key],
        within,
      );
  }
}

/** The schemas that are the value of a keyword or in it, with their keys there. */
function schemasAt(
  keyword: string,
  value: Json,
): Iterable<readonly [Path[number] | undefined, Json]> {
  if (maps.has(keyword)) return Object.entries(isObject(value) ? value : {});
  if (!parts.has(keyword)) return [];
  return Array.isArray(value) ? value.entries() : [[undefined, value]];
}
