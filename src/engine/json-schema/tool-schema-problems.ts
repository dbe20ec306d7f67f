// Where the schema of a tool has a form that a provider refuses.
import type { Finding } from "../model/diagnostic.ts";
import { type JsonObject, objectOf, type Path } from "../model/json.ts";
import type { SchemaForm } from "../providers/tool-schema-facts.ts";
import { patternProblems, patternsIn } from "./refused-patterns.ts";
import { eachSubschema } from "./subschemas.ts";

/** A place where a schema has a refused form. */
export interface SchemaProblem extends Pick<Finding, "part" | "hint"> {
  readonly path: Path;
  /** What is refused. */
  readonly what: string;
}

/** All places where a schema has a form. */
export function schemaProblems(form: SchemaForm, top: JsonObject): SchemaProblem[] {
  switch (form.form) {
    case "otherType":
      return [undefined, "object"].includes(top["type"] as string | undefined)
        ? []
        : [
            {
              path: ["type"],
              what: `parameters of the type ${JSON.stringify(top["type"])}`,
              hint: "Write type: object, with the arguments under properties.",
            },
          ];
    case "topKeyword":
      return form.keywords
        .filter((keyword) => top[keyword] !== undefined)
        .map((keyword) => ({
          path: [keyword],
          part: "key",
          what: `"${keyword}" at the top of parameters`,
          hint: "Use it in the schema of an argument, or say in the description which arguments go together.",
        }));
    case "argumentName":
      return Object.keys(objectOf(top["properties"]))
        .filter((name) => !form.pattern.test(name))
        .map((name) => ({
          path: ["properties", name],
          part: "key",
          what: `the argument name ${JSON.stringify(name)}`,
          hint: `Use ${form.allowed}.`,
        }));
    case "bareArray":
      return placesOf(top, isBareArray).map((path) => ({
        path,
        what: `an array without "items"`,
        hint: "Add the schema of its items, for example items: { type: string }.",
      }));
    case "tuple":
      return placesOf(top, ({ items }) => Array.isArray(items)).map((path) => ({
        path: [...path, "items"],
        part: "key",
        what: `a list of schemas as "items"`,
        hint: "Rename it to prefixItems, as in JSON Schema 2020-12.",
      }));
    case "pattern":
      return patternsIn(top).flatMap(({ path, part, pattern }) =>
        patternProblems(form.patterns, pattern).map((problem) => ({
          path,
          ...(part && { part }),
          ...problem,
        })),
      );
  }
}

/** The paths of the schemas in a schema that have a form. */
function placesOf(
  top: JsonObject,
  hasForm: (schema: JsonObject, isCondition: boolean, depth: number) => boolean,
): Path[] {
  const found: Path[] = [];
  eachSubschema(top, (schema, path, isCondition) => {
    if (hasForm(schema, isCondition, path.length)) found.push([...path]);
  });
  return found;
}

function isBareArray({ type, items }: JsonObject, isCondition: boolean, depth: number): boolean {
  if (items !== undefined || isCondition || depth === 0) return false;
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}
