// The schemas of the OpenAPI description, made from schemas/wire and the parts that they share.
import { isObject, type JsonObject, objectOf, objectsIn } from "../../../engine/model/json.ts";
import type { SchemaTable } from "../../../engine/validate/schema-bundle.ts";

/**
 * All schemas of request and response bodies, all shared parts (`parts.toolName`), and the variants
 * of each union by their title, by name.
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

/** A component, and a component for each variant of its union: code generators need names. */
function withNamedVariants(name: string, schema: JsonObject): [string, JsonObject][] {
  const { discriminator } = schema;
  const keyword = schema["oneOf"] === undefined ? "anyOf" : "oneOf";
  const union = objectsIn(schema[keyword]);
  if (!union.some(({ title }) => title !== undefined)) return [[name, schema]];
  const { propertyName: tag } = objectOf(discriminator);
  const variants = union.map((variant) => ({
    name: String(variant["title"]),
    value: String(objectOf(objectOf(variant["properties"])[String(tag)])["const"]),
    schema: { ...variant, type: "object" },
  }));
  const refOf = (variant: string): string => String(schemaRef(variant)["$ref"]);
  const mapping = Object.fromEntries(variants.map((each) => [each.value, refOf(each.name)]));
  const component = {
    ...schema,
    [keyword]: variants.map((variant) => schemaRef(variant.name)),
    ...(tag !== undefined && { discriminator: { propertyName: tag, mapping } }),
  };
  return [
    [name, component],
    ...variants.map((each): [string, JsonObject] => [each.name, each.schema]),
  ];
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
