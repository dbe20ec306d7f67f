// Finds the part of a schema that applies to a path of a value, for suggestions and hints.
import { resolvePath } from "../model/source-file.ts";
import { isObject, type Json, type JsonObject, type Path } from "../model/json.ts";

/** Schemas by their path in schemas/, without the suffix. */
export type SchemaTable = { readonly [path: string]: unknown };

interface Node {
  readonly schema: JsonObject;
  readonly in: string;
}

/** The allowed keys of the mapping at a path; empty if any key is allowed. */
export function keysAt(table: SchemaTable, name: string, value: Json, path: Path): string[] {
  const nodes = nodesAt(table, name, value, path);
  const named = nodes.flatMap(({ schema }) => Object.entries(properties(schema)));
  const refused = new Set(named.filter(([, schema]) => schema === false).map(([key]) => key));
  return [...new Set(named.map(([key]) => key))].filter((key) => !refused.has(key));
}

/** The description of the value at a path, or undefined. */
export function describedAt(
  table: SchemaTable,
  name: string,
  value: Json,
  path: Path,
): string | undefined {
  for (const { schema } of nodesAt(table, name, value, path))
    if (typeof schema["description"] === "string") return schema["description"];
  return undefined;
}

/** The allowed tags of the mapping at a path, for example the assertion types. */
export function tagsAt(table: SchemaTable, name: string, value: Json, path: Path): string[] {
  return nodesAt(table, name, value, path).flatMap(({ schema }) => {
    const tag = isObject(schema["discriminator"])
      ? schema["discriminator"]["propertyName"]
      : undefined;
    if (typeof tag !== "string") return [];
    return list(schema["oneOf"]).flatMap((each) => {
      const property = isObject(each) ? properties(each)[tag] : undefined;
      return isObject(property) && typeof property["const"] === "string" ? [property["const"]] : [];
    });
  });
}

function nodesAt(table: SchemaTable, name: string, value: Json, path: Path): Node[] {
  const top = table[name];
  let nodes = isObject(top) ? expand(table, { schema: top, in: name }, value) : [];
  let inside: Json | undefined = value;
  for (const key of path) {
    const next: Json | undefined = Array.isArray(inside)
      ? inside[Number(key)]
      : isObject(inside)
        ? inside[key]
        : undefined;
    nodes = nodes.flatMap((node) => {
      const child = Array.isArray(inside)
        ? node.schema["items"]
        : (properties(node.schema)[key] ?? node.schema["additionalProperties"]);
      return isObject(child) ? expand(table, { schema: child, in: node.in }, next) : [];
    });
    inside = next;
  }
  return nodes;
}

/** The node with its references resolved, and the alternatives that match the value. */
function expand(table: SchemaTable, node: Node, value: Json | undefined): Node[] {
  const { schema } = node;
  if (typeof schema["$ref"] === "string") {
    const target = follow(table, schema["$ref"], node.in);
    return target ? expand(table, target, value) : [];
  }
  const alternatives = [
    ...list(schema["allOf"]),
    ...list(schema["anyOf"]),
    ...list(schema["oneOf"]),
  ]
    .filter(isObject)
    .flatMap((each) => expand(table, { schema: each, in: node.in }, value))
    .filter((each) => matchesSchema(each.schema, value));
  return [node, ...alternatives];
}

/** Whether a value has the JSON type and the tag (`type`) of a schema. */
function matchesSchema(schema: JsonObject, value: Json | undefined): boolean {
  const type = schema["type"];
  if (type === "object" && value !== undefined && !isObject(value)) return false;
  if (type === "array" && !Array.isArray(value)) return false;
  const tag = properties(schema)["type"];
  if (!isObject(tag) || !("const" in tag)) return true;
  return isObject(value) && value["type"] === tag["const"];
}

function follow(table: SchemaTable, ref: string, from: string): Node | undefined {
  const [file = "", pointer = ""] = ref.split("#");
  const name = file === "" ? from : resolvePath(from, file.replace(".schema.json", ""));
  let schema: unknown = table[name];
  for (const key of pointer.split("/").slice(1))
    schema = isObject(schema) ? schema[key] : undefined;
  return isObject(schema) ? { schema, in: name } : undefined;
}

function properties(schema: JsonObject): JsonObject {
  return isObject(schema["properties"]) ? schema["properties"] : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
