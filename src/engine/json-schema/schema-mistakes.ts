// Where a schema is not a valid JSON Schema (draft-07, as providers read it).
import { jsonSchema } from "../../generated/json-schema-validator.js";
import { fromPointer, type JsonObject, type Path } from "../model/json.ts";

interface SchemaMistake {
  readonly path: Path;
  /** What is wrong there. */
  readonly what: string;
}

/** The first mistake at each place of a schema. */
export function schemaMistakes(schema: JsonObject): SchemaMistake[] {
  const beside = Object.keys(schema).find((key) => key !== "file");
  if (typeof schema["file"] === "string" && beside !== undefined)
    return [{ path: [beside], what: `"${beside}" is not allowed beside "file" in an include` }];
  if (jsonSchema(schema)) return [];
  const errors = (jsonSchema.errors ?? []).toReversed();
  const byPath = new Map(errors.map((each) => [each.instancePath, each])); // the first of each
  return [...byPath.values()].toReversed().map(({ instancePath, message, params }) => ({
    path: fromPointer(instancePath),
    what: `${message?.replaceAll(",", " or ") ?? "invalid value"}${valuesOf(params)}`,
  }));
}

function valuesOf(params: Readonly<Record<string, unknown>>): string {
  const { allowedValues } = params;
  return Array.isArray(allowedValues) ? ` (${allowedValues.join(", ")})` : "";
}
