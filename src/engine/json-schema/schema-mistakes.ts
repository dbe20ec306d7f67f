// Where a schema is not a valid JSON Schema (draft-07, as providers read it).
import { jsonSchema } from "../../generated/json-schema-validator.js";
import { fromPointer, type JsonObject, type Path } from "../model/json.ts";
import { endlessReference } from "./recursive-reference.ts";
import { isRegularExpression, patternsIn } from "./refused-patterns.ts";

interface SchemaMistake {
  readonly path: Path;
  /** What is wrong there. */
  readonly what: string;
  /** What to do, if providers do not get the schema. */
  readonly hint?: string;
}

/** The first mistake at each place of a schema. */
export function schemaMistakes(schema: JsonObject): SchemaMistake[] {
  const beside = Object.keys(schema).find((key) => key !== "file");
  if (typeof schema["file"] === "string" && beside !== undefined)
    return [
      {
        path: [beside],
        what: `"${beside}" is not allowed beside "file"`,
        hint: "Write { file: PATH } alone: it includes the whole schema.",
      },
    ];
  if (jsonSchema(schema)) return [...patternMistakes(schema), ...endlessMistakes(schema)];
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

function patternMistakes(schema: JsonObject): SchemaMistake[] {
  return patternsIn(schema)
    .filter(({ pattern }) => !isRegularExpression(pattern))
    .map(({ path, pattern }) => ({
      path,
      what: `${JSON.stringify(pattern)} is not a regular expression`,
    }));
}

function endlessMistakes(schema: JsonObject): SchemaMistake[] {
  const path = endlessReference(schema);
  return path ? [{ path, what: "a reference leads back to itself without a value between" }] : [];
}
