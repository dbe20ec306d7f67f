// Bundles a schema: copies the files that it refers to into its $defs.
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { SchemaTable } from "./schema-lookup.ts";

/** The schema at a path of the table (`definition/tool`), with all schemas that it refers to. */
export function bundled(schemas: SchemaTable, name: string): JsonObject {
  const others = new Map<string, JsonObject>();
  const own = rewritten(schemas, schemas[name] as JsonObject, name, name, others) as JsonObject;
  const $defs = Object.fromEntries([...others].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...own,
    ...(others.size > 0 && { $defs: { ...(own["$defs"] as JsonObject), ...$defs } }),
  };
}

/** A part of a schema, with references to the copies in $defs. */
function rewritten(
  schemas: SchemaTable,
  part: Json,
  from: string,
  root: string,
  others: Map<string, JsonObject>,
): Json {
  if (Array.isArray(part))
    return part.map((each: Json) => rewritten(schemas, each, from, root, others));
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(
        ([key]) => key !== "x-form" && key !== "tsType" && (from === root || key !== "$schema"),
      )
      .map(([key, value]) => {
        if (key !== "$ref" || typeof value !== "string")
          return [key, rewritten(schemas, value, from, root, others)];
        const [file = "", pointer = ""] = value.split("#");
        const target = file === "" ? from : resolved(from, file);
        if (target !== root && !others.has(target)) {
          others.set(target, {}); // schemas can refer to each other
          const schema = schemas[target] as JsonObject;
          others.set(target, rewritten(schemas, schema, target, root, others) as JsonObject);
        }
        return [key, target === root ? `#${pointer}` : `#/$defs/${escaped(target)}${pointer}`];
      }),
  );
}

/** `definition/tool` and `../parts.schema.json` → `parts`. */
function resolved(from: string, file: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const step of file.replace(/\.schema\.json$/, "").split("/"))
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  return parts.join("/");
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
