// The schemas of the OpenAPI description, made from schemas/wire and the parts that they share.
import { isObject, type JsonObject, objectOf } from "../../../engine/model/json.ts";
import type { SchemaTable } from "../../../engine/validate/schema-bundle.ts";

/**
 * All schemas of request and response bodies, all shared parts (`parts.toolName`), and the variants
 * of each `oneOf` by their title, by name.
 */
export function schemaComponents(schemas: SchemaTable): JsonObject {
  const used = Object.entries(schemas).filter(
    ([path]) => path === "parts" || path.startsWith("wire/"),
  );
  const components = used.flatMap(([path, schema]): [string, JsonObject][] => {
    const name = path.replace("wire/", "");
    const component = withComponentRefs(schema, name);
    const parts = component["$defs"];
    if (!isObject(parts)) return [[name, component]];
    return Object.entries(parts).map(([part, value]) => [`${name}.${part}`, objectOf(value)]);
  });
  return Object.fromEntries(
    components.flatMap(([name, schema]) => withNamedVariants(name, schema)),
  );
}

/** A component, and a component for each variant of its `oneOf`: code generators need names. */
function withNamedVariants(name: string, schema: JsonObject): [string, JsonObject][] {
  const { oneOf, discriminator } = schema;
  if (!Array.isArray(oneOf)) return [[name, schema]];
  const tag = String(objectOf(discriminator)["propertyName"]);
  const variants = oneOf.filter(isObject).map((variant) => ({
    name: String(variant["title"]),
    value: String(objectOf(objectOf(variant["properties"])[tag])["const"]),
    schema: { ...variant, type: "object" },
  }));
  const refOf = (variant: string): string => String(schemaRef(variant)["$ref"]);
  const union = {
    ...schema,
    oneOf: variants.map((variant) => schemaRef(variant.name)),
    discriminator: {
      propertyName: tag,
      mapping: Object.fromEntries(variants.map((each) => [each.value, refOf(each.name)])),
    },
  };
  return [[name, union], ...variants.map((each): [string, JsonObject] => [each.name, each.schema])];
}

/** A reference to a component. */
export function schemaRef(component: string): JsonObject {
  return { $ref: `#/components/schemas/${component}` };
}

/** Rewrites `../parts.schema.json#/$defs/toolName` as a reference to the component `parts.toolName`. */
function withComponentRefs(schema: unknown, name: string): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$schema" || key === "x-form" || key === "tsType") return undefined;
    if (isObject(value) && isTextEnum(value)) return { type: "string", ...value };
    if (key !== "$ref") return value;
    const [, file = name, part] =
      /^(?:\.\.?\/(.+)\.schema\.json)?(?:#\/\$defs\/(.+))?$/.exec(value) ?? [];
    return schemaRef(part === undefined ? file : `${file}.${part}`)["$ref"];
  });
}

/** Whether a schema allows only certain texts and does not name their type, which generators need. */
function isTextEnum(schema: JsonObject): boolean {
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"]];
  return schema["type"] === undefined && values.every((value) => typeof value === "string");
}
